import { z } from 'zod';
import { PHONE_VISIBILITIES } from './constants.ts';

export type PhoneVisibility = (typeof PHONE_VISIBILITIES)[number];

export const phoneVisibilityField = z.enum(PHONE_VISIBILITIES, {
  error: `phoneVisibility must be one of ${PHONE_VISIBILITIES.join(', ')}`,
});

export const isListedField = z.boolean({ error: 'isListed must be true or false' });
