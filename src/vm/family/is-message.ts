/** Distinguishes the expected content of an SVM transaction from the expected content of an EVM transaction. */
import type { ExpectedMessage } from './abilities.js';

/** Whether the content, which can come from the page's storage, belongs to an SVM transaction. */
export const isMessage = (expected: object): expected is ExpectedMessage => 'blockhash' in expected;

/** The `lastValidBlockHeight` of a message that never expires, or whose expiry the page does not know. */
export const NEVER = String(2n ** 64n - 1n);

/** True if the content belongs to a message that expires at a known block height. */
export const isExpiring = (expected: object): boolean => isMessage(expected) && expected.lastValidBlockHeight !== NEVER;
