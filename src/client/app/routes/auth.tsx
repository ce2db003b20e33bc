export { AuthScreen as default } from '#client/features/auth/auth-screen.tsx';
