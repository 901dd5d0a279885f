/** Writes the seconds of a test file for the summary of `npm test`. Does nothing in other runs. */
import { appendFileSync } from 'node:fs';
import process from 'node:process';

/**
 * @param {string} file relative to the root
 * @param {number} seconds
 */
export function tellSeconds(file, seconds) {
  const { HUB_PAY_SECONDS } = process.env;
  if (HUB_PAY_SECONDS) appendFileSync(HUB_PAY_SECONDS, `${JSON.stringify({ file, seconds })}\n`);
}
