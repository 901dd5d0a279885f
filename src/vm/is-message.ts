/** Tells apart the two forms in which the page recognizes a transaction on its chain. */
import type { ExpectedMessage } from './abilities.js';

/** Whether the content, also one that the page has stored, is that of a signed SVM transaction. */
export const isMessage = (expected: object): expected is ExpectedMessage => 'blockhash' in expected;
