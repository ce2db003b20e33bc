/** The product's name stands here and nowhere else; every label is built from it. */
export const PRODUCT_NAME = 'Payfolk';
export const TAGLINE = 'The easiest way to pay and get paid';
