/** Defines how this package sends requests to the service, to a chain's node and to the venue (G51). */

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
