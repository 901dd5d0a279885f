/** Distinguishes the expected content of an SVM transaction from the expected content of an EVM transaction. */
import type { ExpectedMessage } from './abilities.js';

/** Whether the content belongs to a signed SVM transaction. Also works with content from the page's storage. */
export const isMessage = (expected: object): expected is ExpectedMessage => 'blockhash' in expected;
