/** Defines how a page sends requests to a service, a chain's node or an exchange (G51). */

/**
 * With these options, a request follows no redirect, and sends no cookies and no referrer. The browser caches no
 * answer.
 */
export const PRIVATE_REQUEST = {
  redirect: 'error',
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  cache: 'no-store',
} as const satisfies RequestInit;
