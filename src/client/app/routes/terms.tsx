export { TermsScreen as default } from '#client/features/legal/terms-screen.tsx';
