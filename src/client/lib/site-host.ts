import { createContext } from 'react';

/** The host of the site, to show in links. The server's rendering sets it; the browser knows it. */
export const SiteHost = createContext(typeof window === 'undefined' ? '' : window.location.host);
