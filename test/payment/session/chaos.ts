/** Provides random events for the session tests, and a class that records violated invariants. */
import fc from 'fast-check';
import type { PaymentState } from '../../../src/payment/model/state.js';
import { settle } from '../../support/clock.js';
import { people } from '../../support/quotes.js';
import { ETH, USDC, World, type Prompt, type Tab } from '../../support/world.js';
import { orderOf } from '../../support/world-service.js';

/** A payment prompt, with the real outcome of its transaction. */
type Paying = {
  prompt: Prompt;
  nonce: number;
  outcome: 'open' | 'pending' | 'mined' | 'reverted' | 'gone' | 'refused';
};

/** The payer's answer to a prompt. A number is an error code of the wallet. */
type Answer = 'approve' | 4001 | -32603;

export class Chaos {
  readonly world = new World();
  readonly payings: Paying[] = [];
  /** The periods in which a page must not poll, because the service sent `Retry-After`. */
  readonly quiet: { who: string; from: number; until: number }[] = [];
  /** The violated invariants of this run. */
  readonly faults: string[] = [];

  constructor() {
    this.world.payer = 'waits';
    this.world.mines = false;
    this.world.onLog = (entry) => {
      if (entry.kind === 'request' && entry.path === '/intents/status/v3')
        this.#noteSilence(`${entry.tab} ${entry.query}`, entry.at);
      if (entry.kind === 'prompt' && entry.step === 'pay') this.#checkPrompt();
      if (entry.kind === 'state') this.#checkWords(entry.state);
    };
    this.world.open();
  }

  get open(): Tab[] {
    return this.world.tabs.filter(({ isOpen }) => isOpen);
  }

  tab(n: number): Tab | undefined {
    return this.open[n % Math.max(this.open.length, 1)];
  }

  /** Does the next action of a payer who wants to pay once. After a refund, the payer starts no new payment. */
  async goOn(tab: Tab, pay: { chainId: number; currency: string }): Promise<void> {
    const { state } = tab;
    const hasSeenItBack = this.world.of('state').some((entry) => entry.state.name === 'refunded');
    if (state.name === 'idle' && hasSeenItBack) return;
    if (state.name === 'idle') await tab.do({ type: 'opened' });
    else if (state.name === 'selecting' && state.accounts.length === 0)
      await tab.do({ type: 'wallet-picked', wallet: 'one.test' });
    else if (state.name === 'selecting') await tab.do({ type: 'asset-picked', ...pay });
    else if (state.name === 'reviewing') await tab.press();
    this.#adopt();
  }

  /**
   * Abandons the payment. Does nothing while a prompt is open, because the payer could still approve the prompt and pay
   * twice.
   */
  async abandon(tab: Tab): Promise<void> {
    this.#adopt();
    if (this.payings.every(({ outcome }) => outcome !== 'open')) await tab.do({ type: 'abandoned' });
  }

  async answer(n: number, how: Answer | undefined): Promise<void> {
    this.#adopt();
    const open = this.world.prompts.filter(({ isOpen }) => isOpen);
    const prompt = open[n % Math.max(open.length, 1)];
    if (!prompt) return;
    const paying = this.payings.find((each) => each.prompt === prompt);
    if (how === 'approve') {
      const nonce = this.world.chain.nextNonce(people.payer);
      prompt.approve();
      if (paying) Object.assign(paying, { nonce, outcome: 'pending' });
    } else {
      prompt.reject(how);
      if (paying) paying.outcome = 'refused';
    }
    await settle();
  }

  /** Mines a block. `how` decides whether the payments succeed, revert, or lose their nonce to another transaction. */
  async mine(how: 'well' | 'reverts' | 'cancelled'): Promise<void> {
    for (const paying of this.payings.filter(({ outcome }) => outcome === 'pending')) {
      const {
        nonce,
        prompt: { transaction },
      } = paying;
      if (how === 'reverts')
        this.world.chain.send({ ...transaction, nonce, value: BigInt(transaction.value), reverts: true });
      if (how === 'cancelled') this.world.chain.send({ from: people.payer, to: people.payer, nonce });
      paying.outcome = how === 'well' ? 'mined' : how === 'reverts' ? 'reverted' : 'gone';
    }
    this.world.chain.mine();
    await settle();
  }

  /** Adds new payment prompts to `payings`. */
  #adopt(): void {
    for (const prompt of this.world.prompts.filter(({ step }) => step === 'pay')) {
      if (!this.payings.some((each) => each.prompt === prompt))
        this.payings.push({ prompt, nonce: 0, outcome: 'open' });
    }
  }

  /** I2: no payment prompt opens if an earlier prompt is open, or if an earlier payment is pending or mined. */
  #checkPrompt(): void {
    this.#adopt();
    const out = this.payings.find(({ outcome }) => isOut(outcome));
    if (out) this.faults.push(`asked to pay while a payment was ${out.outcome}`);
  }

  /**
   * I13: in three cases, the page does not say that the money is still in the wallet: the prompt is open, the payment
   * is pending, or the payment is mined.
   */
  #checkWords(state: PaymentState): void {
    if (state.name !== 'reviewing' || !state.problem || !['not-sent', 'in-wallet'].includes(state.problem.money))
      return;
    this.#adopt();
    const order = orderOf(state.quote.requestId).slice(2);
    const out = this.payings.find(({ outcome, prompt }) => isOut(outcome) && prompt.transaction.data.endsWith(order));
    if (out) this.faults.push(`said ${state.problem.code} while the payment was ${out.outcome}`);
  }

  #noteSilence(who: string, at: number): void {
    const asked = this.quiet.find((each) => each.who === who && at > each.from && at < each.until);
    if (asked) this.faults.push(`asked ${asked.until - at} ms before the service’s Retry-After`);
    const outage = this.world.service.outages.get('/intents/status/v3');
    if (typeof outage === 'object' && outage.retryAfter)
      this.quiet.push({ who, from: at, until: at + Number(outage.retryAfter) * 1_000 });
  }
}

const ANSWERS: (Answer | undefined)[] = [
  ...Array.from({ length: 6 }, () => 'approve' as const),
  4001,
  -32603,
  undefined,
];

const isOut = (outcome: Paying['outcome']): boolean =>
  outcome === 'open' || outcome === 'pending' || outcome === 'mined';

type Command = fc.AsyncCommand<object, Chaos>;

const command = (title: string, run: (chaos: Chaos) => Promise<void> | void): Command => ({
  check: () => true,
  run: async (_model, chaos) => {
    await run(chaos);
  },
  toString: () => title,
});

const onTab = (title: string, run: (tab: Tab, chaos: Chaos) => Promise<void> | void): fc.Arbitrary<Command> =>
  fc.nat(1).map((n) =>
    command(`${title} in tab ${n}`, async (chaos) => {
      const tab = chaos.tab(n);
      if (tab) await run(tab, chaos);
    }),
  );

const often = (times: number, each: fc.Arbitrary<Command>): fc.Arbitrary<Command>[] =>
  Array.from({ length: times }, () => each);

const outages = {
  '404': { status: 404 },
  '429': { status: 429, retryAfter: '20' },
  '503': { status: 503 },
  silent: 'silent',
} as const;

export const commands: fc.Arbitrary<Command>[] = [
  ...often(
    4,
    onTab('go on', (tab, chaos) => chaos.goOn(tab, ETH)),
  ),
  ...often(
    4,
    fc
      .tuple(fc.nat(2), fc.constantFrom(...ANSWERS))
      .map(([n, how]) => command(`answer ${String(how)}`, (chaos) => chaos.answer(n, how))),
  ),
  ...often(
    3,
    fc
      .constantFrom('well', 'well', 'well', 'reverts', 'cancelled')
      .map((how) => command(`mine ${how}`, (chaos) => chaos.mine(how))),
  ),
  ...often(
    3,
    fc
      .constantFrom(300, 1_100, 4_000, 12_000, 31_000)
      .map((ms) => command(`wait ${ms}`, ({ world }) => world.clock.advance(ms))),
  ),
  onTab('go on with a token', (tab, chaos) => chaos.goOn(tab, USDC)),
  onTab('press twice', async (tab, chaos) => {
    if (tab.state.name !== 'reviewing') return;
    await Promise.all([tab.press(), tab.press()]);
    await chaos.goOn(tab, ETH);
  }),
  onTab('the window is closed', (tab) => tab.do({ type: 'wallet-closed' })),
  onTab('the wallet shows nothing', (tab, chaos) => chaos.abandon(tab)),
  onTab('back', (tab) => tab.do({ type: 'back' })),
  onTab('close the sheet', (tab) => tab.do({ type: 'closed' })),
  onTab('reload', (tab, { world }) => {
    tab.kill();
    world.open();
  }),
  onTab('take the element out', (tab, { world }) => {
    tab.close();
    world.open();
  }),
  fc.constant(
    command('open a tab', ({ world, open }) => {
      if (open.length < 2) world.open();
    }),
  ),
  fc
    .boolean()
    .chain((visible) => onTab(visible ? 'show' : 'hide', (tab) => tab.do({ type: 'visibility-changed', visible }))),
  onTab('wake', (tab) => tab.do({ type: 'woken' })),
  fc.constantFrom('404', '429', '503', 'silent', 'well').map((how) =>
    command(`the status is ${how}`, ({ world }) => {
      if (how === 'well') world.service.outages.clear();
      else world.service.outages.set('/intents/status/v3', outages[how]);
    }),
  ),
  fc.constantFrom('success', 'refund', 'none').map((outcome) =>
    command(`deposits end in ${outcome}`, ({ world }) => {
      world.service.outcome = outcome;
    }),
  ),
  fc.constantFrom('failure', 'delayed', 'waiting', null).map((status) =>
    command(`the service says ${String(status)}`, async ({ world: { service } }) => {
      for (const requestId of service.requestIds) {
        if (status && (await service.depositsOf(requestId)).length > 0) service.statuses.set(requestId, { status });
        else service.statuses.delete(requestId);
      }
    }),
  ),
  fc.constantFrom(people.payer, people.recipient).map((address) =>
    command(`the account is ${address.slice(0, 6)}`, ({ world }) => {
      world.wallet.accounts = [address];
      world.wallet.emit('accountsChanged', [address]);
    }),
  ),
  fc.constantFrom(1, 8453).map((id) =>
    command(`the wallet is on chain ${id}`, ({ world }) => {
      world.wallet.chainId = id;
      world.wallet.chains = [1, 8453];
    }),
  ),
  fc.constantFrom(1_000n, 1_050n).map((price) =>
    command(`the price is ${price}`, ({ world }) => {
      world.service.price = price;
    }),
  ),
];
