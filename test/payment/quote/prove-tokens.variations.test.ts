/**
 * Variations of findings about tokens, names, decimals and prices that only the service knows: another liar, another
 * side of the payment, or a listing that lies together with its node.
 */
import { expect } from 'chai';
import { apply, currency, tokens, type Json } from '../../support/quotes.js';
import { SECOND } from '../../support/times.js';
import { worldChains } from '../../support/world-service.js';
import { ETH, PINNED, USDC, World, type Tab } from '../../support/world.js';
import type { ChainRecord } from '../../../src/types.js';
import { chainParameters } from '../../../src/vm/evm/wallet/add-chain.js';
import { isServiceRate, usdMicrosOf } from '../../../src/vm/registry/known-amounts.js';
import { answering, number, padded, text, type Answers } from '../token-liars.js';

const usdc = tokens.usdc.address;
type Case = readonly [row: string, title: string, run: () => unknown];

const codeOf = ({ state }: Tab): string | undefined => ('problem' in state ? state.problem.code : undefined);

/** The payer opens the checkout, picks the asset and presses once, as far as the page allows it. */
async function pressed(world: World, pay = USDC, options = {}): Promise<Tab> {
  const tab = world.open(options);
  await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
  await world.clock.advance(3 * SECOND);
  await tab.do({ type: 'asset-picked', ...pay });
  await world.clock.advance(2 * SECOND);
  await tab.press();
  await world.clock.advance(5 * SECOND);
  return tab;
}

/** The search for a token finds what the service says. */
async function found(record: object, answers: Answers, options = {}): Promise<[symbol: string, verified: boolean][]> {
  const world = new World();
  const address = tokens.unpinned.address;
  world.payer = 'waits';
  world.balances.set(address, 5_000_000_000n);
  world.symbols.set(address, 'NEW');
  world.decimals.set(address, 9);
  answering(world, address, answers);
  const tab = world.open(options);
  await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
  await world.clock.advance(5 * SECOND);
  const { symbol, name, decimals } = tokens.unpinned;
  world.service.currencies.push({ chainId: 8453, address, symbol, name, decimals, ...record });
  const answer = tab.session.search('new');
  await world.clock.advance(2 * SECOND);
  return ((await answer)?.assets ?? []).map((each) => [each.symbol, each.verified]);
}

const searches: readonly Case[] = [
  ...Object.entries<[object, Answers]>({
    'the name of a pinned token in small capitals': [{}, { symbol: text('ＵＳＤＴ') }],
    'the symbol of the native currency': [{}, { symbol: text('ETH') }],
    'the symbol of a pinned token in 32 bytes': [{}, { symbol: padded('usdc') }],
    'a pinned symbol with a soft hyphen': [{}, { symbol: text('US\u00adDC') }],
  }).map(([what, [record, answers]]): Case => [
    'S-6',
    `omits a token whose contract has ${what}`,
    async () => expect(await found(record, answers, PINNED)).to.deep.equal([]),
  ]),
  [
    'S-6',
    'verifies no token that the service calls pinned, native and verified',
    async () => {
      const record = { metadata: { verified: true, pinned: true }, isNative: true, verified: true };
      expect(await found(record, {}, PINNED)).to.deep.equal([['NEW', false]]);
    },
  ],
  [
    'S-6',
    'finds an honest token whose contract has 32 bytes',
    async () => {
      expect(await found({}, { symbol: padded('NEW') }, PINNED)).to.deep.equal([['NEW', false]]);
    },
  ],
];

/** The listing calls this contract USDC with these decimals, and every quote agrees. */
const listed = (world: World, decimals: number): void => {
  const change = (json: string): string =>
    json.replaceAll(
      `"symbol":"USDC","name":"USDC coin","decimals":6`,
      `"symbol":"USDC","name":"USDC coin","decimals":${decimals}`,
    );
  world.service.listing = (chains) => {
    const json = JSON.stringify(chains, (_, value: unknown) => value);
    return JSON.parse(
      json.replaceAll(`"address":"${usdc}","decimals":6`, `"address":"${usdc}","decimals":${decimals}`),
    ) as ChainRecord[];
  };
  world.service.tamper = change;
};

/** How many prompts approve this token or pay with it. The page may choose another asset by itself. */
const paidWith = ({ prompts }: World, token: string): number =>
  prompts.filter(({ transaction: { to, data } }) => `${to}${data}`.toLowerCase().includes(token.slice(2))).length;

const unpinned: readonly Case[] = [
  [
    'S-7',
    'opens no prompt when listing and quote agree on 2 decimals and the contract has 6',
    async () => {
      const world = new World();
      listed(world, 2);
      await pressed(world);
      expect(paidWith(world, usdc)).to.equal(0);
    },
  ],
  [
    'S-7',
    'opens no prompt when the payer fixed the token by its address and it is a collectible',
    async () => {
      const world = new World();
      answering(world, usdc, { isUnique: number(1), decimals: null });
      await pressed(world, USDC, { originChainId: 8453, originCurrency: usdc });
      expect(paidWith(world, usdc)).to.equal(0);
    },
  ],
  [
    'S-7',
    'opens no prompt when only the wallet contradicts the listing and its node',
    async () => {
      const world = new World();
      const truth = world.chain.answer.bind(world.chain);
      world.wallet.always('eth_call', ([call, block]: readonly unknown[]) => {
        const { to, data } = call as { to: string; data: string };
        return to.toLowerCase() === usdc && data === '0x95d89b41' ? text('JUNK') : truth('eth_call', [call, block]);
      });
      await pressed(world);
      expect(paidWith(world, usdc)).to.equal(0);
    },
  ],
  [
    'S-7',
    'opens the prompt when listing, node and wallet agree',
    async () => {
      const world = new World();
      await (await pressed(world)).reach('succeeded');
      expect(world.prompts).to.have.length(2);
    },
  ],

  [
    'S-31',
    'opens no prompt for a token outside the registry that only the listing’s chain confirms',
    async () => {
      const world = new World();
      const [base, ...others] = worldChains();
      const registry = { chains: [{ ...base!, erc20Currencies: [] }, ...others] };
      answering(world, usdc, { symbol: null });
      await pressed(world, USDC, { registry });
      expect(paidWith(world, usdc)).to.equal(0);
    },
  ],
  [
    'S-31',
    'opens no prompt when the contract becomes a collectible during the review',
    async () => {
      const world = new World();
      const tab = world.open();
      await tab.review(USDC);
      answering(world, usdc, { isUnique: number(1), isKinds: number(1) });
      await tab.press();
      await world.clock.advance(5 * SECOND);
      expect(paidWith(world, usdc)).to.equal(0);
    },
  ],
  [
    'S-31',
    'opens no prompt when the wallet stops to read the chain after the review',
    async () => {
      const world = new World();
      const tab = world.open();
      await tab.review(USDC);
      world.wallet.always('eth_call', new Error('unavailable'));
      await tab.press();
      await world.clock.advance(10 * SECOND);
      expect(paidWith(world, usdc)).to.equal(0);
    },
  ],
  [
    'S-31',
    'pays with the native currency while the contracts of tokens lie',
    async () => {
      const world = new World();
      answering(world, usdc, { symbol: text('JUNK'), decimals: number(0) });
      await (await pressed(world, ETH)).reach('succeeded');
    },
  ],
];

/** The quote has other decimals on this side than the page has parsed. */
const decimals: Case[] = [
  ...(
    [
      ['none', 'currencyOut', 0, '25000000'],
      ['18', 'currencyOut', 18, '0.000000000025'],
      ['one more', 'currencyOut', 7, '2.5'],
    ] as const
  ).map(([what, side, value, formatted]): Case => [
    'S-8',
    `blocks a destination outside the registry that has ${what} in the quote`,
    async () => {
      const world = new World();
      world.service.tamper = (json) => {
        const quote = JSON.parse(json) as Json;
        apply(quote, [`details.${side}.currency.decimals`, value]);
        apply(quote, [`details.${side}.amountFormatted`, formatted]);
        return JSON.stringify(quote);
      };
      const tab = await pressed(world, ETH, { registry: { chains: worldChains().slice(0, 1) } });
      expect([codeOf(tab), world.prompts.length]).to.deep.equal(['quote-unsafe', 0]);
    },
  ]),
  [
    'S-8',
    'pays to a destination outside the registry whose decimals stay the same',
    async () => {
      const world = new World();
      const tab = await pressed(world, ETH, { registry: { chains: worldChains().slice(0, 1) } });
      await tab.reach('succeeded');
    },
  ],
];

const weth = currency('WETH', 18, `0x${'e7'.repeat(20)}`);
const eurc = currency('EURC', 6, `0x${'ec'.repeat(20)}`);
const registry = {
  chains: worldChains().map((chain) => ({
    ...chain,
    erc20Currencies: [...(chain.erc20Currencies ?? []), ...(chain.id === 8453 ? [weth, eurc] : [])],
  })),
};
const told = (token: { address: string; symbol: string; decimals: number }, chainId: number, usd = '25'): never =>
  ({
    chainId,
    currency: token.address,
    symbol: token.symbol,
    decimals: token.decimals,
    amount: '25000000',
    amountFormatted: '25',
    amountUsd: usd,
  }) as never;
const out = told(tokens.usdcOut, 10);

const rates: readonly Case[] = [
  ...(
    [
      ['a euro token of the registry', told(eurc, 8453), out, true],
      ['a euro token that calls itself USDC', told({ ...eurc, symbol: 'USDC' }, 8453), out, true],
      ['a dollar token of the other chain at the same address', told(tokens.usdcOut, 8453), out, true],
      ['a dollar token whose name the service changed', told({ ...tokens.usdc, symbol: 'GOLD' }, 8453), out, false],
    ] as const
  ).map(([what, pays, receives, is]): Case => [
    'S-42',
    `${is ? 'says' : 'does not say'} that only the service knows the rate for ${what}`,
    () => expect(isServiceRate(registry, pays, receives)).to.equal(is),
  ]),
  [
    'S-42',
    'says so in the review when the payer is within the list’s price and a tenth above the market',
    async () => {
      const world = new World();
      world.service.price = 1_100n;
      const tab = world.open(PINNED);
      await tab.review(ETH);
      expect(tab.state).to.have.nested.property('quote.rateUnchecked', true);
    },
  ],

  ...(
    [
      ['with a hundred times the dollars', '2500', 25_000_000n],
      ['with negative dollars', '-25', 25_000_000n],
      ['without dollars', '', 25_000_000n],
    ] as const
  ).map(([what, usd, micros]): Case => [
    'S-33',
    `takes a dollar token for its amount when the service names it ${what}`,
    () => expect(usdMicrosOf(registry.chains[0], told({ ...tokens.usdc, decimals: 2 }, 8453, usd))).to.equal(micros),
  ]),
  [
    'S-33',
    'takes the service’s dollars for a euro token of the registry',
    () => {
      expect(usdMicrosOf(registry.chains[0], told(eurc, 8453, '27.5'))).to.equal(27_500_000n);
    },
  ],
];

const chain = registry.chains[0]!;
const links: readonly Case[] = [
  ...(['https//node.example', 'HTTP://node.example', 'file:///etc/passwd', 'http://127.0.0.1.example'] as const).map(
    (httpRpcUrl): Case => [
      'S-18',
      `adds no chain whose node is ${httpRpcUrl}`,
      () => expect(chainParameters({ ...chain, httpRpcUrl })).to.equal(null),
    ],
  ),
  [
    'S-18',
    'shows no link of a chain that the registry has without an explorer',
    async () => {
      const world = new World();
      world.service.listing = (chains) => chains.map((each) => ({ ...each, explorerUrl: 'https://evil.test' }));
      const pinned = { chains: worldChains().map(({ explorerUrl: _, ...each }) => each) };
      const tab = await pressed(world, ETH, { registry: pinned });
      await tab.reach('succeeded');
      expect(world.texts().join()).to.not.include('evil.test');
    },
  ],
  [
    'S-18',
    'adds the pinned chain with its own node when the listing names another',
    () => {
      expect(chainParameters({ ...chain, httpRpcUrl: 'https://node.example' })).to.deep.include({
        rpcUrls: ['https://node.example'],
      });
    },
  ],
];

for (const [subject, cases] of Object.entries({
  'a searched token': searches,
  'a token outside the registry': unpinned,
  'the decimals of a quote': decimals,
  'a rate': rates,
  'a link or an added chain': links,
})) {
  describe(`a variation of ${subject}`, () => {
    for (const [row, title, run] of cases) it(`${row} ${title}`, async () => run());
  });
}
