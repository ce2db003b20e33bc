export { AdminScreen as default } from '#client/features/admin/admin-screen.tsx';
