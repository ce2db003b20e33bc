import { z } from 'zod';
import { typedPasswordField } from '#contract/fields.ts';

export const confirmFormInput = z.object({ password: typedPasswordField });
