/** Defines how a page sends requests to a service, a chain's node or an exchange (G51). */

/** The request follows no redirect, sends no cookies and no referrer, and leaves no answer in the browser's cache. */
export const PRIVATE_REQUEST = {
  redirect: 'error',
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  cache: 'no-store',
} as const satisfies RequestInit;
