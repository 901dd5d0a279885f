/** Variations of findings about refunds: incomes that are no refund, other liars, and true refunds beside them. */
import { expect } from 'chai';
import type { RefundResult } from '../../../../src/types.js';
import { contracts, people, tokens } from '../../../support/quotes.js';
import { MINUTE, SECOND } from '../../../support/times.js';
import { transferLog, type Log } from '../../../support/transfer-log.js';
import { ETH, PINNED, USDC, type World } from '../../../support/world.js';
import { sent } from '../../sent.js';

const WEI = 8_000_000_000_000_000n;
const UNITS = 25_000_000n;
const STRANGER = `0x${'5a'.repeat(20)}`;
const INVENTED = `0x${'fe'.repeat(32)}`;
const { payer, recipient, attacker } = people;
const { solver, depository, router } = contracts;
const [usdc, usdt, usdcOut] = [tokens.usdc.address, tokens.usdt.address, tokens.usdcOut.address];

type Chain = World['chain'];
/** Makes the transactions, and returns the hashes that the service names. */
type Back = (chain: Chain, world: World, paid: string) => string[];

/** Empty blocks come first, because two fake chains would otherwise name their first transactions alike. */
const mined = (chain: Chain, ...all: Parameters<Chain['send']>[0][]): string[] => {
  chain.mineEmpty(chain.id === 10 ? 50 : 1);
  const hashes = all.map((each) => chain.send(each));
  chain.mine();
  return hashes;
};
const native =
  (from: string, value = WEI, more: { to?: string; reverts?: boolean } = {}): Back =>
  (chain) =>
    mined(chain, { from, to: payer, value, ...more });
const logged =
  (signer: string, ...logs: Log[]): Back =>
  (chain) =>
    mined(chain, { from: signer, to: usdc, logs });
const usdcFrom = (from: string, amount = UNITS, to: string = payer): Log => transferLog(usdc, from, to, amount);

/** The node shows the transaction of the payer's refund, which no block contains. The wallet's own node does not. */
const byNode: Back = (chain) => {
  chain.falsify = (method, [hash], result) => {
    if (hash !== INVENTED) return result;
    if (method === 'eth_getTransactionByHash')
      return { hash, from: solver, to: payer, input: '0x', value: `0x${WEI.toString(16)}`, nonce: '0x0' };
    return method === 'eth_getTransactionReceipt'
      ? { transactionHash: hash, blockHash: `0x${'b1'.repeat(32)}`, status: '0x1', logs: [] }
      : result;
  };
  return [INVENTED];
};

type Row = readonly [row: string, what: string, is: 'a fact' | 'asked', pay: typeof ETH, back: Back, options?: object];

const rows: readonly Row[] = [
  ['S-13', 'the transaction reverted', 'asked', ETH, native(solver, WEI, { reverts: true })],
  ['S-13', 'it goes to the merchant', 'asked', ETH, native(solver, WEI, { to: recipient })],
  ['S-13', 'native currency came back for tokens', 'asked', USDC, native(solver)],
  ['S-13', 'another dollar token came back', 'asked', USDC, logged(solver, transferLog(usdt, solver, payer, UNITS))],
  ['S-13', 'half of the tokens came back', 'asked', USDC, logged(depository, usdcFrom(depository, UNITS / 2n))],
  ['S-13', 'node and service invent it, and the wallet knows of none', 'asked', ETH, byNode],
  [
    'S-13',
    'no block has the transaction yet',
    'asked',
    ETH,
    (chain) => [chain.send({ from: solver, to: payer, value: WEI })],
  ],
  [
    'S-13',
    'the service names the payment before it',
    'a fact',
    ETH,
    (chain, world, paid) => [paid, ...native(solver)(chain, world, paid)],
  ],
  [
    'S-13',
    'it came back in two halves',
    'asked',
    USDC,
    (chain) =>
      mined(
        chain,
        { from: solver, to: usdc, logs: [usdcFrom(depository, UNITS / 2n)] },
        { from: solver, to: usdc, logs: [usdcFrom(depository, UNITS / 2n)] },
      ),
  ],

  ['S-34', 'the tokens are newly made for the payer', 'asked', USDC, logged(STRANGER, usdcFrom(tokens.eth.address))],
  [
    'S-34',
    'the depository of the other chain sends them',
    'asked',
    USDC,
    logged(STRANGER, usdcFrom(contracts.depositoryOnDestination)),
  ],
  [
    'S-34',
    'the solver sends them and the payer passes them on',
    'asked',
    USDC,
    logged(solver, usdcFrom(solver), usdcFrom(payer, UNITS, STRANGER)),
  ],
  ['S-34', 'the merchant sends native currency', 'asked', ETH, native(recipient)],
  ['S-34', 'the contract of the token sends them', 'asked', USDC, logged(STRANGER, usdcFrom(usdc))],
  [
    'S-34',
    'two strangers send a half each',
    'asked',
    USDC,
    logged(STRANGER, usdcFrom(STRANGER, UNITS / 2n), usdcFrom(attacker, UNITS / 2n)),
  ],
  [
    'S-34',
    'a contract of the same symbol sends them',
    'asked',
    USDC,
    logged(solver, transferLog(usdcOut, solver, payer, UNITS)),
  ],
  [
    'S-34',
    'the solver and a stranger send together, and the solver all that was paid',
    'a fact',
    USDC,
    logged(solver, usdcFrom(solver), usdcFrom(STRANGER, 1n)),
  ],
  [
    'S-34',
    'the router sends a half and the depository the other',
    'a fact',
    USDC,
    logged(STRANGER, usdcFrom(router, UNITS / 2n), usdcFrom(depository, UNITS / 2n)),
  ],
];

/** The service says that it refunded. `prepare` runs before the payment. */
async function refund(pay: typeof ETH, back: Back, options: object): Promise<RefundResult> {
  const { world, tab, hash, say } = await sent(pay, ({ service }) => void (service.outcome = 'none'), options);
  world.chain.mine();
  await world.clock.advance(2 * SECOND);
  const txHashes = back(world.chain, world, hash);
  say('refund', { inTxHashes: [hash], txHashes });
  await tab.reach('refunded');
  await world.clock.advance(10 * MINUTE);
  if (tab.state.name !== 'refunded') throw new Error(`the state is ${tab.state.name}`);
  return tab.state.refund;
}

describe('a variation of a refund', () => {
  for (const [row, what, is, pay, back, options = PINNED] of rows) {
    it(`${row} is ${is} when ${what}`, async () => {
      expect((await refund(pay, back, options)).confirmed === true).to.equal(is === 'a fact');
    });
  }

  const places: readonly [what: string, back: Back, chainId: number, confirmed: boolean][] = [
    [
      'in native currency on the destination chain',
      (_, { destinationChain: chain }) => mined(chain, { from: solver, to: payer, value: WEI }),
      10,
      false,
    ],
    [
      'on both chains, first on the destination',
      (chain, world, paid) => [
        ...mined(world.destinationChain, {
          from: solver,
          to: usdcOut,
          logs: [transferLog(usdcOut, solver, payer, 1n)],
        }),
        ...native(solver)(chain, world, paid),
      ],
      8453,
      true,
    ],
    [
      'as tokens on the destination chain for a stranger',
      (_, { destinationChain: chain }) =>
        mined(chain, { from: solver, to: usdcOut, logs: [transferLog(usdcOut, solver, STRANGER, UNITS)] }),
      10,
      false,
    ],
    [
      'on the origin chain, though the record names the destination',
      (chain, world, paid) => {
        const hashes = native(solver)(chain, world, paid);
        const [id] = world.service.requestIds.slice(-1);
        world.service.records.set(id!, {
          ...world.service.ownRecords.get(id!),
          data: { inTxs: [], outTxs: hashes.map((hash) => ({ chainId: 10, hash })) },
        });
        return hashes;
      },
      8453,
      true,
    ],
  ];
  for (const [what, back, chainId, confirmed] of places) {
    it(`W-7 names chain ${chainId} when the refund is ${what}`, async () => {
      const result = await refund(ETH, back, PINNED);
      expect(result).to.have.nested.property('transaction.chainId', chainId);
      expect(result.confirmed === true).to.equal(confirmed);
    });
  }
});
