/**
 * Waits for a press of the payer before the page asks a wallet that may need one. A wallet that opens a window can do
 * so only shortly after a press, and only once for each press. The browser blocks any other window.
 */
import { isPressFresh } from '../../shared/press.js';
import { isAborted, sleep } from '../../shared/time/clock.js';
import { onAbort } from '../../shared/time/on-abort.js';
import type { StepRef } from '../../types.js';
import type { Wallet } from '../../wallets/wallet.js';
import type { PaymentContext } from '../context/context.js';
import type { JournalEntry } from '../journal/entry.js';
import { isShowing } from '../model/state.js';

/** What this file needs of an `Execution`. */
type Asking = {
  context: PaymentContext;
  entry: JournalEntry;
  wallet: Wallet;
  signal: AbortSignal;
  pressed?: boolean;
};

/**
 * Time after which an unused press shows that the wallet opened no window with it, in milliseconds. A press lasts a few
 * seconds, unless a window uses it up.
 */
const USED_MS = 500;

/**
 * Shows the button *Continue in {wallet}* and waits for its press, if the payer's last press is used up or too old.
 * Does nothing if the wallet is known to open its prompt without a press, or if the browser showed no press when the
 * payer pressed the pay button. Also does nothing outside the state `authorizing`. If the payer leaves, waits until the
 * signal aborts.
 */
export async function awaitPress(asking: Asking, step: StepRef): Promise<void> {
  const { context, entry, wallet, signal, pressed } = asking;
  const isGone = pressed && isPressFresh() === false;
  if (!isGone || context.walletsPromptingAlone.has(wallet.id) || context.state().name !== 'authorizing') return;
  context.dispatch({ type: 'step-phase', step, phase: 'press' });
  await context.until((state) => state.name !== 'authorizing' || state.phase !== 'press');
  // The state changes before the signal aborts, and no prompt may open in between.
  const state = context.state();
  const isLeft = state.name !== 'authorizing' || !isShowing(state, entry.payment.requestId);
  if (isLeft && !isAborted(signal)) await new Promise<void>((resolve) => void onAbort(signal, resolve));
}

/**
 * Asks the wallet, and learns whether it opens its prompt without a press. The wallet does so if a fresh press is still
 * unused shortly after the request, or if the request succeeds although there was no fresh press.
 */
export async function learning<T>({ context, wallet, signal }: Asking, ask: () => Promise<T>): Promise<T> {
  const learn = (): void => void context.walletsPromptingAlone.add(wallet.id);
  const before = isPressFresh();
  const answer = ask();
  if (before) {
    const looked = Promise.race([answer.catch(() => undefined), sleep(USED_MS, context.deps.clock, signal)]);
    void looked.then(() => {
      if (isPressFresh()) learn();
    });
  }
  const result = await answer;
  if (before === false) learn();
  return result;
}
