export { PaymentAccountsScreen as default } from '#client/features/payment-accounts/payment-accounts-screen.tsx';
