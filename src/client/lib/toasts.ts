import { PRODUCT_NAME } from '#contract/product.ts';
import type { ToastMessage } from './toast-store.ts';

/** Every toast of the product, in one place: titles and texts are exact. */

const PAYMENT_MS = 5_000;
const ONBOARDING_MS = 3_000;
const INSTALL_GUIDE_MS = 6_000;
const USERNAME_COPIED_MS = 8_000;

function failure(title: string, description?: string): ToastMessage {
  return { title, description, tone: 'destructive' };
}

function info(title: string, description?: string, durationMs?: number): ToastMessage {
  return { title, description, durationMs };
}

type Action = NonNullable<ToastMessage['action']>;

export const toasts = {
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
      `Your session has ended. Please log in to carry on.${hasDrafts ? ' What you typed is kept.' : ''}`,
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

  // Copying, calling, visiting
  linkCopied: () => info('Link Copied', 'Paste it wherever you like.'),
  usernameCopied: (handle: string) => info('Username copied!', `${handle} is on your clipboard.`),
  questionCopied: (name: string) => info('Question copied', `Paste it in a message to ${name}.`),
  copyFailed: () => failure('Copy Failed', 'Could not copy link to clipboard.'),
  initiatingCall: (name: string) => info('Initiating call', `Calling ${name}.`, PAYMENT_MS),
  noPhone: () => failure('No phone number', "This user hasn't shared their phone number."),
  openingWebsite: (host: string) => info('Opening website', `${host} opens in a new tab.`),
  noWebsite: () => failure('No website', "This user hasn't shared their website or social media."),

  // Paying
  openingPayment: (platform: string, name: string, handle: string) =>
    info(`${platform} Payment`, `Opening ${platform} to pay ${name} (${handle}).`, PAYMENT_MS),
  openByHand: (platform: string, handle: string) =>
    info(
      'Username Copied',
      `${handle} is on your clipboard. Open ${platform} manually and paste it to pay.`,
      USERNAME_COPIED_MS,
    ),
  paymentOptions: (platform: string, description: string, action?: Action): ToastMessage => ({
    title: `${platform} Payment Options`,
    description,
    durationMs: PAYMENT_MS,
    action,
  }),
  paymentGateway: (platform: string, name: string) =>
    info(`${platform} Payment Gateway`, `Opening ${platform} to pay ${name}.`, PAYMENT_MS),
  paymentInstructions: (platform: string, handle: string, isCopied: boolean) =>
    info(
      `${platform} Instructions`,
      `Look for ${handle} in your contacts or add as a new recipient.${isCopied ? ' It is on your clipboard.' : ''}`,
      PAYMENT_MS,
    ),
  noHandle: () =>
    failure('Payment Error', "This user doesn't have a username set up for this payment platform."),
  openFailed: (platform: string): ToastMessage => ({
    ...failure(
      'Error Opening Payment',
      `Could not open ${platform}. Try copying the username instead.`,
    ),
    durationMs: PAYMENT_MS,
  }),

  // QR codes
  qrFailed: () => failure('QR Code Error', 'Could not generate QR code. Please try again.'),
  qrWithoutUsername: () => failure('No username provided for QR code generation'),

  // Sharing and installing
  emailClientOpening: () =>
    info('Email Client Opening', 'Your mail app opens with the invitation written.'),
  invalidEmail: () => failure('Invalid Email', 'Please enter a valid email address.'),
  shareFailed: (action?: Action): ToastMessage => ({
    ...failure('Share Failed', 'There was a problem sharing the app. Please try again.'),
    action,
  }),
  installing: () =>
    info(`Installing ${PRODUCT_NAME}`, 'Follow your browser’s prompt to finish.', PAYMENT_MS),
  installationGuide: () =>
    info('Installation Guide', 'The steps for your device are in the new tab.', INSTALL_GUIDE_MS),
  installationFailed: (): ToastMessage => ({
    ...failure(
      'Installation Failed',
      'There was a problem creating the installation guide. Please try again.',
    ),
    durationMs: PAYMENT_MS,
  }),

  // Onboarding
  onboardingCompleted: () =>
    info("You're all set!", 'Start searching for payment recipients now.', ONBOARDING_MS),
  onboardingSkipped: () =>
    info(
      'Onboarding skipped',
      'You can find all these tips in the Help section later.',
      ONBOARDING_MS,
    ),

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
  verifiedMeaning: () =>
    info('Verified', 'Checked by this site’s admin. Not by PayPal or Cash App.'),
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
    info('Check Your Email', `Follow the link we sent to ${email} to finish.`),
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
  reviewReopened: (name: string) => info('Reopened', `${name} waits for a review again.`),
  reviewVerified: (name: string) => info('Verified', `${name} is now verified.`),
  reviewSuspended: (name: string) => info('Suspended', `${name} is in no search any more.`),
  reviewFailed: (sentence: string) => failure('Not Done', sentence),
  userDeletionFailed: (sentence: string) => failure('Delete Failed', sentence),

  // Updates
  updateAvailable: (version: string) =>
    info('Update Available!', `Version ${version} is ready to install.`),
  noUpdates: (version: string) =>
    info('No Updates Available', `You're already on the latest version ${version}.`),
  updateCheckFailed: () =>
    failure('Update Check Failed', 'Could not check for updates. Please try again later.'),
} as const;
