/** The world of a random run: what the payer and the network do, what has really happened, and what must not happen. */
import { journalKey } from '../../../src/payment/journal/keys.js';
import { fromStored } from '../../../src/payment/journal/stored-entry.js';
import type { PaymentState } from '../../../src/payment/model/state.js';
import type { PayerEvent } from '../../../src/payment/model/payer-event.js';
import { settle } from '../../support/clock.js';
import type { FakeChain, FakeTransaction } from '../../support/fake-chain.js';
import { people } from '../../support/quotes.js';
import type { SessionOptions } from '../../../src/payment/session/session.js';
import { OPTIONS, World, type Prompt, type Shown, type Tab } from '../../support/world.js';
import { DAY } from '../../support/times.js';
import { asksBeforeAgain } from './question.js';

/**
 * What the chain holds of a payment. `none`: the wallet never sent it. `gone`: another transaction has its nonce.
 * `dropped`: it left the mempool and can return.
 */
export type Fate = 'open' | 'pending' | 'dropped' | 'mined' | 'reverted' | 'gone' | 'none';

/** A payment that the wallet was asked for. `mark`: the order id, which ends the calldata. */
export type Paying = { isOpen: () => boolean; mark: string; order: string; since: number; tab: number };

/** The orders of a run. */
export const FIRST_ORDER = OPTIONS.reference ?? '';
export const NEXT_ORDER = 'order-8';

/** The payer's answer to a prompt. A number is an error code of the wallet. */
export type Answer = 'approve' | 4001 | -32603;

export class Chaos {
  readonly world: World;
  readonly payings: Paying[] = [];
  /** The periods in which a page must not poll, because the service sent `Retry-After`. */
  readonly quiet: { who: string; from: number; until: number }[] = [];
  /** The violated invariants of this run. */
  readonly faults: string[] = [];
  /** The tabs that the browser has suspended, with the function that ends it. */
  readonly frozen = new Map<Tab, () => void>();
  /** The order that each page has set last. Default: the first order. */
  readonly #orders = new Map<number, string>();
  /** The order of the last press on the pay button, by page. */
  readonly #pressed = new Map<number, string>();
  /** True if the service lists the deposits beside its word of them. If false, only the chain shows a deposit. */
  readonly isListed: boolean = false;
  /** Positions in the log at which the payer passed a question that says that money may be out. */
  readonly questions: number[] = [];
  /** When the wallet returned a false refusal of a payment. */
  readonly refusedFalsely = new Map<string, number>();
  /** Changes what the wallet's own provider says about the chain. Null: it tells the truth. */
  walletReads: FakeChain['falsify'] = null;
  /** False if the stored payments, or the answers of the service, of the chain's node or of the wallet are not true. */
  trusts = { storage: true, service: true, node: true, wallet: true };
  /** True if an earlier question counts. False: no second payment may be asked for, because every source is true. */
  readonly #allowsQuestions: boolean;
  readonly #sent: { mark: string; from: string; nonce: number }[] = [];

  /** The options of every page. */
  readonly #options: Partial<SessionOptions>;

  constructor(allowsQuestions = false, world = new World(), options: Partial<SessionOptions> = {}) {
    this.world = world;
    this.#options = options;
    this.#allowsQuestions = allowsQuestions;
    this.world.payer = 'waits';
    this.world.mines = false;
    this.world.onLog = (entry) => {
      this.adopt();
      if (entry.kind === 'event' && entry.type === 'hub-confirm') this.#pressed.set(entry.tab, this.orderOf(entry.tab));
      if (entry.kind === 'request' && entry.path === '/intents/status/v3')
        this.#noteSilence(entry.tab, entry.query, entry.at);
      if (entry.kind === 'prompt' && entry.step === 'pay') this.#checkPrompt(entry.tab);
      if (entry.kind === 'state') this.#checkWords(entry.state);
    };
    for (const method of READS)
      this.world.wallet.always(method, (params: readonly unknown[]) => {
        const result = this.world.chain.answer(method, params);
        return this.walletReads ? this.walletReads(method, params, result) : result;
      });
    this.openPage();
  }

  /** The tabs that the payer can use. */
  get open(): Tab[] {
    return this.world.tabs.filter((tab) => tab.isOpen && !this.frozen.has(tab));
  }

  tab(n: number): Tab | undefined {
    return this.open[n % Math.max(this.open.length, 1)];
  }

  /** The payer presses. A press that passes a question is noted. */
  async press(tab: Tab, event: PayerEvent): Promise<void> {
    if (asksBeforeAgain(tab.state, event)) this.questions.push(this.world.log.length);
    await tab.do(event);
    this.adopt();
  }

  /** Does the next action of a payer who wants to pay once. After a refund, the payer starts no new payment. */
  async goOn(tab: Tab, pay: { chainId: number; currency: string }): Promise<void> {
    const { state } = tab;
    const hasSeenItBack = this.world.of('state').some((entry) => entry.state.name === 'refunded');
    if (state.name === 'idle' && hasSeenItBack && !this.#allowsQuestions) return;
    if (state.name === 'idle') await this.press(tab, { type: 'opened' });
    else if (state.name === 'selecting' && state.accounts.length === 0)
      await this.press(tab, { type: 'wallet-picked', wallet: this.walletId });
    else if (state.name === 'selecting') await this.press(tab, { type: 'asset-picked', ...pay });
    else if (state.name === 'reviewing') await this.press(tab, { type: 'confirmed' });
  }

  /**
   * Abandons the payment. Without questions, does nothing while a prompt is open, because the payer could still approve
   * the prompt and pay twice.
   */
  async abandon(tab: Tab): Promise<void> {
    this.adopt();
    if (this.#allowsQuestions || this.payings.every((each) => this.fateOf(each) !== 'open'))
      await this.press(tab, { type: 'abandoned' });
  }

  /** True if the wallet shows a prompt. */
  get isAsked(): boolean {
    return this.prompt(0) !== undefined;
  }

  /** The stage in which the journal must hold a payment before this prompt opens. */
  stageBefore({ step }: Shown): string {
    return step === 'pay' ? 'prompted' : 'prepared';
  }

  /** The id of the wallet that the payer picks. */
  get walletId(): string {
    return 'one.test';
  }

  /** The chain answers again. */
  answerAgain(): void {
    this.world.chain.fault = null;
  }

  /** Every source answers, and is true. */
  heal(): void {
    this.answerAgain();
    this.world.chain.falsify = null;
    this.walletReads = null;
  }

  prompt(n: number): Prompt | undefined {
    this.adopt();
    const open = this.world.prompts.filter(({ isOpen }) => isOpen);
    return open[n % Math.max(open.length, 1)];
  }

  /** The wallet sends the transaction of this prompt. Returns its hash. */
  send({ transaction }: Prompt): string {
    const { from } = transaction;
    const nonce = this.world.chain.nextNonce(from);
    this.#sent.push({ mark: markOf(transaction.data), from, nonce });
    return this.world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce });
  }

  async answer(n: number, how: Answer | undefined): Promise<void> {
    const prompt = this.prompt(n);
    if (!prompt) return;
    if (how === 'approve') {
      const { data, from } = prompt.transaction;
      this.#sent.push({ mark: markOf(data), from, nonce: this.world.chain.nextNonce(from) });
      prompt.approve();
    } else prompt.reject(how);
    await settle();
  }

  /** The payer's pending payments. */
  pending(): FakeTransaction[] {
    return this.world.chain
      .transactions()
      .filter(({ block, data }) => block === null && this.payings.some(({ mark }) => data.endsWith(mark)));
  }

  /** Mines a block. `how` decides whether the payments succeed, revert, or lose their nonce to another transaction. */
  async mine(how: 'well' | 'reverts' | 'cancelled'): Promise<void> {
    this.adopt();
    for (const each of this.pending()) {
      if (how === 'reverts') this.world.chain.send({ ...each, reverts: true });
      if (how === 'cancelled') this.world.chain.send({ from: people.payer, to: people.payer, nonce: each.nonce });
    }
    this.world.chain.mine();
    await settle();
  }

  /** What the chain really holds of this payment. */
  fateOf({ isOpen, mark }: Paying): Fate {
    if (isOpen()) return 'open';
    const all = this.world.chain.transactions();
    const own = all.filter(({ data }) => data.endsWith(mark));
    if (own.some(({ block, reverts }) => block !== null && !reverts)) return 'mined';
    if (own.some(({ block }) => block === null)) return 'pending';
    if (own.length > 0) return 'reverted';
    const sent = this.#sent.filter((each) => each.mark === mark);
    if (sent.length === 0) return 'none';
    const isUsed = sent.every((own) => all.some(({ from, nonce }) => from === own.from && nonce === own.nonce));
    return isUsed ? 'gone' : 'dropped';
  }

  /** True if the wallet can still send this payment, although the page does not send it. */
  protected isHeld(_paying: Paying): boolean {
    return false;
  }

  /** True if a page finds this payment without a press. It does not find one that the wallet refused and sent. */
  isLookedUp({ mark }: Paying): boolean {
    return !this.refusedFalsely.has(mark);
  }

  /** Adds new payment prompts to `payings`. */
  adopt(): void {
    for (const prompt of this.world.prompts.filter(({ step }) => step === 'pay')) {
      const mark = markOf(prompt.transaction.data);
      if (!this.payings.some((each) => each.mark === mark))
        this.note(mark, () => prompt.isOpen, this.world.of('prompt').findLast(({ step }) => step === 'pay')?.tab);
    }
  }

  /** Adds a payment that was asked for now. */
  note(mark: string, isOpen: () => boolean, tab = -1): void {
    this.payings.push({
      mark,
      isOpen,
      order: this.#pressed.get(tab) ?? FIRST_ORDER,
      since: this.world.log.length,
      tab,
    });
  }

  /** The order that this page has set. */
  orderOf(tab: number): string {
    return this.#orders.get(tab) ?? FIRST_ORDER;
  }

  /** Opens a page of this order. Default: the first order. */
  openPage(reference = FIRST_ORDER): void {
    this.#orders.set(this.world.tabs.length, reference);
    this.world.open({ ...this.#options, reference });
  }

  /** The browser suspends the page. The answers that it waits for can come too late, also a `Retry-After`. */
  suspend(tab: Tab): void {
    const who = `${this.world.tabs.indexOf(tab)} `;
    this.frozen.set(tab, tab.freeze().thaw);
    this.quiet.splice(0, Infinity, ...this.quiet.filter((each) => !each.who.startsWith(who)));
  }

  /** Opens the page of this tab anew. */
  reopen(tab: Tab): void {
    this.openPage(this.orderOf(this.world.tabs.indexOf(tab)));
  }

  /** The page sets another order, or the first order again. */
  setOrder(tab: Tab, reference: string): void {
    this.#orders.set(this.world.tabs.indexOf(tab), reference);
    tab.configure({ ...this.#options, reference });
  }

  /** True if the money of this payment came back. */
  isReturned({ mark }: Paying): boolean {
    const { requestIds, returnedStatuses } = this.world.service;
    const id = requestIds.find((each) => each.endsWith(mark.slice(2))) ?? '';
    return this.trusts.service && (returnedStatuses.get(id)?.includes('refund') ?? false);
  }

  /**
   * I2: no payment prompt opens while an earlier payment of the order may arrive, unless the payer has passed a
   * question that says so.
   */
  #checkPrompt(tab: number): void {
    const order = this.#pressed.get(tab);
    if (order === FIRST_ORDER && this.#isReadOnly())
      this.faults.push('P-10: asked to pay beside a stored payment that cannot be read');
    this.assertNoneOut('asked to pay', order, tab);
  }

  /** I2: notes a fault if a payment of the order other than `own` may arrive. `what`: what the page has done. */
  assertNoneOut(what: string, order: string | undefined, tab: number, own?: Paying): void {
    const passed = this.#allowsQuestions ? (this.questions.at(-1) ?? -1) : -1;
    const out = this.payings.find(
      (each) =>
        each !== own &&
        (isOut(this.fateOf(each)) || this.isHeld(each)) &&
        each.order === order &&
        !this.isReturned(each) &&
        passed < each.since &&
        this.#counts(each, tab),
    );
    if (out) this.faults.push(`I2: ${what} while a payment was ${this.fateOf(out)}`);
  }

  /** True if another version of the component has stored a payment of the order. */
  #isReadOnly(): boolean {
    const text = this.world.storage.items.get(journalKey(OPTIONS)) ?? '[]';
    const list = JSON.parse(text) as unknown[];
    return list.some((each) => fromStored(each) === null);
  }

  /**
   * A tab that opened after the stored payments were changed cannot know of the earlier payment. A payment that the
   * wallet refused is looked up for one day, and cannot be found after it has left the mempool or the storage, or by a
   * node that hides it.
   */
  #counts(each: Paying, tab: number): boolean {
    const refused = this.refusedFalsely.get(each.mark);
    const isOld = refused !== undefined && this.world.clock.now() - refused > DAY;
    const isHidden = isOld || !this.trusts.node || !this.trusts.storage || this.fateOf(each) === 'dropped';
    if (refused !== undefined && isHidden) return false;
    if (this.#isDeniedByBoth(each)) return false;
    return this.trusts.storage || each.tab === tab;
  }

  /**
   * I13: in four cases, the page does not say that the money is still in the wallet: the prompt is open, the payment is
   * pending or can return to the mempool, or the payment is mined.
   */
  #checkWords(state: PaymentState): void {
    if (state.name !== 'reviewing' && state.name !== 'failed') return;
    if (!state.problem || !['not-sent', 'in-wallet'].includes(state.problem.money)) return;
    // The text of this reason says that the wallet can still send the payment.
    if (state.problem.reason === 'wallet-changed') return;
    const { requestId } = state.name === 'failed' ? state.payment : state.quote;
    const out = this.payings.find(
      (each) =>
        isOut(this.fateOf(each)) &&
        requestId.endsWith(each.mark.slice(2)) &&
        !this.refusedFalsely.has(each.mark) &&
        !this.#isDeniedByBoth(each),
    );
    if (out) this.faults.push(`I13: said ${state.problem.code} while the payment was ${this.fateOf(out)}`);
  }

  /**
   * True if node and wallet lie together, and have shown that this payment reverted or that another transaction has its
   * nonce. They are the two sources of a proof, so no page can know better.
   */
  #isDeniedByBoth({ mark }: Paying): boolean {
    if (this.trusts.node || this.trusts.wallet) return false;
    return this.world.of('state').some(({ state }) => {
      if (state.name !== 'reviewing' && state.name !== 'failed') return false;
      const { requestId } = state.name === 'failed' ? state.payment : state.quote;
      return ['replaced', 'reverted'].includes(state.problem?.code ?? '') && requestId.endsWith(mark.slice(2));
    });
  }

  #noteSilence(tab: number, query: string, at: number): void {
    const who = `${tab} ${query}`;
    const asked = this.quiet.find((each) => each.who === who && at > each.from && at < each.until);
    if (asked) this.faults.push(`I24: asked ${asked.until - at} ms before the service’s Retry-After`);
    const outage = this.world.service.outages.get('/intents/status/v3');
    if (typeof outage === 'object' && outage.retryAfter && !this.frozen.has(this.world.tabs[tab]!))
      this.quiet.push({ who, from: at, until: at + Number(outage.retryAfter) * 1_000 });
  }
}

/** What the wallet's provider can read from the chain. */
const READS = [
  'eth_blockNumber',
  'eth_call',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
];

const markOf = (data: string): string => data.slice(-64);

const isOut = (fate: Fate): boolean => ['open', 'pending', 'dropped', 'mined'].includes(fate);
