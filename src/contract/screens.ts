/** The paths that have a screen. Any other one gets the app's page with status 404. */
export const SCREENS = {
  home: '/',
  features: '/features',
  auth: '/auth',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  disownAccount: '/disown-account',
  undo: '/undo',
  notMe: '/not-me',
  addPerson: '/add-person',
  contacts: '/contacts',
  profile: '/profile',
  security: '/profile/security',
  paymentAccounts: '/payment-accounts',
  admin: '/admin',
  desktopRedirect: '/desktop-redirect',
} as const;
