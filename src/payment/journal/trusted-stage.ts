/**
 * Decides how far the page relies on a stored stage. Any script of this origin can rewrite the storage, so a stored
 * stage alone never shows that nothing was paid. Only this page, a chain, the wallet, the venue and the service can
 * show this.
 */
import { isPaying } from '../../shared/step-ids.js';
import { isUnsent, type JournalEntry, type Stage } from './entry.js';
import { isPrepared, isUnfinished } from './lifecycle.js';

/** True if this page has last written one of the stages `prompted` and `sent`. */
export const wasAsked = (written: Stage | undefined): written is Stage =>
  written !== undefined && isUnfinished({ stage: written });

/** The stages that no tab changes to `prepared` or `cancelled` in one step. */
const NEVER_UNSENT: readonly Stage[] = ['awaiting-deposit', 'sent', 'failed', 'settled'];

/**
 * Returns the stage of a stored entry. Another script can have stored that nothing was sent, that is, `prepared` or
 * `cancelled`. The page then keeps the stage that it knows in these cases:
 * - This page has last written that the payment was perhaps sent, and the stored stage is `prepared`.
 * - The stage that the page knows is one of `NEVER_UNSENT`.
 * - The page knows that the payment was perhaps sent, and the stored stage is `prepared` with a prompt. After a refused
 *   batch, a `prepared` entry has no prompt.
 *
 * In all other cases, the page takes the stored stage. If this page has stored that the payment was perhaps sent, it
 * does not take the stored error (`outcomeOf` in `page-terms.ts`).
 * @param page.written the stage that this page has written last
 * @param page.seen the stage that this page has read or written last
 */
export function restoredStage(
  { stage, prompt }: Pick<JournalEntry, 'stage' | 'prompt'>,
  { written, seen }: { written: Stage | undefined; seen: Stage | undefined },
): Stage {
  if (!isUnsent({ stage })) return stage;
  if (isPrepared({ stage }) && wasAsked(written)) return written;
  if (seen === undefined || isUnsent({ stage: seen })) return stage;
  return NEVER_UNSENT.includes(seen) || (isPrepared({ stage }) && prompt !== null) ? seen : stage;
}

/**
 * True if only the storage shows that nothing was sent, so that the page must at least ask the service before the payer
 * pays again.
 */
export const isOnlyStoredUnsent = (entry: JournalEntry): boolean => isUnsent(entry) && !entry.isOwnStage;

/** True if the last request to the wallet was for the step that pays. */
export const hasPayingPrompt = ({ prompt }: Pick<JournalEntry, 'prompt'>): boolean =>
  prompt !== null && isPaying(prompt.step.id);

/**
 * True if the wallet was asked to pay, although the stage is `prepared` or `cancelled`. A wallet can refuse a payment
 * and still send it, and another script can have changed the stage. False while this page itself prompts the payer for
 * a signature, which pays nothing before the page posts or sends it.
 */
export const isPerhapsSent = (entry: JournalEntry): boolean =>
  isUnsent(entry) && hasPayingPrompt(entry) && !(isPrepared(entry) && entry.isOwnStage);

/**
 * True if the stage is `prepared` or `cancelled`, but the entry contains what only a payment that was seen as sent or a
 * payment to a deposit address has. Usually, another script has then changed the stage.
 */
export const contradictsItself = (entry: JournalEntry): boolean => {
  const { payingHash, signed, batched, deposit } = entry.payment;
  return isUnsent(entry) && (payingHash !== undefined || signed === true || batched === true || deposit !== undefined);
};
