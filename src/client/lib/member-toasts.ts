import { PRODUCT_NAME } from '#contract/product.ts';
import { failure, info, type ToastMessage } from './toast-store.ts';

/** The toasts of members and admins. */

type Action = NonNullable<ToastMessage['action']>;

export const memberToasts = {
  // Signing in and out
  loginSuccessful: (name: string) => info('Login successful', `Welcome back, ${name}.`),
  loginFailed: (sentence: string) => failure('Login failed', sentence),
  registrationSuccessful: (name: string) =>
    info('Registration successful', `Welcome to ${PRODUCT_NAME}, ${name}.`),
  registrationFailed: (sentence: string) => failure('Registration failed', sentence),
  logoutSuccessful: () => info('Logout successful', 'You have been logged out.'),
  logoutFailed: (sentence?: string) => failure('Logout failed', sentence),
  sessionOver: (hasDrafts: boolean) =>
    failure(
      'You have been logged out',
      `Your session has ended. Please log in to continue.${hasDrafts ? ' What you typed is kept.' : ''}`,
    ),
  passwordResetRequested: () =>
    info(
      'Password reset requested',
      "If an account exists with that email, you'll receive a reset link shortly.",
    ),
  passwordResetRequestFailed: (sentence: string) => failure('Request failed', sentence),
  passwordResetSuccessful: () =>
    info(
      'Password reset successful',
      'Your password has been updated. You can now login with your new password.',
    ),
  passwordResetFailed: (sentence: string) => failure('Reset failed', sentence),

  // Profile and payment accounts
  profileUpdated: () => info('Profile Updated', 'Your changes are saved.'),
  profileUpdateFailed: (sentence: string) => failure('Update Failed', sentence),
  paymentAccountUpdated: (platform: string) =>
    info('Payment Account Updated', `Your ${platform} username is visible to visitors.`),
  paymentAccountUpdateFailed: (sentence: string) => failure('Update Failed', sentence),
  paymentAccountSaved: () => info('Success!', 'Your payment account has been saved.'),
  paymentAccountSaveFailed: (sentence: string) => failure('Error', sentence),
  blankUsername: () => failure('Error', 'Please enter a valid username.'),
  fileTooLarge: (sentence: string) => failure('File too large', sentence),
  paymentAccountRemoved: (platform: string) =>
    info('Payment Account Removed', `Visitors no longer see your ${platform} username.`),
  orderSaved: (platform: string, action?: Action): ToastMessage => ({
    ...info('Order Saved', `${platform} comes first on your card.`),
    action,
  }),
  exportReady: () => info('Your data is ready', 'The file is in your downloads.'),
  exportFailed: (sentence: string) => failure('Download Failed', sentence),
  deviceSignedOut: (device: string) => info('Device Signed Out', `${device} is signed out.`),
  othersSignedOut: () => info('Signed Out Everywhere Else', 'Only this device is still signed in.'),
  signOutFailed: (sentence: string) => failure('Sign Out Failed', sentence),
  passwordChanged: () => info('Password Changed', 'Your other devices are signed out.'),
  passwordChangeFailed: (sentence: string) => failure('Password Not Changed', sentence),
  passkeyAdded: () => info('Passkey Added', 'Use it the next time you sign in.'),
  passkeyRemoved: (name: string) => info('Passkey Removed', `${name} no longer signs you in.`),
  passkeyRenamed: (name: string) => info('Passkey Renamed', `It is called ${name} now.`),
  passkeyFailed: (sentence: string) => failure('Passkey Not Changed', sentence),
  emailPending: (email: string) =>
    info('Profile Updated', `Follow the link we sent to ${email} to change your email.`),
  emailChangeCanceled: (email: string) => info('Change Canceled', `Your email is still ${email}.`),
  confirmationSent: () => info('Email Sent', 'Follow the link in it to finish.'),
  confirmationFailed: (sentence: string) => failure('Email Not Sent', sentence),
  verificationFailed: (sentence: string) => failure('Not Sent', sentence),
  saved: () => info('Saved'),
  notSaved: (sentence: string) => failure('Not Saved', sentence),
  accountDeleted: () => info('Account Deleted', 'Your profile and payment connections are gone.'),
  accountDeletionFailed: (sentence: string) => failure('Deletion Failed', sentence),
  userIdNotFound: () => failure('Error', 'User ID not found'),

  // Contacts and administration
  personAdded: () =>
    info('Person added successfully!', 'They can now be found in the search results.'),
  personNotAdded: (sentence: string) => failure('Error adding person', sentence),
  userDeleted: (name: string) => info('User Deleted', `${name}’s account was deleted.`),
  contactUpdated: (name: string) => info('Contact Updated', `${name} is saved in your contacts.`),
  contactRemoved: (name: string) =>
    info('Contact Removed', `${name} is no longer in your contacts.`),
  contactChangeFailed: (sentence: string) => failure('Update Failed', sentence),
  userUpdated: (sentence: string) => info('User Updated', sentence),
  userUpdateFailed: (sentence: string) => failure('Update Failed', sentence),
  reviewDismissed: (name: string, undo: () => void): ToastMessage => ({
    title: 'Dismissed',
    description: `Nothing changes for ${name}.`,
    action: { label: 'Undo', onSelect: undo },
  }),
  reviewReopened: (name: string) => info('Reopened', `${name} is back in the queue.`),
  reviewVerified: (name: string) => info('Verified', `${name} is now verified.`),
  reviewSuspended: (name: string) => info('Suspended', `${name} no longer appears in search.`),
  reviewRestored: (name: string) => info('Restored', `${name} is visible again.`),
  reviewFailed: (sentence: string) => failure('Action Failed', sentence),
  userDeletionFailed: (sentence: string) => failure('Delete Failed', sentence),
} as const;
