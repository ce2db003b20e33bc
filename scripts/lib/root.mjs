import { fileURLToPath } from 'node:url';

/** The folder of the checkout, however and from wherever a script is called. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '');
