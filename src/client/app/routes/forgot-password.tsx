export { ForgotPasswordScreen as default } from '#client/features/auth/forgot-password-screen.tsx';
