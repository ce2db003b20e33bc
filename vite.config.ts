import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { aliases } from './vite.aliases.ts';

const oneOf = (...parts: string[]) => new RegExp(parts.join('|').replaceAll('/', '[\\\\/]'));

/** What opens over a screen, when somebody asks for it. */
const DIALOGS = oneOf(
  '/node_modules/@radix-ui/react-(?:dialog|alert-dialog|dismissable-layer|focus-|portal)',
  '/node_modules/(?:react-remove-scroll|react-style-singleton|aria-hidden|use-callback-ref|use-sidecar)',
  '/src/client/components/ui/(?:dialog|alert-dialog|sheet|use-focus-return)',
);
/** Tabs, icons, our own parts and rules: small, and shared by most screens. */
const BASICS = oneOf(
  '/node_modules/(?:radix-ui|@radix-ui/(?!react-(?:menu|dropdown-menu|popper|toast|switch|dialog|alert-dialog|dismissable-layer|focus-|portal)))',
  '/node_modules/(?:lucide-react|@tanstack)',
  '/src/contract/(?:handles|pay-links|platforms|text|permissions)\\.ts$',
  '/src/client/lib/(?!form\\.ts$)',
  '/src/client/components/(?!payment-accounts|picture-field|qr-dialog|ui/(?:dropdown-menu|toaster|switch|dialog|alert-dialog|sheet|use-focus-return))',
);
/** What every screen with a form needs and the search does not. */
const FORMS = oneOf(
  '/node_modules/react-hook-form/',
  '/src/client/lib/form\\.ts$',
  '/src/contract/pictures\\.ts$',
  '/src/client/components/payment-accounts/(?!handle-rules)',
  '/src/client/components/picture-field/picture-field',
);
/** The rules of the forms, fetched when somebody enters a field. */
const RULES = oneOf(
  '/node_modules/(?:zod|@hookform)/',
  '/src/contract/(?:fields|accounts|payment-accounts|contacts)\\.ts$',
);

/** The client: source in src/client, built into dist/client, proxied to the API in development. */
export default defineConfig(({ isSsrBuild }) => ({
  define: { 'import.meta.env.YEAR_OF_BUILD': String(new Date().getFullYear()) },
  root: 'src/client',
  publicDir: 'public',
  plugins: [react(), tailwindcss()],
  resolve: { alias: aliases },
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    assetsDir: 'assets',
    // Everything small would be inlined as data: URLs, which the content security policy refuses.
    assetsInlineLimit: 0,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: isSsrBuild || {
          // Left alone, every small thing that two screens share is a file and a request of its own.
          groups: [
            { name: 'app', tags: ['$initial'], priority: 4 },
            { name: 'dialogs', test: DIALOGS, minShareCount: 2, priority: 2 },
            { name: 'basics', test: BASICS, minShareCount: 2, priority: 3 },
            { name: 'forms', test: FORMS, minShareCount: 2, priority: 1 },
            { name: 'rules', test: RULES, priority: 1 },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': process.env.API_URL ?? 'http://127.0.0.1:3000' } },
}));
