/**
 * From the press on the pay button to the first prompt: the page's veto, the last checks, and the lock against other
 * tabs.
 */
import { pause } from '../../shared/clock.js';
import { errorInfo, HubPayError } from '../../errors.js';
import type { ErrorInfo } from '../../errors.js';
import type { Account, ChainRecord, GuardNote, Payment } from '../../types.js';
import type { ChainAccess, VmAdapter } from '../../vm/adapter.js';
import type { Wallet } from '../../wallets/wallet.js';
import { formatUnits } from '../../shared/amounts.js';
import { attestationMode, unshownNotice, type AttestationResult } from '../guard/attestation.js';
import { randomName } from '../../shared/platform.js';
import { executePlan } from './execute-plan.js';
import { assertPersisted } from './execution.js';
import type { PaymentContext } from '../context/context.js';
import type { JournalEntry } from '../journal/entry.js';
import { blocksNewPayment } from '../journal/entry.js';
import { intentKey } from '../journal/keys.js';
import { tryLock } from '../journal/tab-lock.js';
import { recheckAbandoned } from '../track/find-transaction.js';
import type { GuardedQuote, PaymentPlan } from '../quote/plan-steps.js';
import { isFresh, planSteps } from '../quote/plan-steps.js';
import { assertCovers } from '../quote/request-quote.js';

export type Confirmation = {
  context: PaymentContext;
  /** The quote on the screen at the press. */
  quote: GuardedQuote;
  intent: Payment['intent'];
  account: Account;
  wallet: Wallet;
  adapter: VmAdapter;
  chain: ChainRecord;
  /** Aborted when the payer leaves the review they confirmed: then the press is void. */
  signal: AbortSignal;
  /** The quote on the screen now. */
  current: () => GuardedQuote | null;
  /** Result of the attestation check for the confirmed quote. */
  attested: Promise<AttestationResult>;
  /** The warnings on the screen at the press. */
  shownWarnings: readonly GuardNote[];
  /**
   * Ids of the payments that had settled when the payer began to choose. The payer has not seen those that settle
   * later.
   */
  endedEntryIds: ReadonlySet<string>;
  /**
   * Called if another payment of this journal key blocks a new one, in this tab or another one: show it instead of
   * paying again. Null: another tab holds the lock and has no such entry yet.
   */
  onOngoing: (entry: JournalEntry | null) => void;
};

/** Resolves when the wallet steps end, the payer moves on, or the press is refused; the state shows which. */
export async function confirmPayment(confirmation: Confirmation): Promise<void> {
  const { context, quote, signal } = confirmation;
  const refuse = (problem?: ErrorInfo): void => {
    if (!signal.aborted) context.dispatch({ type: 'confirm-vetoed', ...(problem && { problem }) });
  };
  try {
    if (!(await askPage(context, quote))) {
      refuse();
      return;
    }
    signal.throwIfAborted();
    const plan = planSteps(quote);
    const checks = [checkFunds(confirmation, plan), recheckAbandoned(context, signal)];
    const [doubt] = await Promise.all([checkAttested(confirmation), ...checks]);
    signal.throwIfAborted();
    if (doubt) {
      refuse();
      context.dispatch({ type: 'quote-attested', requestId: quote.summary.requestId, warning: doubt });
      return;
    }
    if (!isStillCurrent(confirmation)) {
      refuse();
      context.dispatch({ type: 'quote-aged' });
      return;
    }
    await payUnderLock(confirmation, plan);
  } catch (error) {
    refuse(errorInfo(error));
  }
}

/** The quote on the screen is still the confirmed one, and still fresh. */
const isStillCurrent = ({ context, quote, current }: Confirmation): boolean =>
  current()?.digest === quote.digest && isFresh(quote, context.deps.clock.now());

/** Emits `hub-confirm`, the page's last veto. False if a listener prevents it or a `waitUntil` promise rejects. */
export async function askPage(context: PaymentContext, quote: GuardedQuote): Promise<boolean> {
  const waits: Promise<unknown>[] = [];
  const asked = { open: true, prevented: false };
  context.emit('hub-confirm', {
    quote: quote.summary,
    waitUntil(promise: Promise<unknown>) {
      if (asked.open) waits.push(promise);
    },
    preventDefault() {
      if (asked.open) asked.prevented = true;
    },
  });
  asked.open = false;
  const answers = await Promise.allSettled(waits);
  return !asked.prevented && answers.every(({ status }) => status === 'fulfilled');
}

const CHECK_MS = 4_000;

/**
 * G60: throws on an attestation of another payment or by an unpinned solver. No answer in time counts as unavailable:
 * with `required` it throws too; with `warn` the payer sees a warning and can press again.
 */
async function checkAttested({
  context,
  attested,
  shownWarnings: told,
  signal,
}: Confirmation): Promise<GuardNote | null> {
  const mode = attestationMode(context.options);
  if (mode === 'off') return null;
  const late = pause(CHECK_MS, context.deps.clock, signal).then(() => 'unavailable' as const);
  return unshownNotice(await Promise.race([attested, late]), mode, told);
}

/** Checks the balances on chain. It can only stop a payment: values that could not be read stop none. */
async function checkFunds(
  { context, quote, account, adapter, chain, signal }: Confirmation,
  { steps }: PaymentPlan,
): Promise<void> {
  const { pays } = quote.summary;
  const { fetch, clock } = context.deps;
  const access: ChainAccess = { chain, fetch, clock, signal };
  const native = chain.currency;
  const refs = [{ currency: pays.currency }, ...(native ? [{ currency: native.address }] : [])];
  const read = Promise.all([
    adapter.balances(account.address, refs, access),
    adapter.estimateFee(
      steps.map(({ request }) => request),
      access,
    ),
  ]);
  const late = pause(CHECK_MS, clock, signal).then(() => [[], null] as const);
  const [[held = null, coins = null], cost] = await Promise.race([read, late]);
  if (held !== null) assertCovers(held, pays);
  const value = steps.reduce((sum, { request }) => sum + ('value' in request ? BigInt(request.value) : 0n), 0n);
  if (native && coins !== null && cost !== null && coins < value + cost) {
    throw new HubPayError('insufficient-native', 'The balance does not cover the network fee.', {
      values: { native: native.symbol, amount: `${formatUnits(cost, native.decimals)} ${native.symbol}` },
    });
  }
}

/** Only one tab at a time may go from the press to the wallet prompt. The journal is read again under the lock. */
async function payUnderLock(confirmation: Confirmation, plan: PaymentPlan): Promise<void> {
  const { context, wallet, adapter, chain, signal, endedEntryIds } = confirmation;
  const release = await tryLock(context.locks, context.key);
  if (!release) {
    confirmation.onOngoing(
      context.journal.read().find((entry) => blocksNewPayment(entry, endedEntryIds, context.deps.clock.now())) ?? null,
    );
    return;
  }
  try {
    signal.throwIfAborted();
    const underWay = context.journal
      .read()
      .find((entry) => blocksNewPayment(entry, endedEntryIds, context.deps.clock.now()));
    if (underWay) {
      confirmation.onOngoing(underWay);
      return;
    }
    if (isRequestIdUsed(context, plan.quote))
      throw new HubPayError('quote-unsafe', 'The service gave out a request id that was paid before.');
    const entry = newEntry(confirmation);
    context.journal.write(entry);
    assertPersisted(context, entry);
    context.dispatch({ type: 'authorized', payment: entry.payment, steps: plan.steps.map(({ ref }) => ref) });
    const left = new AbortController();
    const execution = executePlan({ context, plan, entry, wallet, adapter, chain, endedEntryIds, signal: left.signal });
    // A wallet may never answer: release the lock once the payer has moved on. A later answer is journaled without it.
    await Promise.race([execution, context.until((state) => state.name !== 'authorizing')]);
    left.abort(new Error('no longer authorizing'));
  } finally {
    release();
  }
}

/** True if this request id was used before. A cached quote would make two payments of one order. */
export const isRequestIdUsed = ({ journal }: PaymentContext, { summary }: GuardedQuote): boolean =>
  journal
    .read()
    .some(
      ({ payment, stage }) => payment.requestId === summary.requestId && stage !== 'prepared' && stage !== 'cancelled',
    );

/** The journal stores no calldata: the merchant who set the calls has it. */
function withoutCalldata({ txs: _calls, ...intent }: Payment['intent']): Payment['intent'] {
  return Object.freeze(intent);
}

export function newEntry({
  context,
  quote,
  intent,
  account,
}: Pick<Confirmation, 'context' | 'quote' | 'intent'> & { account: Account | null }): JournalEntry {
  const { clock, random } = context.deps;
  const now = clock.now();
  const { summary, digest } = quote;
  return {
    v: 1,
    id: randomName(random, 16),
    stage: 'prepared',
    payment: {
      intent: withoutCalldata(intent),
      quote: summary,
      requestId: summary.requestId,
      reference: context.options.reference ?? null,
      account,
      submissions: [],
    },
    digest,
    prompt: null,
    status: 'waiting',
    emitted: [],
    intent: intentKey(context.options),
    createdAt: now,
    updatedAt: now,
  };
}
