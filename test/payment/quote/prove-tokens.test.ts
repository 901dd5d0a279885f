import { expect } from 'chai';
import fc from 'fast-check';
import { assertProven, ownSymbols, type TokenReader } from '../../../src/payment/quote/prove-tokens.js';
import type { ChainRecord, Registry } from '../../../src/types.js';
import type { TokenInfo } from '../../../src/vm/family/adapter.js';
import type { ChainAccess } from '../../../src/vm/family/sources.js';
import type { Wallet } from '../../../src/wallets/wallet.js';
import { VirtualClock } from '../../support/clock.js';
import { tokens } from '../../support/quotes.js';
import { ODD_SYMBOLS } from '../token-liars.js';

const claim = { currency: tokens.usdc.address, symbol: 'USDC', decimals: 6 };
const evm: ChainRecord = { id: 8453, vmType: 'evm' };
const svm: ChainRecord = { id: 7, vmType: 'svm' };
const venue: ChainRecord = { id: 1337, vmType: 'hypevm' };
const honest: TokenInfo = { symbol: 'USDC', decimals: 6, isCollectible: false };
const silent: TokenInfo = { symbol: null, decimals: null, isCollectible: false };
const unread: TokenInfo = { ...silent, isUnread: true };
const wallet = {} as Wallet;

/** What each source answers, in the order in which it is asked. The name of a source is `node` or `wallet`. */
type Setup = {
  chain?: ChainRecord;
  registry?: Registry;
  answers: Partial<Record<'node' | 'wallet', readonly (TokenInfo | null)[]>>;
  /** False if the wallets of the family do not read their chain. */
  reads?: boolean;
};

function proofOf({ chain = evm, registry, answers, reads = chain.vmType === 'evm' }: Setup) {
  const asked: string[] = [];
  const node: ChainAccess = { chain, fetch, clock: new VirtualClock(), signal: new AbortController().signal };
  const adapter: TokenReader = {
    tokenInfo: (assets, { request }) => {
      const name = request ? 'wallet' : 'node';
      const list = answers[name] ?? [];
      const found = list[Math.min(asked.filter((each) => each === name).length, list.length - 1)] ?? null;
      asked.push(name);
      return Promise.resolve(assets.map(() => found));
    },
    ...(reads && {
      walletReads: {
        walletAccess: () => Promise.resolve(answers.wallet ? { ...node, request: () => Promise.resolve(null) } : null),
      },
    }),
  };
  return { asked, proof: { adapter, wallet, node, registry } };
}

const shown = async (setup: Setup, token = claim): Promise<string | null | undefined> =>
  (await ownSymbols([token], proofOf(setup).proof))[0];
const refusal = (setup: Setup, token = claim): Promise<unknown> =>
  assertProven(token, proofOf(setup).proof).then(
    () => null,
    (error: unknown) => (error as { code: string }).code,
  );

describe('ownSymbols', () => {
  it('S-31 returns the symbol of the chain, which can differ from the claimed one', async () => {
    expect(await shown({ answers: { wallet: [{ ...honest, symbol: 'REAL' }] } })).to.equal('REAL');
  });

  it('S-31 asks the node of the service’s list only when no better source answers', async () => {
    for (const [setup, sources] of [
      [{ answers: { wallet: [honest], node: [silent] } }, ['wallet']],
      [{ answers: { node: [honest] } }, ['node']],
      [{ answers: { wallet: [silent], node: [honest] } }, ['wallet', 'wallet']],
    ] as const) {
      const { asked, proof } = proofOf(setup);
      await ownSymbols([claim], proof);
      expect(asked).to.deep.equal(sources);
    }
  });

  for (const [what, symbol] of Object.entries(ODD_SYMBOLS)) {
    it(`S-31 confirms nothing when list and chain both name ${what}`, async () => {
      const token = { ...claim, symbol };
      expect(await shown({ answers: { wallet: [{ ...honest, symbol }] } }, token)).to.equal(null);
      expect(await shown({ chain: svm, answers: { node: [{ ...silent, decimals: 6 }] } }, token)).to.equal(null);
    });
  }

  it('S-31 confirms unusual but plain symbols', async () => {
    for (const symbol of ['MKR', 'USD₮0', '$WIF', 'ꜩ', 'UNI-V2', '1INCH', 'stETH', '🐸', 'a'.repeat(40)])
      expect(await shown({ answers: { wallet: [{ ...honest, symbol }] } })).to.equal(symbol);
  });
});

describe('assertProven', () => {
  const pinned: Registry = { chains: [{ ...evm, erc20Currencies: [] }] };

  it('S-31 asks nobody about the native currency and a token of the registry', async () => {
    const registry: Registry = { chains: [{ ...evm, erc20Currencies: [tokens.usdc] }] };
    for (const [setup, currency] of [
      [{ registry, answers: {} }, claim.currency],
      [{ answers: {} }, tokens.eth.address],
      [{ chain: svm, answers: {} }, '1'.repeat(32)],
    ] as const) {
      const { asked, proof } = proofOf(setup);
      await assertProven({ ...claim, currency }, proof);
      expect(asked).to.deep.equal([]);
    }
  });

  for (const [what, setup, code] of [
    ['the wallet confirms it', { answers: { wallet: [honest] } }, null],
    ['the wallet answers the second time', { answers: { wallet: [silent, honest] } }, null],
    ['the wallet answers half of it each time', { answers: { wallet: [{ ...honest, symbol: null }, honest] } }, null],
    ['the wallet’s answer has nothing', { answers: { wallet: [silent] } }, 'quote-unsafe'],
    ['only the node of the service confirms it', { answers: { wallet: [silent], node: [honest] } }, 'quote-unsafe'],
    ['the wallet never answers', { answers: { wallet: [unread] } }, 'service-down'],
    [
      'the wallet answers half of it',
      { answers: { wallet: [{ ...honest, decimals: null, isUnread: true }] } },
      'service-down',
    ],
    ['the wallet answers nothing, after an outage', { answers: { wallet: [unread, silent] } }, 'quote-unsafe'],
    ['the wallet confirms it after an outage', { answers: { wallet: [unread, honest] } }, null],
    [
      'the wallet names another symbol before an outage',
      { answers: { wallet: [{ ...unread, symbol: 'ART' }] } },
      'quote-unsafe',
    ],
    [
      'the wallet names other decimals before an outage',
      { answers: { wallet: [{ ...unread, decimals: 18 }] } },
      'quote-unsafe',
    ],
    [
      'neither wallet nor the merchant’s node answers',
      { registry: pinned, answers: { wallet: [unread], node: [unread] } },
      'service-down',
    ],
    [
      'the merchant’s node knows no symbol, and the wallet is down',
      { registry: pinned, answers: { wallet: [unread], node: [silent] } },
      'quote-unsafe',
    ],
    ['the node of an SVM chain is down', { chain: svm, answers: { node: [unread] } }, 'service-down'],
    ['the wallet reads nothing', { answers: { node: [honest] } }, 'service-down'],
    ['the merchant’s node confirms it', { registry: pinned, answers: { node: [honest] } }, null],
    [
      'the merchant’s node confirms it and the wallet is silent',
      { registry: pinned, answers: { wallet: [silent], node: [honest] } },
      null,
    ],
    [
      'the merchant’s node confirms it and the wallet contradicts with the only value that it knows',
      { registry: pinned, answers: { wallet: [{ ...silent, decimals: 18 }], node: [honest] } },
      'quote-unsafe',
    ],
    [
      'wallet and node name different symbols',
      { registry: pinned, answers: { wallet: [{ ...silent, symbol: 'ART' }], node: [honest] } },
      'quote-unsafe',
    ],
    [
      'wallet calls it a collectible and the node does not',
      { registry: pinned, answers: { wallet: [{ ...silent, isCollectible: true }], node: [honest] } },
      'quote-unsafe',
    ],
    ['a mint has the decimals, and no symbol', { chain: svm, answers: { node: [{ ...honest, symbol: null }] } }, null],
    ['a mint has other decimals', { chain: svm, answers: { node: [{ ...silent, decimals: 9 }] } }, 'quote-unsafe'],
    [
      'a mint has one piece',
      { chain: svm, answers: { node: [{ ...honest, symbol: null, isCollectible: true }] } },
      'quote-unsafe',
    ],
    ['there is no such mint', { chain: svm, answers: { node: [null] } }, 'quote-unsafe'],
    ['the venue confirms it', { chain: venue, answers: { node: [honest] } }, null],
    [
      'the venue names another token',
      { chain: venue, answers: { node: [{ ...honest, symbol: 'HYPE' }] } },
      'quote-unsafe',
    ],
    ['the venue does not answer', { chain: venue, answers: { node: [{ ...honest, symbol: null }] } }, 'quote-unsafe'],
  ] as const satisfies readonly (readonly [string, Setup, string | null])[]) {
    it(`S-31 ${code === null ? 'lets the payer pay' : `throws ${code}`} when ${what}`, async () => {
      expect(await refusal(setup)).to.equal(code);
    });
  }

  it('S-31 lets the payer pay only if every value that any source knows is the claimed one', async () => {
    const value = <T>(...all: T[]): fc.Arbitrary<T | null> => fc.constantFrom<T | null>(...all, null);
    const info: fc.Arbitrary<TokenInfo> = fc.record({
      symbol: value('USDC', 'usdc', 'USDC ', 'ART', ''),
      decimals: value(6, 0, 18, 255),
      isCollectible: fc.constantFrom(false, false, false, true),
      isUnread: fc.constantFrom(undefined, true as const),
    }) as fc.Arbitrary<TokenInfo>;
    await fc.assert(
      fc.asyncProperty(info, info, async (first, second) => {
        const answers = { wallet: [first], node: [second] };
        const isPaid = (await refusal({ registry: pinned, answers })) === null;
        const isWhole = first.symbol !== null && first.decimals !== null;
        const known = isWhole ? [first] : [first, second];
        const isRight = known.every(
          (each) => ['USDC', null].includes(each.symbol) && [6, null].includes(each.decimals) && !each.isCollectible,
        );
        const isComplete =
          known.some(({ symbol }) => symbol !== null) && known.some(({ decimals }) => decimals !== null);
        expect(isPaid).to.equal(isRight && isComplete);
      }),
    );
  });
});
