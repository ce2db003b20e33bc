import type { Contact, UpdateContactInput } from '#contract/contacts.ts';
import { mapPlatforms, PLATFORMS, type Platform } from '#contract/platforms/registry.ts';
import type { ContactFormInput, ContactFormValues } from './contact-rules.ts';

export const contactFormName = (contact: Contact) => `contact-${contact.id}`;

export function contactValues(contact: Contact): ContactFormValues {
  const handleOn = (platform: Platform) =>
    contact.accounts.find((account) => account.platform === platform)?.username ?? '';
  return {
    name: contact.name,
    nickname: contact.nickname ?? '',
    phoneNumber: contact.phoneNumber ?? '',
    relationship: contact.relationship ?? '',
    notes: contact.notes ?? '',
    handles: mapPlatforms(handleOn),
    preferred: contact.accounts.find(({ isDefault }) => isDefault)?.platform,
  };
}

export function toContactUpdate(input: ContactFormInput): UpdateContactInput {
  const { handles, preferred, ...rest } = input;
  const accounts: NonNullable<UpdateContactInput['accounts']> = [];
  for (const platform of PLATFORMS) {
    const username = handles[platform];
    if (username) accounts.push({ platform, username, isDefault: platform === preferred });
  }
  return { ...rest, accounts };
}

/** 'accounts.1.username' is the second handle that was sent. */
export function toContactField(path: string, sent: UpdateContactInput): string {
  const index = /^accounts\.(\d+)\./.exec(path)?.[1];
  const account = index === undefined ? undefined : sent.accounts?.[Number(index)];
  return account ? `handles.${account.platform}` : path;
}
