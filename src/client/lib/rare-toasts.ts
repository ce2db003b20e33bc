import { PRODUCT_NAME } from '#contract/product.ts';
import { failure, info, type ToastMessage } from './toast-store.ts';

/** The toasts of inviting, installing and updating, whose code loads when it is used. */

const INSTALLING_MS = 5_000;
const INSTALL_GUIDE_MS = 6_000;

export const rareToasts = {
  // Inviting
  emailClientOpening: () =>
    info('Email Client Opening', 'Your email app opens with the invitation written.'),
  invalidEmail: () => failure('Invalid Email', 'Please enter a valid email address.'),

  // Installing
  installing: () =>
    info(`Installing ${PRODUCT_NAME}`, 'Follow your browser’s prompt to finish.', INSTALLING_MS),
  installationGuide: () =>
    info('Installation Guide', 'The steps for your device are in the new tab.', INSTALL_GUIDE_MS),
  installationFailed: (): ToastMessage => ({
    ...failure(
      'Installation Failed',
      'There was a problem creating the installation guide. Please try again.',
    ),
    durationMs: INSTALLING_MS,
  }),

  // Updates
  updateAvailable: (version: string) =>
    info('Update Available!', `Version ${version} is ready to install.`),
  noUpdates: (version: string) =>
    info('No Updates Available', `You're already on the latest version ${version}.`),
  updateCheckFailed: () =>
    failure('Update Check Failed', 'Could not check for updates. Please try again later.'),
} as const;
