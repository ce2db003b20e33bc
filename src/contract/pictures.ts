/** 5 MB of picture, counted before it is written as a data URL. */
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024;
/** Longer than any picture of that size as a data URL: the server answers 413 for those, with its own sentence. */
export const IMAGE_URL_MAX_LENGTH = 7 * 1024 * 1024;
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export const IMAGE_REFUSED = 'Please choose a PNG, JPEG, WebP or GIF image';
