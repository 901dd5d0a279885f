/**
 * The steps of a random run. Each step has a text, so that a run is a list of texts, and a failed run can be kept in a
 * test file.
 */
import fc from 'fast-check';
import { settle } from '../../support/clock.js';
import { people } from '../../support/quotes.js';
import { ETH, USDC, type Tab } from '../../support/world.js';
import { HOUR } from '../../support/times.js';
import { FIRST_ORDER, NEXT_ORDER, type Chaos } from './chaos.js';
import { isUnreadable } from './question.js';

type Run = (chaos: Chaos) => unknown;
type OnTab = (tab: Tab, chaos: Chaos) => unknown;
/** Steps that a run chooses together with this weight. */
export type Group = { weight: number; steps: Record<string, Run> };

export const group = (weight: number, steps: Record<string, Run>): Group => ({ weight, steps });

/** Steps of the payer in one of two tabs. */
export const onTabs = (weight: number, steps: Record<string, OnTab>): Group => ({
  weight,
  steps: Object.fromEntries(
    Object.entries(steps).flatMap(([text, run]) =>
      [0, 1].map((n) => [
        `${text} in tab ${n}`,
        async (chaos: Chaos) => {
          const tab = chaos.tab(n);
          if (tab) await run(tab, chaos);
        },
      ]),
    ),
  ),
});

/** Lists of steps with `least` to `most` items. */
export const stepsOf = (groups: readonly Group[], least: number, most: number): fc.Arbitrary<string[]> =>
  fc.array(
    fc.oneof(...groups.map(({ weight, steps }) => ({ weight, arbitrary: fc.constantFrom(...Object.keys(steps)) }))),
    { minLength: least, maxLength: most, size: 'max' },
  );

/** Does all steps, in order. */
export async function run(chaos: Chaos, groups: readonly Group[], steps: readonly string[]): Promise<void> {
  for (const text of steps) {
    const step = groups.find((each) => Object.hasOwn(each.steps, text))?.steps[text];
    if (!step) throw new Error(`no step is named ${text}`);
    await step(chaos);
  }
}

const outages = {
  '404': { status: 404 },
  '429': { status: 429, retryAfter: '20' },
  '503': { status: 503 },
  silent: 'silent',
} as const;

const each = <T extends string | number>(
  items: readonly T[],
  text: (item: T) => string,
  does: (item: T) => Run,
): Record<string, Run> => Object.fromEntries(items.map((item) => [text(item), does(item)]));

/** What a payer, a browser, a network and a service do without a false word. */
export const HONEST: readonly Group[] = [
  onTabs(8, { 'go on': (tab, chaos) => chaos.goOn(tab, ETH) }),
  group(
    6,
    each(
      [0, 1],
      (n) => `approve prompt ${n}`,
      (n) => (chaos) => chaos.answer(n, 'approve'),
    ),
  ),
  group(2, {
    'reject the prompt': (chaos) => chaos.answer(0, 4001),
    'the prompt ends in an error': (chaos) => chaos.answer(0, -32603),
    'the prompt ends without a code': (chaos) => chaos.answer(0, undefined),
  }),
  group(3, { mine: (chaos) => chaos.mine('well') }),
  group(2, {
    'the payment reverts': (chaos) => chaos.mine('reverts'),
    'the payer cancels': (chaos) => chaos.mine('cancelled'),
  }),
  group(
    3,
    each(
      [300, 1_100, 4_000, 12_000, 31_000],
      (ms) => `wait ${ms}`,
      (ms) =>
        ({ world }) =>
          world.clock.advance(ms),
    ),
  ),
  onTabs(1, { 'go on with a token': (tab, chaos) => chaos.goOn(tab, USDC) }),
  onTabs(1, {
    async 'press twice'(tab, chaos) {
      if (tab.state.name !== 'reviewing') return;
      await Promise.all([chaos.press(tab, { type: 'confirmed' }), chaos.press(tab, { type: 'confirmed' })]);
      await chaos.goOn(tab, ETH);
    },
  }),
  onTabs(1, { 'the wallet’s window is closed': (tab, chaos) => chaos.press(tab, { type: 'wallet-closed' }) }),
  onTabs(1, { 'the wallet shows nothing': (tab, chaos) => chaos.abandon(tab) }),
  onTabs(1, { back: (tab, chaos) => chaos.press(tab, { type: 'back' }) }),
  onTabs(1, { 'close the sheet': (tab, chaos) => chaos.press(tab, { type: 'closed' }) }),
  onTabs(1, {
    reload(tab, chaos) {
      tab.kill();
      chaos.reopen(tab);
    },
  }),
  onTabs(1, {
    'take the element out'(tab, chaos) {
      tab.close();
      chaos.reopen(tab);
    },
  }),
  group(1, {
    'open a tab'(chaos) {
      if (chaos.open.length < 2) chaos.openPage();
    },
  }),
  onTabs(1, {
    show: (tab) => tab.show(),
    hide: (tab) => tab.hide(),
  }),
  onTabs(1, { wake: (tab) => tab.do({ type: 'woken' }) }),
  group(1, {
    ...each(
      ['404', '429', '503', 'silent'] as const,
      (how) => `the status endpoint answers ${how}`,
      (how) =>
        ({ world }) =>
          world.service.outages.set('/intents/status/v3', outages[how]),
    ),
    'the status endpoint answers': ({ world }) => world.service.outages.clear(),
  }),
  group(
    1,
    each(
      ['success', 'refund', 'none'] as const,
      (outcome) => `deposits end in ${outcome}`,
      (outcome) =>
        ({ world }) => {
          world.service.outcome = outcome;
        },
    ),
  ),
  group(1, {
    ...each(
      ['failure', 'delayed', 'waiting'],
      (status) => `the service says ${status} of deposits`,
      (status) => (chaos) => sayOfDeposits(chaos, status),
    ),
    'the service says what is': (chaos) => sayOfDeposits(chaos, null),
  }),
  group(
    1,
    each(
      [people.payer, people.recipient],
      (address) => `the account is ${address.slice(0, 6)}`,
      (address) =>
        ({ world }) => {
          world.wallet.accounts = [address];
          world.wallet.emit('accountsChanged', [address]);
        },
    ),
  ),
  group(
    1,
    each(
      [1, 8453],
      (id) => `the wallet is on chain ${id}`,
      (id) =>
        ({ world }) => {
          world.wallet.chainId = id;
          world.wallet.chains = [1, 8453];
        },
    ),
  ),
  group(
    1,
    each(
      [1_000, 1_050],
      (price) => `the price is ${price}`,
      (price) =>
        ({ world }) => {
          world.service.price = BigInt(price);
        },
    ),
  ),
];

async function sayOfDeposits({ world: { service }, isListed }: Chaos, status: string | null): Promise<void> {
  for (const requestId of service.requestIds) {
    const deposits = await service.depositsOf(requestId);
    if (status && deposits.length > 0)
      service.statuses.set(requestId, { status, ...(isListed && { inTxHashes: deposits }) });
    else service.statuses.delete(requestId);
  }
}

/** Rarer events of a browser, a page and a network, also without a false word. */
export const ROUGH: readonly Group[] = [
  group(1, {
    async 'sleep for 30 hours'({ world, open }) {
      world.clock.sleep(30 * HOUR);
      for (const tab of open) await tab.do({ type: 'woken' });
    },
    async 'sleep for 31 minutes'({ world, open }) {
      world.clock.sleep(31 * 60_000);
      for (const tab of open) await tab.do({ type: 'woken' });
    },
  }),
  onTabs(1, {
    'the browser suspends the page'(tab, chaos) {
      chaos.suspend(tab);
      chaos.reopen(tab);
    },
  }),
  group(1, {
    async 'a suspended page goes on'({ frozen }) {
      const [[tab, thaw] = []] = frozen;
      if (!tab) return;
      frozen.delete(tab);
      thaw?.();
      await settle();
    },
  }),
  onTabs(1, {
    async 'move the element'(tab, chaos) {
      tab.close();
      chaos.reopen(tab);
      await settle();
    },
  }),
  group(1, {
    'the network drops the payment'(chaos) {
      for (const { hash } of chaos.pending()) chaos.world.chain.drop(hash);
    },
    'the payer speeds the payment up'(chaos) {
      for (const each of chaos.pending()) chaos.world.chain.send(each);
    },
    'the block is reorganised'({ world: { chain } }) {
      if (Number(chain.answer('eth_blockNumber', [])) > 0) chain.reorganise(1);
    },
    'the node does not answer'({ world: { chain } }) {
      chain.fault = chain.fault ? null : 'down';
    },
  }),
  group(2, {
    async 'the payment fails'(chaos) {
      await sayOfDeposits(chaos, 'failure');
      await chaos.world.clock.advance(12_000);
    },
  }),
  onTabs(1, {
    'the page sets the next order': (tab, chaos) => chaos.setOrder(tab, NEXT_ORDER),
    'the page sets the first order': (tab, chaos) => chaos.setOrder(tab, FIRST_ORDER),
  }),
  onTabs(4, {
    async 'go on to the prompt'(tab, chaos) {
      for (let step = 0; step < 4; step += 1) await chaos.goOn(tab, ETH);
    },
  }),
  onTabs(2, {
    'start over': async (tab, chaos) => {
      if (tab.state.name === 'failed' || tab.state.name === 'refunded') await chaos.press(tab, { type: 'reset' });
      else if (isUnreadable(tab.state)) await chaos.abandon(tab);
      else return;
      await chaos.goOn(tab, ETH);
    },
  }),
];
