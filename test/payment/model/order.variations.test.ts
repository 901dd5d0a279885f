/** Variations of findings about what is one order, and about options that name another order, payee or amount. */
import { expect } from 'chai';
import { journalKey, orderHashes } from '../../../src/payment/journal/keys.js';
import {
  checkOptions,
  missingRecipient,
  withoutPayer,
  type SessionOptions,
} from '../../../src/payment/model/options.js';
import { isSameOrder } from '../../../src/payment/model/order.js';
import { HubPayError } from '../../../src/errors.js';
import { people, tokens } from '../../support/quotes.js';
import { OPTIONS, World, type Tab } from '../../support/world.js';

type Options = Partial<Record<keyof SessionOptions, unknown>>;
const upper = (address: string): string => `0x${address.slice(2).toUpperCase()}`;
const CALL = { to: people.recipient, value: '0', data: '0xabcd' };
const UNNAMED: Options = { reference: undefined };

async function paid(tab: Tab): Promise<void> {
  await tab.review();
  await tab.press();
  await tab.reach('succeeded');
}

/** The order is paid as the first options write it. The page then opens with the second ones. */
async function isPaidAs(first: Options, second: Options): Promise<boolean> {
  const world = new World();
  const tab = world.open(first as never);
  await paid(tab);
  tab.kill();
  const next = world.open(second as never);
  await next.do({ type: 'opened' });
  await world.clock.advance(3_000);
  expect(world.promptsFor('pay')).to.equal(1);
  return next.state.name === 'succeeded';
}

const spellings: readonly (readonly [what: string, is: boolean, first: Options, second: Options])[] = [
  ['the base URL has a port and capitals', true, {}, { baseUrl: 'HTTPS://HUB.test:443//' }],
  ['the base URL has a detour', true, {}, { baseUrl: 'https://hub.test/other/..' }],
  ['the reference has spaces around it', true, {}, { reference: ' order-7\n' }],
  [
    'the reference has another form of the same letters',
    true,
    { reference: 'order-é' },
    { reference: 'order-e\u0301' },
  ],
  ['the reference is of another order', false, {}, { reference: 'order-70' }],
  ['the reference differs in a capital', false, {}, { reference: 'Order-7' }],
  ['the amount has a zero more before its point', false, { amount: '25' }, { amount: '250' }],
];

/** Options without a reference, of which each pair is one order or two. */
const terms: readonly (readonly [what: string, is: boolean, first: Options, second: Options])[] = [
  [
    'the calls have another letter case',
    true,
    { txs: [CALL] },
    { txs: [{ ...CALL, to: upper(CALL.to), data: '0xABCD' }] },
  ],
  [
    'the members of the calls are in another order',
    true,
    { txs: [CALL] },
    { txs: [{ data: '0xabcd', value: '0', to: CALL.to }] },
  ],
  ['the calls name their own value', true, { txs: [CALL] }, { txs: [{ ...CALL, originalTxValue: '0' }] }],
  ['the list of calls is empty', true, {}, { txs: [] }],
  [
    'the payee is written in words',
    true,
    { recipient: undefined, amount: undefined },
    { recipient: 'payer', amount: undefined },
  ],
  ['the calls have another value', false, { txs: [CALL] }, { txs: [{ ...CALL, value: '1' }] }],
  [
    'the calls are in another order',
    false,
    { txs: [CALL, { ...CALL, value: '1' }] },
    { txs: [{ ...CALL, value: '1' }, CALL] },
  ],
];

describe('a variation of the spelling of an order', () => {
  for (const [what, is, first, second] of spellings) {
    it(`P-8 is ${is ? 'one order' : 'another order'} when ${what}`, async () => {
      expect(await isPaidAs(first, second)).to.equal(is);
    });
  }

  it('P-8 is one order however its native currency is written, once the chains are known', () => {
    const resolve = (_chain: number, text: string): string | undefined =>
      ['native', 'ETH', 'eth', tokens.eth.address].includes(text) ? tokens.eth.address : undefined;
    const names = ['native', 'ETH', 'eth', tokens.eth.address].map((destinationCurrency) =>
      orderHashes({ ...OPTIONS, destinationCurrency }, resolve)(),
    );
    for (const each of names) expect(each.some((name) => names[0]!.includes(name))).to.equal(true);
  });

  for (const [what, is, first, second] of terms) {
    it(`P-8 is ${is ? 'one order' : 'another order'} without a reference when ${what}`, () => {
      const [a, b] = [first, second].map((each) => withoutPayer({ ...OPTIONS, ...UNNAMED, ...each } as SessionOptions));
      expect(journalKey(a!) === journalKey(b!)).to.equal(is);
      expect(isSameOrder(a!, b!)).to.equal(is);
    });
  }
});

const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const cases: readonly (readonly [
  what: string,
  isOne: boolean,
  name: keyof SessionOptions,
  first: string,
  second: string,
])[] = [
  ['Move coin types that differ in a capital', false, 'destinationCurrency', '0x2::sui::SUI', '0x2::sui::sui'],
  ['mints that differ in a capital', false, 'destinationCurrency', mint, mint.replace('E', 'e')],
  [
    'accounts of Tron that differ in a capital',
    false,
    'recipient',
    'TRX9Jx5yWNBxhHhHhHhHhHhHhHhHhHhHhH',
    'TRX9jx5yWNBxhHhHhHhHhHhHhHhHhHhHhH',
  ],
  ['symbols that differ in capitals', true, 'destinationCurrency', 'USDC.e', 'usdc.E'],
  [
    'segwit addresses in capitals',
    true,
    'recipient',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ',
  ],
  ['token ids of the venue in capitals', true, 'destinationCurrency', `0x${'ab'.repeat(16)}`, `0x${'AB'.repeat(16)}`],
];

describe('a variation of the letter case of an order', () => {
  for (const [what, isOne, name, first, second] of cases) {
    it(`W-13 keeps ${isOne ? 'one order' : 'two orders'} of ${what}`, () => {
      const names = [first, second].map((text) =>
        orderHashes({ ...OPTIONS, ...UNNAMED, [name]: text } as SessionOptions, () => undefined)(),
      );
      expect(names[0]![0] === names[1]![0]).to.equal(isOne);
    });
  }
});

/** The name of the option that is refused, or null. */
function refused(options: object): string | null {
  try {
    checkOptions({ ...OPTIONS, ...options });
    return null;
  } catch (error) {
    expect(error).to.be.instanceOf(HubPayError);
    return (error as HubPayError).attribute ?? '';
  }
}

const values: readonly (readonly [row: string, what: string, option: string | null, options: object])[] = [
  ['F-198', 'a reference that is a date', 'reference', { reference: new Date(0) }],
  ['F-198', 'an amount that is an object with toString', 'amount', { amount: { toString: () => '25' } }],
  ['F-198', 'a boxed text as the recipient', 'recipient', { recipient: Object('0x1') as unknown }],
  ['F-198', 'a chain id as text', 'destinationChainId', { destinationChainId: '10' }],
  [
    'F-198',
    'a misspelt option with the value of the right one',
    'refrence',
    { reference: undefined, refrence: 'order-7' },
  ],
  ['F-198', 'an option of a prototype', null, Object.create({ amount: 7 }) as object],
  ['F-198', 'an option that is undefined', null, { tokens: undefined, txs: undefined }],
  ['S-20', 'a recipient that is empty beside a reference', 'recipient', { amount: undefined, recipient: '' }],
  ['S-20', 'a recipient in capitals that means the payer', null, { recipient: 'payer' }],
  ['S-20', 'calls without a recipient', 'recipient', { recipient: undefined, txs: [CALL] }],
  ['S-21', 'a registry that is a JSON text', 'registry', { registry: '{"chains":[]}' }],
  ['S-21', 'calls that are a text', 'txs', { txs: '[object Object]' }],
  ['S-21', 'app fees that are a text', 'appFees', { appFees: '[object Object]' }],
  ['S-21', 'wallets that are a text', 'wallets', { wallets: '[object Object]' }],
  ['S-21', 'a registry with an empty list', null, { registry: { chains: [] } }],
];

describe('a variation of an option', () => {
  for (const [row, what, option, options] of values) {
    it(`${row} ${option === null ? 'accepts' : `refuses as ${option}`} ${what}`, () => {
      expect(refused(options)).to.equal(option);
    });
  }

  for (const [what, isMissing, options] of [
    ['only a merchant is named', true, { merchant: 'Acme' }],
    ['an empty amount is set', true, { amount: '' }],
    ['an empty reference is set', true, { reference: '' }],
    ['nothing is set', false, { amount: null, reference: null, merchant: null }],
  ] as const) {
    it(`S-20 ${isMissing ? 'misses' : 'does not miss'} the recipient when ${what}`, () => {
      expect(missingRecipient(options) !== null).to.equal(isMissing);
    });
  }
});
