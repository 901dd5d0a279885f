/** Distinguishes the expected content of an SVM transaction from the expected content of an EVM transaction. */
import type { ExpectedMessage } from './abilities.js';

/** Whether the content, which can come from the page's storage, belongs to a signed SVM transaction. */
export const isMessage = (expected: object): expected is ExpectedMessage => 'blockhash' in expected;
