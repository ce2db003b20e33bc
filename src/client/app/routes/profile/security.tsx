export { SecurityScreen as default } from '#client/features/profile/security/security-screen.tsx';
