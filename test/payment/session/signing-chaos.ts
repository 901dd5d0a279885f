/** The worlds of random runs in which the payer signs: SVM transactions, or transfers of the perps venue. */
import { expect } from 'chai';
import type { StoredEntry } from '../../../src/payment/journal/stored-entry.js';
import { settle } from '../../support/clock.js';
import { NONCE, PAID } from '../../support/venue-quotes.js';
import type { Shown, Tab } from '../../support/world.js';
import { orderOf, type Outage } from '../../support/world-service.js';
import type { Json } from '../../support/quotes.js';
import { InstructionsWorld, SOL, type Signing as SvmSigning } from '../instructions-world.js';
import { EXCHANGE, OWN, PERPS, VenueWorld, type Signing as VenueSigning } from '../venue-world.js';
import { Chaos, type Answer, type Fate, type Paying } from './chaos.js';

/** How the payer pays. `svm-signs`: the wallet only signs. `svm-sends`: the wallet signs and sends. */
export const FAMILIES = ['svm-signs', 'svm-sends', 'venue'] as const;
export type Family = (typeof FAMILIES)[number];

export type Signing = {
  isOpen: boolean;
  sign: () => unknown;
  reject: (code: Exclude<Answer, 'approve'> | undefined) => void;
};

/** A run in which every payment needs a signature. */
export abstract class SigningChaos extends Chaos {
  override readonly isListed = true;
  abstract readonly asset: { chainId: number; currency: string };
  /** True if the text contains something that was signed, or a signature that moves money. */
  abstract reveals(text: string): boolean;
  /** The order ids of all executed deposits, without `0x`. */
  abstract executed(): string[];

  /** I9, I23: at most one deposit for each press and each order id, and no signature is stored, emitted or shown. */
  checkMoney(): void {
    this.adopt();
    const deposits = this.executed();
    const presses = this.world.of('event').filter(({ type }) => type === 'hub-confirm').length;
    expect(deposits, 'I9: one deposit for each order id').to.deep.equal([...new Set(deposits)]);
    expect(deposits.length, 'I9: a press for each deposit').to.be.at.most(presses);
    for (const order of new Set(this.payings.map((each) => each.order))) {
      const own = this.payings.filter((each) => each.order === order && deposits.includes(each.mark));
      const kept = own.filter((each) => !this.isReturned(each));
      expect(kept.length, `I9: deposits of ${order}`).to.be.at.most(1 + this.questions.length);
    }
    for (const text of this.world.texts()) expect(this.reveals(text), `I23: ${text}`).to.equal(false);
  }

  protected abstract signings(): Signing[];

  override get isAsked(): boolean {
    return this.signings().some(({ isOpen }) => isOpen);
  }

  override stageBefore(_shown: Shown): string {
    return 'prepared';
  }

  override async goOn(tab: Tab): Promise<void> {
    const { state } = tab;
    const isOther = state.name === 'reviewing' && state.asset.chainId !== this.asset.chainId;
    if (isOther) await this.press(tab, { type: 'back' });
    else await super.goOn(tab, this.asset);
  }

  override async answer(n: number, how: Answer | undefined): Promise<void> {
    const open = this.signings().filter(({ isOpen }) => isOpen);
    const signing = open[n % Math.max(open.length, 1)];
    if (how === 'approve') signing?.sign();
    else signing?.reject(how);
    await settle();
  }

  /** The EVM chain has no part in these payments. */
  override mine(_how: unknown): Promise<void> {
    return settle();
  }

  /**
   * Checks a payment that a page sends or posts. I2: no other payment of the order may arrive. I3: the journal holds
   * the payment as sent. F-62: the page that asked for the signature does not show a review that says that nothing was
   * sent.
   */
  protected checkSent(mark: string, what: string, isStored: (entry: StoredEntry) => boolean): void {
    this.adopt();
    const stored = this.stored(mark);
    if (!stored.some((entry) => entry.stage === 'sent' && isStored(entry)))
      this.faults.push(`I3: ${what} a payment that was stored as ${stored[0]?.stage ?? 'nothing'}`);
    const own = this.payings.find((each) => each.mark === mark);
    if (!own) return;
    this.assertNoneOut(what, own.order, own.tab, own);
    const shown = this.world.tabs[own.tab]?.state.name ?? '';
    if (shown === 'reviewing' || shown === 'quoting') this.faults.push(`F-62: ${what} while the page showed ${shown}`);
  }

  /** The stored payments of the order with this id, without `0x`. */
  protected stored(mark: string): StoredEntry[] {
    return this.world.journal().filter(({ payment }) => orderOf(payment.requestId).slice(2) === mark);
  }

  protected adoptAs(mark: string, isOpen: () => boolean): void {
    const tab = this.world.of('prompt').findLast(({ step }) => step === 'pay')?.tab;
    if (!this.payings.some((each) => each.mark === mark)) this.note(mark, isOpen, tab);
  }
}

/** The payer signs a transaction of the SVM chain. Each blockhash expires after a minute. */
export class SvmChaos extends SigningChaos {
  declare readonly world: InstructionsWorld;
  readonly asset = SOL;
  /** The hashes that a page has sent. */
  readonly #sent = new Set<string>();

  constructor(signsOnly = true) {
    const world = new InstructionsWorld();
    world.toy.signsOnly = signsOnly;
    world.balances.clear();
    super(true, world, world.pinned);
    world.nodes.set(world.svm.url, (address, init) => {
      const { method, params } = JSON.parse(init?.body as string) as { method: string; params: string[] };
      if (method === 'sendTransaction') this.#checkSend(JSON.parse(params[0]!) as { hash: string; orderId: string });
      return world.svm.fetch(address, init);
    });
  }

  reveals(text: string): boolean {
    return /"bytes"|"orderId":"[^"]+","blockhash":"[^"]+","hash"/.test(text);
  }

  executed(): string[] {
    return this.world.svm.executed().map(({ orderId }) => orderId.slice(2));
  }

  override stageBefore(_shown: Shown): string {
    return this.world.toy.signsOnly ? 'prepared' : 'prompted';
  }

  override adopt(): void {
    for (const each of this.world.signings) this.adoptAs(each.orderId.slice(2), () => each.isOpen);
  }

  override fateOf({ mark }: Paying): Fate {
    const { svm, toy, signings } = this.world;
    const own = signings.filter(({ orderId }) => orderId.slice(2) === mark);
    const landed = svm.accepted().find(({ orderId }) => orderId.slice(2) === mark);
    if (landed) return landed.at > this.world.clock.now() ? 'pending' : landed.fails ? 'reverted' : 'mined';
    if (own.every(({ blockhash }) => svm.hasExpired(blockhash))) return 'gone';
    if (!toy.signsOnly) return own.some(({ isOpen }) => isOpen) ? 'open' : 'none';
    return svm.attempts.some(({ orderId }) => orderId.slice(2) === mark) ? 'dropped' : 'none';
  }

  override answerAgain(): void {
    super.answerAgain();
    Object.assign(this.world.svm, { fault: null, drops: 0, delay: 800, fails: false });
  }

  override heal(): void {
    super.heal();
    this.world.svm.lead = 0;
  }

  /** The wallet sends, but the page does not get its answer. A wallet that only signs sends nothing. */
  loseAnswer(): Promise<void> {
    const signing = this.world.signings.find(({ isOpen }) => isOpen);
    const { toy, svm } = this.world;
    if (signing && !toy.signsOnly) svm.execute({ ...signing, hash: `5${'Cd'.repeat(41)}${signing.orderId.slice(-4)}` });
    signing?.reject('outcome-unknown');
    return settle();
  }

  protected override signings(): Signing[] {
    return this.world.signings.map((each: SvmSigning) => ({
      isOpen: each.isOpen,
      sign: each.sign,
      reject: (code) =>
        each.reject(code === 4001 ? 'wallet-rejected' : code === undefined ? 'wallet-busy' : 'wallet-locked'),
    }));
  }

  #checkSend({ hash, orderId }: { hash: string; orderId: string }): void {
    if (this.#sent.has(hash)) return;
    this.#sent.add(hash);
    this.checkSent(orderId.slice(2), 'sent', ({ payment }) => payment.payingHash === hash);
  }
}

/** After this time, no page posts a transfer again, in milliseconds. */
const POSTED_MS = 120_000;

type Post = { nonce: unknown; at: number; outcome: 'executed' | 'refused' | 'lost' };

/** The payer signs a nonce mapping and a transfer. The exchange executes each nonce once. */
export class VenueChaos extends SigningChaos {
  declare readonly world: VenueWorld;
  readonly asset = PERPS;
  readonly #posts: Post[] = [];
  /** The nonces that the service has tied to an order. */
  readonly #mapped = new Set<unknown>();

  constructor() {
    const world = new VenueWorld();
    world.balance = 100n * PAID;
    world.balances.clear();
    super(true, world, OWN);
    const usual = world.service.answer.bind(world.service);
    world.service.answer = async (method, url, body) => {
      // A probe of the address has no nonce.
      const isTransfer = url.href === EXCHANGE && 'nonce' in (body as Json);
      if (isTransfer) this.#checkPost((body as Json)['nonce']);
      const answer = await usual(method, url, body);
      if (isTransfer) this.#notePost((body as Json)['nonce'], answer);
      if (url.pathname === '/authorize' && typeof answer === 'object' && answer.status === 200)
        this.#mapped.add((body as Json)['nonce']);
      return answer;
    };
    world.service.depositsOf = (requestId) => {
      const nonce = this.#nonceOf(orderOf(requestId).slice(2));
      return Promise.resolve(world.isUsed(nonce) ? [`0x${nonce.toString(16).padStart(64, '0')}`] : []);
    };
  }

  reveals(text: string): boolean {
    // `r` and `s` are the halves of a signature, without its last byte.
    const parts = this.world.signatures.flatMap((each) => [each.slice(2, 66), each.slice(66, 130)]);
    return parts.some((each) => text.includes(each));
  }

  executed(): string[] {
    const { service } = this.world;
    const marks = service.requestIds.map((requestId) => orderOf(requestId).slice(2));
    return marks.filter((mark) => this.world.isUsed(this.#nonceOf(mark)));
  }

  override adopt(): void {
    for (const { typed } of this.world.signings)
      if (typed.primaryType !== 'NonceMapping') this.adoptAs(this.#markOf(typed.message['nonce']), () => false);
  }

  override fateOf({ mark }: Paying): Fate {
    const nonce = this.#nonceOf(mark);
    if (this.world.isUsed(nonce)) return 'mined';
    const posts = this.#posts.filter((each) => each.nonce === nonce);
    const [first, last] = [posts[0], posts.at(-1)];
    if (!first || last?.outcome !== 'lost') return 'none';
    return this.world.clock.now() - first.at <= POSTED_MS ? 'dropped' : 'gone';
  }

  override answerAgain(): void {
    super.answerAgain();
    this.world.readable = true;
    this.world.exchange = 'executes';
  }

  protected override signings(): Signing[] {
    return this.world.signings.map((each: VenueSigning) => ({
      isOpen: each.isOpen,
      sign: each.sign,
      reject: (code) => each.reject(code),
    }));
  }

  #nonceOf(mark: string): number {
    const { requestIds } = this.world.service;
    return NONCE + requestIds.findIndex((requestId) => orderOf(requestId).slice(2) === mark) + 1;
  }

  #markOf(nonce: unknown): string {
    const requestId = this.world.service.requestIds[Number(nonce) - NONCE - 1] ?? '';
    return orderOf(requestId).slice(2);
  }

  /** Before a page posts a transfer, the service must know its nonce. */
  #checkPost(nonce: unknown): void {
    if (!this.#mapped.has(nonce)) this.faults.push('I3: posted a transfer of an order that the service does not know');
    this.checkSent(this.#markOf(nonce), 'posted', ({ prompt }) => prompt?.transfer !== undefined);
  }

  #notePost(nonce: unknown, answer: Outage): void {
    const isRefused = typeof answer === 'object' && (answer.json as Json | undefined)?.['status'] === 'err';
    const outcome = this.world.isUsed(nonce) ? 'executed' : isRefused ? 'refused' : 'lost';
    this.#posts.push({ nonce, at: this.world.clock.now(), outcome });
  }
}

export const chaosOf = (family: Family): SigningChaos =>
  family === 'venue' ? new VenueChaos() : new SvmChaos(family === 'svm-signs');
