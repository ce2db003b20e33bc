/** The paths that have a screen. Any other one gets the app's page with status 404. */
export const SCREENS = {
  home: '/',
  features: '/features',
  auth: '/auth',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  disownAccount: '/disown-account',
  addPerson: '/add-person',
  contacts: '/contacts',
  profile: '/profile',
  visibility: '/profile/visibility',
  paymentAccounts: '/payment-accounts',
  admin: '/admin',
  desktopRedirect: '/desktop-redirect',
} as const;
