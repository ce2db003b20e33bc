/** The aliases of package.json, always to the source: Vite and the tests never read what was built. */
export const aliases = [
  { find: /^#(contract|server|client)\//, replacement: `${import.meta.dirname}/src/$1/` },
  { find: /^#(cli|tests)\//, replacement: `${import.meta.dirname}/$1/` },
];
