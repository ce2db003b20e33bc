export { ResetPasswordScreen as default } from '#client/features/auth/reset-password-screen.tsx';
