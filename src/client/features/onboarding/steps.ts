import type { PortraitName } from '#client/components/portrait.tsx';
import { PRODUCT_NAME } from '#contract/product.ts';

interface Step {
  title: string;
  text: string;
  portrait: PortraitName;
}

export const STEPS: Step[] = [
  {
    title: `Welcome to ${PRODUCT_NAME}!`,
    text: 'A phone book that pays: find people and businesses, and see how they get paid.',
    portrait: 'amara',
  },
  {
    title: 'Search for People',
    text: 'Type a name or a username. Small typos and missing accents are fine.',
    portrait: 'jun',
  },
  {
    title: 'Choose a Platform',
    text: 'Cash App, PayPal, Apple Pay or Venmo. Filter the list to the one you already use.',
    portrait: 'leila',
  },
  {
    title: 'Connect Your Accounts',
    text: 'Register and add your own usernames, so that others can find and pay you.',
    portrait: 'theo',
  },
  {
    title: 'Send Payments Securely',
    text: 'You pay in their app, never here. Check the name before you send.',
    portrait: 'ruth',
  },
];
