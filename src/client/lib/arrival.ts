/** Whether this visit began with a link to a person. Such a visitor came to pay, not for a tour. */
export const cameByLink =
  typeof window !== 'undefined' && new URLSearchParams(window.location.search).has('search');
