/** Reads from the requests of a page which chunks of the element it has loaded. */
import type { Page } from '../support/pages/drive.js';

/** The chunks that only a payment from the SVM chain or from the venue needs. */
const OTHERS = /^(?:svm|sha2|addresses|.*-svm|.*venue.*|.*execute-(?:signed-transfer|instructions)|.*route-ladder)$/u;

/** The names of the requested chunks, without their hashes. */
export const chunksOf = ({ requested }: Page): string[] => [
  ...new Set(requested.flatMap((url) => /\/chunks\/(.+)-[\da-f]+\.js$/u.exec(url)?.[1] ?? [])),
];

/** The names of the requested chunks that a page with EVM chains only does not need. */
export const otherChunks = (page: Page): string[] => chunksOf(page).filter((name) => OTHERS.test(name));
