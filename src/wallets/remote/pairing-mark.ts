/**
 * Remembers, for this tab, until when a wallet can answer a code. A reload loses the keys of the code, which only the
 * memory of the page has: every script of the page could read them in a storage. The mark lets the next page tell the
 * payer, because the wallet can show a connection that this page does not know.
 */

const KEY = 'hub-pay/walletconnect/pairing';

/** @param until when the code runs out, as Unix time in milliseconds */
export const markPairing = (until: number): void => {
  try {
    sessionStorage.setItem(KEY, String(until));
  } catch {
    return;
  }
};

/**
 * Removes the mark. Returns true if there was one, and if its code has not run out.
 * @param now the current time, as Unix time in milliseconds
 */
export function takePairingMark(now: number): boolean {
  try {
    const until = Number(sessionStorage.getItem(KEY));
    sessionStorage.removeItem(KEY);
    return until > now;
  } catch {
    return false;
  }
}
