import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { aliases } from './vite.aliases.ts';

/** Many small files are slow where a browser loads six at a time: what tabs, menus, dialogs and toasts share. */
const RADIX = [
  'primitive',
  'react-collection',
  'react-compose-refs',
  'react-context',
  'react-direction',
  'react-id',
  'react-presence',
  'react-primitive',
  'react-roving-focus',
  'react-slot',
  'react-use-',
].map((name) => `node_modules/@radix-ui/${name}`);

/**
 * What screens share, by chunk: one request instead of ten. A chunk also has what its files import, unless one above
 * has that already.
 */
const SHARED = {
  // What a card needs.
  shared: [
    '/useInfiniteQuery.js',
    '/infiniteQueryOptions.js',
    'contract/handles.ts',
    'contract/pay-links.ts',
    'contract/payment-details.ts',
    'contract/safe-website.ts',
    'client/components/breakable.tsx',
    'client/components/payer/doubt.ts',
    'client/components/payer/paid-before.ts',
    'client/components/ui/show-more.tsx',
    'client/components/verified-badge.tsx',
    'client/features/walkthrough/walkthrough.ts',
    'client/lib/clipboard.ts',
    'client/lib/next-page.ts',
    'client/lib/open-link.ts',
  ],
  // Most screens that send something have a text area too.
  mutations: [
    '/useMutation.js',
    'client/components/report/reasons.ts',
    'client/components/ui/textarea-field.tsx',
    'client/lib/member-toasts.ts',
    'client/lib/search-cache.ts',
    'client/lib/use-single-mutation.ts',
  ],
  // With what only screens with a form need.
  forms: [
    'node_modules/react-hook-form/',
    'node_modules/@hookform/resolvers/',
    '/arrow-down.mjs',
    'client/components/payment-accounts/',
    'client/components/person-field.tsx',
    'client/components/picture-field/picture-field.tsx',
    'client/components/ui/or-line.tsx',
    'client/components/ui/password-field.tsx',
    'client/components/ui/tabs.tsx',
    'client/lib/form.ts',
  ],
  // What the screens of an account share.
  account: [
    'client/app/profile/lazy-visitor-dialog.ts',
    'client/components/ui/lazy-alert-dialog.ts',
    'client/features/profile/account-frame.tsx',
    'client/features/profile/api.ts',
    'client/features/profile/payment-accounts/account-panel.tsx',
    'client/features/profile/payment-accounts/platform-tabs.tsx',
    'client/features/profile/remove-handle.tsx',
  ],
  payer: [
    'contract/pages.ts',
    'client/components/payer/caution-note.tsx',
    'client/components/payer/payment-fields.tsx',
    'client/components/payer/relative-day.ts',
    'client/components/payer/same-name.ts',
    'client/components/qr-picture.tsx',
  ],
};

const isIn =
  (...files: string[]) =>
  (id: string) =>
    files.some((file) => id.includes(file));

/** The client: source in src/client, built into dist/client, proxied to the API in development. */
export default defineConfig(({ isSsrBuild }) => ({
  define: {
    'import.meta.env.YEAR_OF_BUILD': String(new Date().getFullYear()),
    ...(isSsrBuild && { 'process.env.NODE_ENV': JSON.stringify('production') }),
  },
  root: 'src/client',
  publicDir: 'public',
  plugins: [react(), tailwindcss()],
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
      optimization: { inlineConst: true },
      ...(isSsrBuild && { input: ['src/client/prerender.tsx', 'src/client/render-page.tsx'] }),
      output: {
        codeSplitting: isSsrBuild || {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 2 },
            // The rules of all forms share one request.
            {
              name: 'rules',
              test: isIn('node_modules/zod/', 'client/lib/zod-without-eval.ts'),
              priority: 1,
            },
            { name: 'radix', test: isIn(...RADIX), priority: 1 },
            // Otherwise every icon that screens share is a request of its own.
            { name: 'icons', test: isIn('node_modules/lucide-react/'), minShareCount: 4 },
            ...Object.entries(SHARED).map(([name, files]) => ({ name, test: isIn(...files) })),
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': process.env.API_URL ?? 'http://127.0.0.1:3000' } },
}));
