export { NotMeScreen as default } from '#client/features/auth/not-me-screen.tsx';
