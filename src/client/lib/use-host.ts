import { createContext, use } from 'react';
import { RESPONSES_ID } from '#contract/session.ts';
import { useBrowserValue } from './use-browser-value.ts';

const embedded = typeof document === 'undefined' ? null : document.getElementById(RESPONSES_ID);

/** The host in the page that the server has rendered, where hydration starts. */
export const RenderedHost = createContext(embedded?.dataset.host ?? '');

/** The site's host as the browser sees it, to show in an address. */
export const useHost = () => useBrowserValue(() => window.location.host, use(RenderedHost));
