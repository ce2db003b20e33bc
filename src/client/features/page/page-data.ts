import { createContext, use } from 'react';
import { PAGE_DATA_ID, type PageData } from '#contract/pages.ts';

/** Only set while the server renders; the browser reads the same data from the document. */
export const PageDataContext = createContext<PageData | undefined>(undefined);

function readEmbedded(): PageData | undefined {
  const text =
    typeof document === 'undefined'
      ? undefined
      : document.getElementById(PAGE_DATA_ID)?.textContent;
  return text ? (JSON.parse(text) as PageData) : undefined;
}

const embedded = readEmbedded();

/** Undefined if the document was loaded for another path. */
export function usePageData(path: string): PageData | undefined {
  const data = use(PageDataContext) ?? embedded;
  return data?.path === path ? data : undefined;
}
