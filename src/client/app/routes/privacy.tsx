export { PrivacyScreen as default } from '#client/features/legal/privacy-screen.tsx';
