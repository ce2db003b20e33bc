/** The only place of the product's name. */
export const PRODUCT_NAME = 'Payfolk';
export const TAGLINE = 'The easiest way to pay and get paid';
