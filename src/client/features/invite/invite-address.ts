import { PRODUCT_NAME, TAGLINE } from '#contract/product.ts';

export function isInvitable(email: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
}

/** An email with everything but the greeting written. */
export function inviteAddress(email: string, origin: string): string {
  const subject = `Check out ${PRODUCT_NAME} - Your Payment App`;
  const body = `${TAGLINE}: ${origin}`;
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
