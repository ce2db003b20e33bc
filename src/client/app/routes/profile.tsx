export { ProfileScreen as default } from '#client/features/profile/profile-screen.tsx';
