import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { aliases } from './vite.aliases.ts';

/** Each icon of lucide-react has a statement without effect, which the minifier has to keep. */
const withoutDeadStatements: Plugin = {
  name: 'icons-without-dead-statements',
  transform: {
    filter: { id: '**/node_modules/lucide-react/dist/esm/icons/*.mjs' },
    handler: (code) => ({ code: code.replace('\n__iconData.node;\n', '\n'), map: null }),
  },
};

/** The client: source in src/client, built into dist/client, proxied to the API in development. */
export default defineConfig(({ isSsrBuild }) => ({
  define: {
    'import.meta.env.YEAR_OF_BUILD': String(new Date().getFullYear()),
    ...(isSsrBuild && { 'process.env.NODE_ENV': JSON.stringify('production') }),
  },
  root: 'src/client',
  publicDir: 'public',
  plugins: [react(), tailwindcss(), withoutDeadStatements],
  resolve: {
    alias: [
      ...aliases,
      {
        find: /^zod$/,
        replacement: `${import.meta.dirname}/src/client/lib/zod-without-eval.ts`,
      },
      {
        find: /^\.\.\/createLucideIcon\.mjs$/,
        replacement: `${import.meta.dirname}/src/client/lib/create-icon.tsx`,
      },
      // wouter brings a copy for React versions that do not have the hook.
      { find: /^use-sync-external-store\/shim\/index\.js$/, replacement: 'react' },
    ],
  },
  // The server runs its bundle without loading React and the icons from their packages.
  ssr: { noExternal: true },
  build: {
    copyPublicDir: !isSsrBuild,
    outDir: '../../dist/client',
    emptyOutDir: true,
    assetsDir: 'assets',
    // Everything small would be inlined as data: URLs, which the content security policy refuses.
    assetsInlineLimit: 0,
    manifest: true,
    // Browsers that ignore preloads load the same files a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      ...(isSsrBuild && { input: ['src/client/prerender.tsx', 'src/client/render-page.tsx'] }),
      output: {
        codeSplitting: isSsrBuild || {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 2 },
            // Otherwise every icon that screens share is a request of its own.
            {
              name: 'icons',
              test: (id) => id.includes('/node_modules/lucide-react/'),
              minShareCount: 4,
            },
            // What a card needs and other screens share: one request instead of ten.
            {
              name: 'shared',
              test: /\/(useInfiniteQuery|infiniteQueryOptions)\.js$|\/src\/(contract\/(handles|text|pay-links|payment-details|platforms\/\w+)|client\/(lib\/(clipboard|next-page|open-link)|components\/(breakable|ui\/(alert|badge|show-more)|verified-badge|payer\/(doubt|payee|paid-before))))\.tsx?$/,
            },
            // Many small files are slow where a browser loads six at a time.
            {
              name: 'radix',
              test: /\/@radix-ui\/(primitive|react-(collection|compose-refs|context|direction|id|presence|primitive|roving-focus|slot|use-[\w-]+))\//,
              priority: 1,
            },
            // With what only screens with a form need.
            {
              name: 'forms',
              test: /\/node_modules\/(react-hook-form|@hookform\/resolvers)\/|\/arrow-down\.mjs$|\/src\/(contract\/pictures|client\/(lib\/(form|use-kept-drafts|use-unsaved-form)|components\/(person-field|payment-accounts\/[\w-]+|picture-field\/picture-field|ui\/(tabs|password-field|or-line))))\.tsx?$/,
            },
            // Most screens that send something have a text area too.
            {
              name: 'mutations',
              test: /\/useMutation\.js$|\/src\/client\/(lib\/(member-toasts|search-cache|use-single-mutation)|components\/(report\/reasons|ui\/textarea-field))\.tsx?$/,
            },
            // What the screens of an account share.
            {
              name: 'account',
              test: /\/src\/client\/(app\/profile\/lazy-visitor-dialog|components\/(verified-warning|ui\/lazy-alert-dialog)|features\/profile\/(api|account-frame|area-switch|remove-handle|payment-accounts\/(api|account-form|saved-handle|use-handle-form|account-panel|platform-tabs)))\.tsx?$/,
            },
            {
              name: 'payer',
              test: /\/src\/(contract\/pages|client\/(lib\/share-link|components\/(no-qr-code|qr-picture|payer\/(caution-note|payment-fields|relative-day|same-name))))\.tsx?$/,
            },
            // The rules of all forms share one request.
            { name: 'rules', test: /\/node_modules\/zod\/|\/zod-without-eval\.ts$/ },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': process.env.API_URL ?? 'http://127.0.0.1:3000' } },
}));
