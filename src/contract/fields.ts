import { z } from 'zod';
import { HANDLE_MAX_LENGTH, parseHandle } from './handles.ts';
import {
  hasBadge,
  hasBlankOrUnknown,
  hasBoxedV,
  hasLetterOrDigit,
  hasMarkStack,
  hasProductName,
  hasTrademark,
} from './name-rules.ts';
import { IMAGE_REFUSED, IMAGE_URL_MAX_LENGTH } from './pictures.ts';
import {
  mapPlatforms,
  PLATFORMS,
  PLATFORMS_AS_LISTED,
  type Platform,
} from './platforms/registry.ts';
import { PRODUCT_NAME } from './product.ts';
import {
  codePointLength,
  hasForbiddenCharacters,
  normalizeName,
  rawLimit,
  visible,
} from './text.ts';
import {
  atMost,
  boundedText,
  clearable,
  type TextRule,
  tooShort,
  typedText,
} from './text-field.ts';

/*
 * The rules of single fields, once each; forms and routes compose them. A missing value and one of the
 * wrong type get the field's own message. A field that a rule over several fields looks at aborts only
 * on its raw length: such a rule is skipped after an abort, and a form could not show everything at
 * once. Of two messages for one field the first counts.
 */
const forbidden = (label: string) => `${label} contains characters that are not allowed`;

const typedName = (rule: Required<TextRule>) =>
  typedText(rule, tooShort(rule))
    .overwrite(visible)
    .refine((text) => !hasForbiddenCharacters(text), { error: forbidden(rule.label) });

function nameLike(rule: Required<TextRule>, field = typedName(rule)) {
  return field
    .overwrite(normalizeName)
    .refine((text) => codePointLength(text) >= rule.min, { error: tooShort(rule) })
    .check(atMost(rule));
}

const NAME = { label: 'Name', min: 2, max: 100 } as const;
const SCREEN_NAME = { label: 'Screen name', min: 2, max: 50 } as const;

/** Contacts are private, so their owner may call them anything. */
export const contactNameField = nameLike(NAME);
export const contactScreenNameField = nameLike(SCREEN_NAME);

export type NameLabel = 'Name' | 'Screen name';
const pleaseEnter = (label: NameLabel) => `Please enter a ${label.toLowerCase()}`;
export const productNameRefused = (label: NameLabel) =>
  `${pleaseEnter(label)} without “${PRODUCT_NAME}”: it would look like an official account.`;
export const verifiedMarkRefused = (label: NameLabel) =>
  `${pleaseEnter(label)} without a “verified” mark: only we verify people.`;

/** A name that everybody sees must not look like a badge, like us, or like nothing. */
function publicName(rule: Required<TextRule> & { label: NameLabel }) {
  const please = pleaseEnter(rule.label);
  const noBadge = { error: `${please} without check marks, badges or shields.` };
  const field = typedName(rule)
    .refine((text) => !hasTrademark(text), { error: `${please} without ™, ® or ©.` })
    .refine((text) => !hasBoxedV(text), noBadge);
  return nameLike(rule, field)
    .refine((name) => !hasBlankOrUnknown(name), { error: forbidden(rule.label) })
    .refine(hasLetterOrDigit, { error: `${please} with letters or numbers.` })
    .refine((name) => !hasBadge(name), noBadge)
    .refine((name) => !hasMarkStack(name), {
      error: `${please} with at most two accents on a letter.`,
    })
    .refine((name) => !hasProductName(name), {
      error: productNameRefused(rule.label),
    });
}

export const nameField = publicName(NAME);
export const screenNameField = publicName(SCREEN_NAME);

/** Optional text: null and '' both clear it. `lines` lets it have several. */
export function clearableText(rule: TextRule, { lines = false } = {}) {
  return typedText(rule, `${rule.label} must be text`)
    .overwrite((text) => visible(text).replaceAll('\r\n', '\n'))
    .refine((text) => !hasForbiddenCharacters(text, { lines }), {
      error: forbidden(rule.label),
      abort: true,
    })
    .check(atMost(rule))
    .transform((text) => (text === '' ? null : text))
    .nullable();
}

const EMAIL_INVALID = 'Please enter a valid email address';

// ASCII only: a look-alike letter from another script would be another address.
const EMAIL =
  /^(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/i;

const EMAIL_RULE: TextRule = { label: 'Email', max: 254 };

/** `missing` is the message for an empty field. */
function emailLike(missing: string) {
  return typedText(EMAIL_RULE, missing)
    .overwrite(visible)
    .refine((text) => text !== '', { error: missing, abort: true })
    .check(atMost(EMAIL_RULE))
    .refine((text) => EMAIL.test(text), { error: EMAIL_INVALID });
}

export const emailField = emailLike('Email is required');
/** Logging in has the same message for an empty field. */
export const loginEmailField = emailLike(EMAIL_INVALID);

const PASSWORD: Required<TextRule> = { label: 'Password', min: 8, max: 128 };

/** What is typed to log in. Taken exactly as it is: nothing trimmed, nothing cut off. */
export const typedPasswordField = typedText(PASSWORD, 'Password is required')
  .min(1, { error: 'Password is required', abort: true })
  .check(atMost(PASSWORD));

export const newPasswordField = typedText(PASSWORD, 'Password is required')
  .min(1, { error: 'Password is required', abort: true })
  .refine((text) => codePointLength(text) >= PASSWORD.min, {
    error: tooShort(PASSWORD),
    abort: true,
  })
  .check(atMost(PASSWORD));

/** Compared with the password beside it, which has every other rule. */
export const confirmPasswordField = typedText(PASSWORD, 'Please confirm your password').min(1, {
  error: 'Please confirm your password',
});

const PHONE_INVALID = 'Please enter a valid phone number';
const PHONE_MAX_LENGTH = 16;
/** '(415) 555-0188' is how people write a number. */
const PHONE_PUNCTUATION = /[\s()./–-]/gu;
const PHONE = /^\+?[1-9][0-9]{1,14}$/;

/** Optional: null and '' both clear it. */
export const phoneNumberField = clearable(
  boundedText(rawLimit(PHONE_MAX_LENGTH), { wrongType: PHONE_INVALID, tooLong: PHONE_INVALID })
    .overwrite((text) => visible(text).replace(PHONE_PUNCTUATION, ''))
    .regex(PHONE, { error: PHONE_INVALID }),
);

const WEBSITE: TextRule = { label: 'Website', max: 300 };
const WEBSITE_INVALID = 'Please enter a valid website URL (must start with http:// or https://)';

/** An address to link to: no user:password@ to hide the real host behind, no spaces to confuse a reader. */
function isWebsite(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || /[\s\\]/u.test(text) || hasForbiddenCharacters(text))
    return false;
  if (!URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname.includes('.') && username === '' && password === '';
}

/** Optional: null and '' both clear it. */
export const websiteUrlField = clearable(
  typedText(WEBSITE, WEBSITE_INVALID)
    .overwrite(visible)
    // Parsing turns a non-Latin host into punycode, which is quadratic in its length.
    .check(atMost(WEBSITE, { abort: true }))
    .refine(isWebsite, { error: WEBSITE_INVALID }),
);

export const USERNAME: Required<TextRule> = { label: 'Username', min: 3, max: 30 };
export const USERNAME_LETTERS = /^[A-Za-z0-9._-]+$/;
export const USERNAME_LETTERS_REFUSED =
  'Username may only contain letters, numbers, dots, dashes and underscores';

/** Capitals become small, after the alphabet was checked: some foreign letters have small ASCII forms. */
export const usernameField = typedText(USERNAME, tooShort(USERNAME))
  .overwrite(visible)
  .refine((text) => codePointLength(text) >= USERNAME.min, {
    error: tooShort(USERNAME),
    abort: true,
  })
  .check(atMost(USERNAME))
  .regex(USERNAME_LETTERS, { error: USERNAME_LETTERS_REFUSED })
  .regex(/[A-Za-z0-9]/, { error: 'Username must contain a letter or a number' })
  .overwrite((text) => text.toLowerCase());

const quoted = PLATFORMS_AS_LISTED.map((platform) => `'${platform}'`);
export const PLATFORM_REFUSED = `Platform must be either ${quoted.slice(0, -1).join(', ')}, or ${quoted.at(-1)}`;
export const platformField = z.enum(PLATFORMS, { error: PLATFORM_REFUSED });

const HANDLE: TextRule = { label: 'Username', max: HANDLE_MAX_LENGTH };

/** What a handle starts from: text of a bounded length and nothing else. */
export const handleText = (wrongType: Parameters<typeof typedText>[1]) =>
  typedText(HANDLE, wrongType);

/** A handle as text; what it may hold depends on the platform beside it: see `parseHandle`. */
export const handleField = handleText('Username is required')
  .overwrite(visible)
  .refine((text) => text !== '', { error: 'Username is required' })
  .check(atMost(HANDLE));

/** A form's optional field for one platform: blank is null, anything else the form that is stored. */
function optionalHandleField(platform: Platform) {
  return handleText('Username is required')
    .transform((text, context) => {
      if (visible(text) === '') return null;
      const parsed = parseHandle(platform, text);
      if (parsed.ok) return parsed.stored;
      context.addIssue({ code: 'custom', message: parsed.message });
      return z.NEVER;
    })
    .nullable();
}

export const optionalHandleFields = mapPlatforms(optionalHandleField);

/**
 * A picture as a data URL; null and '' remove it. Its size and what it really holds are checked by the
 * server, which answers 413 for one that is too large.
 */
export const profileImageField = boundedText(IMAGE_URL_MAX_LENGTH, {
  wrongType: IMAGE_REFUSED,
  tooLong: IMAGE_REFUSED,
})
  .refine((text) => text === '' || /^data:image\/(?:png|jpeg|webp|gif);base64,/.test(text), {
    error: IMAGE_REFUSED,
  })
  .transform((text) => (text === '' ? null : text))
  .nullable();

/** The last ID of a serial column. */
export const SERIAL_MAX = 2_147_483_647;
const ID_MAX_LENGTH = 10;
export const ID_INVALID = 'This id is not valid';

/** An id in a body. */
export const userIdField = z
  .int({ error: ID_INVALID })
  .min(1, { error: ID_INVALID })
  .max(SERIAL_MAX, { error: ID_INVALID });

/** An id in an address: plain digits, so that no number has two spellings. */
export const idParams = z.object({
  id: boundedText(ID_MAX_LENGTH, { wrongType: ID_INVALID, tooLong: ID_INVALID })
    .regex(/^[1-9][0-9]{0,9}$/, { error: ID_INVALID })
    .transform(Number)
    .refine((id) => id <= SERIAL_MAX, { error: ID_INVALID }),
});
