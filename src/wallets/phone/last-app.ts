/** Remembers which wallet's app the payer opened last on this device. */

const KEY = 'hub-pay/app';

/** The id of the app, or null if none is known. */
export function readLastApp(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Stores the id of the app; does nothing if the page may not store anything. */
export function writeLastApp(id: string): void {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    return;
  }
}
