/** Tells whether the payer has just pressed a key or button, as far as the browser says. */

/** Whether a press is so fresh that the page may open a window. Null if the browser does not tell. */
export const isPressFresh = (): boolean | null =>
  typeof navigator === 'undefined'
    ? null
    : ((navigator.userActivation as UserActivation | undefined)?.isActive ?? null);
