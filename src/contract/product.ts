/** The product's name, defined once. */
export const PRODUCT_NAME = 'Payfolk';
export const TAGLINE = 'The easiest way to pay and get paid';
