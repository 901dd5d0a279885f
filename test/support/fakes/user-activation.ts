/** Replaces `navigator.userActivation`, which says whether the page may open a window. */

export interface FakeActivation {
  /** The payer presses. */
  press(): void;
  /** The press is too old, or a window has used it up. */
  use(): void;
  readonly isActive: boolean;
  /** Puts the platform's own value back. */
  restore(): void;
}

export function fakeActivation(): FakeActivation {
  const state = { isActive: false };
  // Node 20 has no `navigator`.
  const isBare = typeof navigator === 'undefined';
  if (isBare) Object.defineProperty(globalThis, 'navigator', { configurable: true, value: {} });
  const had = Object.getOwnPropertyDescriptor(navigator, 'userActivation');
  Object.defineProperty(navigator, 'userActivation', { configurable: true, value: state });
  return {
    press: () => void (state.isActive = true),
    use: () => void (state.isActive = false),
    get isActive() {
      return state.isActive;
    },
    restore() {
      if (isBare) Reflect.deleteProperty(globalThis, 'navigator');
      else if (had) Object.defineProperty(navigator, 'userActivation', had);
      else Reflect.deleteProperty(navigator, 'userActivation');
    },
  };
}
