export { VisibilityScreen as default } from '#client/features/profile/visibility/visibility-screen.tsx';
