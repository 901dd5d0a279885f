/** Tracks the deposits to a deposit address, including repeated and late deposits and those of a wrong amount. */
import type { CallOptions } from '../../api/client.js';
import { parseRecord } from '../../api/responses/parse.js';
import type { WireRecord, WireStatus } from '../../api/responses/types.js';
import { sleep } from '../../shared/time/clock.js';
import { HubPayError } from '../../errors.js';
import type { Deposit, ExtraDeposit } from '../../types.js';
import { tokenAmount, withAmount } from '../../shared/amounts.js';
import { belongsToOtherEntry } from '../journal/transaction-owners.js';
import { isLastEnd, isSettled } from '../journal/lifecycle.js';
import type { PaymentContext } from '../context/context.js';
import { transactionRef, readChain } from '../context/readers.js';
import { PaymentRecord } from '../context/payment-record.js';
import { isSeenByService } from '../context/status.js';
import { watchedAddress } from './earlier/withheld-address.js';
import { pacedContext } from './paced-context.js';
import type { StatusSource } from './status/poll-status.js';
import { toJson } from '../../shared/builtins/to-json.js';

const RECORD_POLL_MS = 15_000;

/** Time between the outcome on the screen and the first search for further deposits, in milliseconds. */
const SOON_POLL_MS = 3_000;

/**
 * Minimum time of the search for further deposits, in milliseconds. While a further deposit is neither delivered nor
 * refunded, the search lasts up to `LONGEST_MS`.
 */
const AFTER_MS = 300_000;
const LONGEST_MS = 86_400_000;

/** Longest wait for an amount from the chain, in milliseconds. */
const AMOUNT_READ_MS = 3_000;

/**
 * Tracks further deposits to the address of a settled payment. While the payment is not on the screen, its questions
 * wait for the page's budget.
 */
export async function trackExtraDeposits(context: PaymentContext, id: string): Promise<void> {
  const record = new PaymentRecord(context, id);
  await new DepositTracker(pacedContext(context, record), record).afterwards(context.signal);
}

type FoundDeposits = WireRecord & { id: string };

/** A status source that also looks up the deposits to the deposit address. */
export class DepositTracker implements StatusSource {
  readonly #context: PaymentContext;
  readonly #record: PaymentRecord;
  #looked = -Infinity;
  /**
   * The hash of the deposit in the last status answer. A further answer with this hash does not request the amount from
   * the chain again. A lookup by the deposit address still does, while the amount is unknown.
   */
  #read: string | undefined;
  /** How the last poll asked the service: by deposit address or by request id. */
  #turn: 'address' | 'request' = 'address';

  constructor(context: PaymentContext, record: PaymentRecord) {
    this.#context = context;
    this.#record = record;
  }

  /** The deposit address. After a reload, it is empty until the service's record has confirmed it. */
  get #address(): string {
    const entry = this.#record.entry();
    return entry ? watchedAddress(this.#context, entry.payment) : '';
  }

  /**
   * Requests the status of the payment by its request id. If the deposit address is known, every second call at most
   * requests the records of this address instead, with at least 15 seconds between two such requests.
   */
  async status(requestId: string, options?: CallOptions): Promise<WireStatus> {
    const { clock } = this.#context.deps;
    const signal = options?.signal ?? this.#context.signal;
    const isDue = this.#address !== '' && this.#turn === 'request' && clock.now() - this.#looked >= RECORD_POLL_MS;
    this.#turn = isDue ? 'address' : 'request';
    if (isDue) return (await this.#lookAt(requestId, signal)) ?? { status: 'waiting' };
    const answer = await this.#context.client.status(requestId, options);
    const [hash] = isSeenByService(answer.status) ? (answer.inTxHashes ?? []) : [];
    if (hash !== this.#read) this.#note(await this.#arrived(hash, signal));
    this.#read = hash;
    return answer;
  }

  /** Searches for further deposits for 5 minutes, or for up to 24 hours while one is neither delivered nor refunded. */
  async afterwards(signal: AbortSignal): Promise<void> {
    const { clock } = this.#context.deps;
    const ended = clock.now();
    for (let wait = SOON_POLL_MS; ; wait = RECORD_POLL_MS) {
      await sleep(wait, clock, signal);
      const entry = this.#record.entry();
      if (signal.aborted || !entry || !isSettled(entry)) return;
      const age = clock.now() - ended;
      if (age > LONGEST_MS || (age > AFTER_MS && entry.payment.deposit?.extraDeposits.every(isOver))) return;
      await this.#context.turn?.(signal);
      if (this.#address !== '') await this.#lookAt(entry.payment.requestId, signal).catch(() => null);
    }
  }

  /**
   * Looks up the deposits. Returns null if the service has not seen the payment's own request, or after an abort. Also
   * returns null if the lookup fails, because the polls by request id can settle the payment alone.
   * @throws HubPayError with `retryAfter`, so that the next poll waits
   */
  #lookAt(requestId: string, signal: AbortSignal): Promise<WireStatus | null> {
    return this.#look(requestId, signal).catch((error: unknown) => {
      if (error instanceof HubPayError && error.retryAfter !== undefined) throw error;
      return null;
    });
  }

  async #look(requestId: string, signal: AbortSignal): Promise<WireStatus | null> {
    this.#looked = this.#context.deps.clock.now();
    const query = { depositAddress: this.#address, includeChildRequests: true };
    const { requests } = await this.#context.client.requests(query, { signal });
    const found = requests.map((request): FoundDeposits => ({ ...parseRecord(request), id: request.id.toLowerCase() }));
    const own = this.#ownOf(found, requestId);
    const others = found
      .filter((each) => each !== own && each.id !== requestId)
      .map((each) => this.#extraDeposit(each));
    const arrived = await this.#arrived(own?.depositTxHash ?? own?.inTxs?.[0]?.hash, signal);
    if (signal.aborted) return null;
    this.#note({ ...arrived, ...this.#lateness(own), extraDeposits: others });
    return own && isSeenByService(own.status) ? statusOf(own) : null;
  }

  /**
   * Returns the service's request for this payment: the one with the id `requestId`, or the last one that replaced it.
   * A deposit address that is not `strict` can have no request with this id. The search then starts with the last
   * listed request whose deposit belongs to no other payment.
   */
  #ownOf(found: readonly FoundDeposits[], requestId: string): FoundDeposits | undefined {
    const entry = this.#record.entry();
    const isStrict = entry?.payment.intent['strict'] === true;
    const paidAnother = ({ inTxs = [] }: FoundDeposits): boolean =>
      inTxs.some(({ hash }) => belongsToOtherEntry(this.#context.deps.storage, hash, entry?.id ?? ''));
    const first = isStrict ? undefined : found.findLast((each) => !paidAnother(each));
    let own = found.find(({ id }) => id === requestId) ?? first;
    for (let steps = 0; steps < found.length; steps += 1)
      own = found.find(({ id }) => id === own?.supersededByRequestId?.toLowerCase()) ?? own;
    return own;
  }

  /**
   * Marks a deposit as late if its block's time is at or after the deadline. Block times are rounded down to seconds,
   * so a deposit in time is never marked.
   */
  #lateness(own: FoundDeposits | undefined): Partial<Deposit> {
    const deadline = this.#record.entry()?.payment.deposit?.deadline;
    const came = own?.inTxs?.[0]?.timestamp;
    return deadline !== undefined && came !== undefined && came * 1_000 >= deadline ? { isLate: true } : {};
  }

  /** Writes a new value to the journal, and shows it if the payment is on the screen. */
  #note(change: Partial<Deposit>): void {
    const payment = this.#record.entry()?.payment;
    if (!payment?.deposit) return;
    const deposit = { ...payment.deposit, ...change };
    const text = toJson(deposit);
    const { quote, intent } = payment;
    // A deposit address that is not `strict` accepts any amount, so the arrived amount is the paid amount.
    const { arrived } = deposit;
    const isOpen = intent['strict'] !== true && quote.pays.currency !== '';
    const pays = arrived !== undefined && isOpen ? withAmount(quote.pays, arrived) : quote.pays;
    const next = { ...payment, quote: pays === quote.pays ? quote : { ...quote, pays }, deposit };
    if (text !== toJson(payment.deposit)) this.#record.apply({ type: 'noted', payment: next });
    const state = this.#context.state();
    if ('payment' in state && text !== toJson(state.payment.deposit))
      this.#record.show({ type: 'payment-updated', payment: next });
  }

  /**
   * Reads the amount that this transaction sent to the deposit address. Returns an empty object if the amount cannot be
   * read or is already known.
   */
  async #arrived(hash: string | undefined, signal: AbortSignal): Promise<Partial<Deposit>> {
    const { deposit, quote } = this.#record.entry()?.payment ?? {};
    if (!quote?.pays.currency || !this.#address || hash === undefined || deposit?.arrived !== undefined) return {};
    const { chainId, currency } = quote.pays;
    const amount = await readChain(this.#context, chainId, AMOUNT_READ_MS, signal, ({ adapter, access }) =>
      adapter.ledger?.receivedAmount(hash, this.#address, currency, access),
    );
    return amount === null ? {} : { arrived: String(amount) };
  }

  #extraDeposit({ id, status, metadata, outTxs = [] }: FoundDeposits): ExtraDeposit {
    const out = status === 'refund' ? outTxs[0] : undefined;
    return {
      requestId: id,
      status,
      amount: metadata?.currencyIn ? tokenAmount(metadata.currencyIn) : null,
      transaction: out ? transactionRef(this.#context, out.chainId, out.hash) : null,
    };
  }
}

const isOver = ({ status }: ExtraDeposit): boolean => isLastEnd(status);

const statusOf = ({ status, inTxs = [], outTxs = [] }: FoundDeposits): WireStatus => ({
  status,
  inTxHashes: inTxs.map(({ hash }) => hash),
  txHashes: outTxs.map(({ hash }) => hash),
});
