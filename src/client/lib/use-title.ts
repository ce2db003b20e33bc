import { useEffect } from 'react';
import { PRODUCT_NAME, TAGLINE } from '#contract/product.ts';

/** What the tab and the history say. Without words of its own a screen shows the tagline. */
export function useTitle(words?: string): void {
  useEffect(() => {
    document.title = words ? `${words} · ${PRODUCT_NAME}` : `${PRODUCT_NAME} · ${TAGLINE}`;
  }, [words]);
}
