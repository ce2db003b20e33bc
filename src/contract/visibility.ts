import { z } from 'zod';

export const PHONE_VISIBILITIES = ['everyone', 'members', 'nobody'] as const;
export type PhoneVisibility = (typeof PHONE_VISIBILITIES)[number];

export const phoneVisibilityField = z.enum(PHONE_VISIBILITIES, {
  error: `phoneVisibility must be one of ${PHONE_VISIBILITIES.join(', ')}`,
});

export const isListedField = z.boolean({ error: 'isListed must be true or false' });
