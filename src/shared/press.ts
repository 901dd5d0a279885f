/** Reads whether the payer has just pressed a key or a button. */

/**
 * Whether the last press is so recent that the browser still lets the page open a window. Null if the browser does not
 * support `navigator.userActivation`.
 */
export const isPressFresh = (): boolean | null =>
  typeof navigator === 'undefined'
    ? null
    : ((navigator.userActivation as UserActivation | undefined)?.isActive ?? null);
