/** The limits on the body of a request, which `createProxy` and the defaults of `nodeListener` share. */

/** The maximum length of a body, in bytes. The documentation calls it 128 KiB. */
export const MAX_BODY: number = 128 * 1024;

/** The maximum time until a body is complete, in milliseconds. */
export const BODY_MS = 30_000;
