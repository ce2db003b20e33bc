export { DisownAccountScreen as default } from '#client/features/auth/disown-account-screen.tsx';
