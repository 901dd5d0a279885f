/**
 * Variations of findings about the way from the press to the prompt: another moment, another kind of payment, another
 * source that is silent or lies. Honest wallets and services beside them must let the payer pay.
 */
import { expect } from 'chai';
import { numberToHex, type Hex } from 'viem';
import type { ChainRecord } from '../../../src/types.js';
import { settle } from '../../support/clock.js';
import { walletError } from '../../support/fake-evm-wallet.js';
import { whileOffline } from '../../support/pages/offline.js';
import { authorizationCase } from '../../support/permit-quotes.js';
import { apply, ids, people, type Edit, type Json } from '../../support/quotes.js';
import { MINUTE, SECOND } from '../../support/times.js';
import { ETH, PINNED, USDC, World, type Tab } from '../../support/world.js';
import { asked as askedBatch, STATUS, taken } from '../batching.js';
import { asked as askedPermit, PERMITS, signed } from '../permit-world.js';
import { shownId } from '../sent.js';

const { attacker, payer } = people;
const ALLOWANCE = '0xdd62ed3e';

type Case = readonly [row: string, title: string, run: () => Promise<void>];

const codeOf = ({ state }: Tab): string | undefined => ('problem' in state ? state.problem.code : undefined);
const moneyOf = ({ state }: Tab): string | undefined => ('problem' in state ? state.problem.money : undefined);

async function reviewing(
  pay = ETH,
  options = {},
  prepare: (world: World) => void = () => undefined,
): Promise<{ world: World; tab: Tab }> {
  const world = new World();
  world.payer = 'waits';
  prepare(world);
  const tab = world.open(options);
  await tab.review(pay);
  return { world, tab };
}

/** The payer has approved USDC in the wallet. No block contains the approval. */
async function approved(options = {}): Promise<{ world: World; tab: Tab }> {
  const { world, tab } = await reviewing(USDC, options);
  await tab.press();
  world.mines = false;
  world.prompts[0]!.approve();
  await settle();
  return { world, tab };
}

/** The chain shows this allowance, also through the wallet. */
const allow = (world: World, amount: () => bigint): void =>
  world.chain.override('eth_call', ([call]) => {
    const { to, data } = call as { to: string; data: Hex };
    return data.startsWith(ALLOWANCE) ? numberToHex(amount(), { size: 32 }) : world.readBalances({ to, data }, true);
  });

const approvals: readonly Case[] = [
  ...(['busy', 'html', 'error', 'silent'] as const).map((fault): Case => [
    'P-2',
    `lets the payer leave an approval while the node is ${fault} and the wallet reads nothing`,
    async () => {
      const { world, tab } = await approved();
      world.chain.fault = fault;
      world.wallet.always('eth_getTransactionReceipt', new Error('unavailable'));
      world.wallet.always('eth_call', new Error('unavailable'));
      await world.clock.advance(2 * MINUTE);
      expect(tab.state).to.include({ name: 'authorizing', phase: 'confirming' });
      await tab.do({ type: 'back' });
      expect([tab.state.name, world.promptsFor('pay')]).to.deep.equal(['selecting', 0]);
    },
  ]),
  [
    'P-2',
    'opens the paying prompt once when node and wallet show the approval at once',
    async () => {
      const { world } = await approved();
      world.chain.mine();
      await world.clock.advance(10 * SECOND);
      expect(world.promptsFor('pay')).to.equal(1);
    },
  ],

  [
    'P-15',
    'asks for no payment when the allowance is one unit too low',
    async () => {
      const { world, tab } = await approved();
      allow(world, () => 25_079_999n);
      world.chain.mine();
      await tab.reach('reviewing');
      expect([codeOf(tab), moneyOf(tab), world.promptsFor('pay')]).to.deep.equal(['approval-too-low', 'not-sent', 0]);
    },
  ],
  [
    'P-15',
    'asks for no payment when the payer set the allowance to nothing, with a registry',
    async () => {
      const { world, tab } = await approved(PINNED);
      allow(world, () => 0n);
      world.chain.mine();
      await tab.reach('reviewing');
      expect([codeOf(tab), world.promptsFor('pay')]).to.deep.equal(['approval-too-low', 0]);
    },
  ],
  [
    'P-15',
    'asks for no payment when the approval reverted',
    async () => {
      const { world, tab } = await reviewing(USDC);
      await tab.press();
      world.mines = false;
      const { transaction } = world.prompts[0]!;
      const hash = world.chain.send({ ...transaction, value: 0n, reverts: true });
      world.prompts[0]!.answer(hash);
      world.chain.mine();
      await world.clock.advance(30 * SECOND);
      expect(world.promptsFor('pay')).to.equal(0);
      expect(moneyOf(tab)).to.not.equal('unknown');
      const problem = 'problem' in tab.state ? tab.state.problem : undefined;
      expect(problem?.transaction?.hash).to.equal(hash);
      expect(problem?.values?.['amount']).to.match(/^[\d.]+ USDC$/u);
    },
  ],
  [
    'P-15',
    'asks for the payment when the payer raised the allowance',
    async () => {
      const { world } = await approved();
      allow(world, () => 10n ** 40n);
      world.chain.mine();
      await world.clock.until(() => world.promptsFor('pay') === 1);
    },
  ],

  [
    'P-22',
    'names the slow approval when the node is down for a minute',
    async () => {
      const { world, tab } = await approved();
      world.chain.fault = 'down';
      world.wallet.always('eth_getTransactionReceipt', new Error('unavailable'));
      await world.clock.advance(MINUTE);
      world.chain.fault = null;
      world.chain.mine();
      await tab.reach('reviewing');
      expect(codeOf(tab)).to.equal('quote-expired');
      expect(world.promptsFor('pay')).to.equal(0);
    },
  ],
  [
    'P-22',
    'names the slow approval when the price has moved meanwhile',
    async () => {
      const { world, tab } = await approved();
      world.service.price *= 2n;
      await world.clock.advance(50 * SECOND);
      world.chain.mine();
      await tab.reach('reviewing');
      expect([codeOf(tab), moneyOf(tab)]).to.deep.equal(['quote-expired', 'not-sent']);
    },
  ],
  [
    'P-22',
    'asks for the payment when the approval takes twenty seconds',
    async () => {
      const { world } = await approved();
      await world.clock.advance(20 * SECOND);
      world.chain.mine();
      await world.clock.until(() => world.promptsFor('pay') === 1);
    },
  ],
];

const wallets: readonly Case[] = [
  [
    'P-17',
    'says locked when the wallet locks while it asks for an approval',
    async () => {
      const { world, tab } = await reviewing(USDC);
      await world.clock.advance(6 * SECOND);
      await tab.press();
      world.wallet.accounts = [];
      world.wallet.emit('accountsChanged', []);
      world.prompts[0]!.reject(4001);
      await tab.reach('reviewing');
      await world.clock.advance(SECOND);
      await tab.press();
      await world.clock.advance(SECOND);
      expect(codeOf(tab)).to.equal('wallet-locked');
    },
  ],
  [
    'P-17',
    'says locked when the wallet locks before the press without an event',
    async () => {
      const { world, tab } = await reviewing();
      await world.clock.advance(6 * SECOND);
      world.wallet.accounts = [];
      await tab.press();
      await world.clock.advance(10 * SECOND);
      expect(world.prompts).to.have.length(0);
      expect(codeOf(tab)).to.not.equal('wallet-not-found');
      expect(moneyOf(tab)).to.equal('not-sent');
    },
  ],
  [
    'P-17',
    'pays when the payer unlocks the wallet during the prompt',
    async () => {
      const { world, tab } = await reviewing();
      await world.clock.advance(6 * SECOND);
      await tab.press();
      world.wallet.accounts = [];
      world.wallet.emit('accountsChanged', []);
      world.wallet.accounts = [payer];
      world.wallet.emit('accountsChanged', [payer]);
      world.prompts[0]!.approve();
      await tab.reach('succeeded');
      expect(await world.deposits()).to.equal(1);
    },
  ],

  [
    'P-45',
    'opens no prompt when the wallet names a stranger’s account in capitals',
    async () => {
      const { world, tab } = await reviewing();
      await world.clock.advance(6 * SECOND);
      world.wallet.accounts = [attacker.toUpperCase().replace('0X', '0x')];
      await tab.press();
      await world.clock.advance(SECOND);
      expect(world.prompts).to.have.length(0);
    },
  ],
  [
    'P-45',
    'pays when the wallet names the account in capitals',
    async () => {
      const { world, tab } = await reviewing();
      await world.clock.advance(6 * SECOND);
      world.wallet.accounts = [payer.toUpperCase().replace('0X', '0x')];
      world.wallet.emit('accountsChanged', world.wallet.accounts);
      world.payer = 'approves';
      await tab.press();
      await tab.reach('succeeded');
    },
  ],
  [
    'P-45',
    'pays after the wallet disconnects three times during one review',
    async () => {
      const { world, tab } = await reviewing();
      await world.clock.advance(6 * SECOND);
      for (let n = 0; n < 3; n += 1) {
        world.wallet.emit('disconnect', walletError(4900, 'Disconnected'));
        await world.clock.advance(3 * SECOND);
      }
      await tab.reach('reviewing');
      world.payer = 'approves';
      await tab.press();
      await tab.reach('succeeded');
    },
  ],

  [
    'P-19',
    'opens no prompt for a signature while the browser is offline',
    async () => {
      const { world, tab } = await askedPermitReview();
      await whileOffline(async () => {
        await tab.press();
        await world.clock.advance(SECOND);
      });
      expect([codeOf(tab), moneyOf(tab), world.signings.length]).to.deep.equal(['offline', 'not-sent', 0]);
    },
  ],
  [
    'P-19',
    'opens no paying prompt when the browser goes offline during the approval',
    async () => {
      const { world, tab } = await approved();
      await whileOffline(async () => {
        world.chain.mine();
        await world.clock.advance(20 * SECOND);
      });
      expect(world.promptsFor('pay')).to.equal(0);
      expect(moneyOf(tab)).to.not.equal('unknown');
    },
  ],
  [
    'P-19',
    'opens the prompt when the browser comes back before the press',
    async () => {
      const { world, tab } = await reviewing();
      await whileOffline(() => world.clock.advance(2 * SECOND));
      await tab.press();
      expect(world.prompts).to.have.length(1);
    },
  ],
];

async function askedPermitReview(): ReturnType<typeof askedPermit> {
  const given = await askedPermit();
  given.world.signings[0]!.reject(4001);
  await given.tab.reach('reviewing');
  await given.world.clock.advance(2 * SECOND);
  given.world.signings.length = 0;
  return given;
}

/** The listing changes while the payer reads the review, which is older than a minute. */
async function changed(change: (chain: ChainRecord) => ChainRecord, pay = ETH, options = {}): Promise<World> {
  const { world, tab } = await reviewing(pay, options);
  await tab.do({ type: 'back' });
  await world.clock.advance(61 * SECOND);
  world.service.listing = (chains) => chains.map((chain) => (chain.id === 8453 ? change(chain) : chain));
  await tab.do({ type: 'asset-picked', ...pay });
  await world.clock.advance(SECOND);
  await tab.press();
  await world.clock.advance(5 * SECOND);
  return world;
}

const listings: readonly Case[] = [
  [
    'P-14',
    'opens no prompt for tokens when the listing takes no more deposits',
    async () => {
      const world = await changed((chain) => ({ ...chain, depositEnabled: false }), USDC);
      expect(world.prompts).to.have.length(0);
    },
  ],
  [
    'P-14',
    'opens no prompt when the listing drops the chain',
    async () => {
      const { world, tab } = await reviewing(ETH, PINNED);
      await tab.do({ type: 'back' });
      await world.clock.advance(61 * SECOND);
      world.service.listing = (chains) => chains.filter(({ id }) => id !== 8453);
      await tab.do({ type: 'asset-picked', ...ETH });
      await world.clock.advance(SECOND);
      await tab.press();
      await world.clock.advance(5 * SECOND);
      expect(world.prompts).to.have.length(0);
    },
  ],
  [
    'P-14',
    'opens no prompt when the listing names a stranger as the proxy and the quote approves it',
    async () => {
      const world = await changed(
        (chain) => ({
          ...chain,
          contracts: { ...chain.contracts, approvalProxy: attacker },
          protocol: { v2: { depository: attacker } },
        }),
        USDC,
      );
      expect(world.prompts).to.have.length(0);
    },
  ],
  [
    'P-14',
    'opens the prompt when the listing reports only a surge',
    async () => {
      const world = await changed((chain) => ({ ...chain, surgeEnabled: true }));
      expect(world.prompts).to.have.length(1);
    },
  ],
];

const batches: readonly Case[] = [
  [
    'P-27',
    'asks the payer when the wallet has forgotten the batch and the node is down',
    async () => {
      const { world, tab } = await taken();
      world.wallet.always(STATUS, walletError(5730, 'Unknown bundle id'));
      world.chain.fault = 'down';
      await world.clock.advance(30 * MINUTE);
      expect(tab.state.name).to.equal('processing');
      await tab.do({ type: 'wallet-closed' });
      expect(tab.state).to.include({ status: 'unknown' });
      expect(world.prompts).to.have.length(1);
    },
  ],
  [
    'P-27',
    'asks the payer when the wallet calls a batch failed of which the chain shows nothing',
    async () => {
      const { world, tab } = await taken();
      world.wallet.always(STATUS, { status: 400 });
      await world.clock.advance(5 * MINUTE);
      expect(world.prompts).to.have.length(1);
      expect(['processing', 'reviewing']).to.include(tab.state.name);
    },
  ],
  [
    'P-27',
    'opens no second prompt unasked when two tabs hold one batch that stays pending',
    async () => {
      const { world } = await taken();
      const other = world.open({ resume: 'off' });
      await other.review(USDC);
      await other.press();
      await world.clock.advance(10 * SECOND);
      expect(world.prompts).to.have.length(1);
    },
  ],
  [
    'P-27',
    'pays by a batch that the wallet reports at once',
    async () => {
      const { world, tab } = await askedBatch();
      world.prompts[0]!.approve();
      await tab.reach('succeeded');
      expect(await world.deposits()).to.equal(1);
    },
  ],
];

/** The steps that the service appends after the signature. */
const appended = async (
  ...edits: Edit[]
): Promise<{ world: Awaited<ReturnType<typeof askedPermit>>['world']; tab: Tab }> => {
  const { world, tab } = await askedPermit();
  const text = JSON.stringify({ steps: authorizationCase().quote['steps'] }).replaceAll(ids.request, shownId(tab));
  const json = JSON.parse(text) as Json;
  apply(json, ['steps[0].items[0].data.sign.value.validBefore', Math.floor(world.clock.now() / 1_000) + 500]);
  for (const edit of edits) apply(json, edit);
  world.service.outages.set(PERMITS, { status: 200, json });
  world.signings[0]!.sign();
  await settle();
  await world.clock.advance(SECOND);
  return { world, tab };
};
const SIGN = 'steps[0].items[0].data.sign';

const signatures: Case[] = [
  ...Object.entries<Edit>({
    'for another token': [`${SIGN}.domain.verifyingContract`, `0x${'94'.repeat(20)}`],
    'on another chain': [`${SIGN}.domain.chainId`, 10],
    'from another account': [`${SIGN}.value.from`, attacker],
    'with a posting to another place': ['steps[0].items[0].data.post.endpoint', '//evil.example/permits'],
    'of another type': [`${SIGN}.primaryType`, 'Permit'],
  }).map(([what, edit]): Case => [
    'W-8',
    `says that the payment goes on, and asks for no signature ${what}, after the signature`,
    async () => {
      const { world, tab } = await appended(edit);
      await tab.do({ type: 'signature-confirmed' });
      await world.clock.advance(MINUTE);
      expect([world.signings.length, world.prompts.length]).to.deep.equal([1, 0]);
      expect([tab.state.name, moneyOf(tab)]).to.deep.equal(['processing', 'unknown']);
      world.service.statuses.set(shownId(tab), { status: 'success' });
      await tab.reach('succeeded');
    },
  ]),
  [
    'W-8',
    'asks for the same signature with a later deadline after a press',
    async () => {
      const { world, tab } = await appended();
      await tab.do({ type: 'signature-confirmed' });
      await world.clock.advance(SECOND);
      expect(world.signings).to.have.length(2);
    },
  ],
  ...Object.entries<object>({
    'with an empty reason': { failReason: '' },
    'with N/A as its reason': { failReason: 'N/A', details: 'N/A' },
    'with a reason in both fields': { failReason: 'PERMIT_FAILED', details: 'other' },
  }).map(([what, more]): Case => [
    'W-6',
    `tells the failure of a signed payment ${what}, and goes on`,
    async () => {
      const { world, tab, requestId } = await signed();
      world.service.statuses.set(requestId, { status: 'failure', ...more });
      await world.clock.advance(MINUTE);
      expect(tab.state.name).to.be.oneOf(['processing', 'failed']);
      expect(JSON.stringify(tab.state)).to.not.include('"N/A"');
      expect(world.facts().some((fact) => fact.startsWith('hub-failure')) || moneyOf(tab) !== undefined).to.equal(true);
      world.service.statuses.set(requestId, { status: 'success' });
      await tab.reach('succeeded');
    },
  ]),
  [
    'P-27',
    'returns to the review only when wallet and node show that the permit expired',
    async () => {
      const { world, tab } = await signed((each) => each.service.outages.set(PERMITS, 'silent'));
      await tab.hide();
      await world.clock.advance(20 * MINUTE);
      expect([codeOf(tab), world.signings.length]).to.deep.equal(['expired', 1]);
    },
  ],
];

for (const [subject, cases] of Object.entries({
  'an approval': approvals,
  'a wallet': wallets,
  'a listing': listings,
  'a batch': batches,
  'a signature': signatures,
})) {
  describe(`a variation of ${subject}`, () => {
    for (const [row, title, run] of cases) it(`${row} ${title}`, run);
  });
}
