export { PaymentAccountsScreen as default } from '#client/features/profile/payment-accounts/payment-accounts-screen.tsx';
