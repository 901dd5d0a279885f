/** Defines how a page requests anything from a service, a chain's node or an exchange (G51). */

/** The request follows no redirect, and sends no cookies and no referrer. The browser stores no answer. */
export const PRIVATE_REQUEST = {
  redirect: 'error',
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  cache: 'no-store',
} as const satisfies RequestInit;
