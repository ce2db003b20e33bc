export { ConfirmEmailScreen as default } from '#client/features/auth/confirm-email-screen.tsx';
