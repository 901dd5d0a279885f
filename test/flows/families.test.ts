/** Tests payments between all chain families in the shop. The balances are read from the chains and from the venue. */
import assert from 'node:assert/strict';
import { PublicKey } from '@solana/web3.js';
import type { Address, Hex } from 'viem';
import { mintAt, mints, SVM_CHAIN, SVM_NATIVE, svmPayers, svmRecipient } from '../../demo/devnet/svm/addresses.js';
import { feeOf } from '../../demo/devnet/svm/rpc-encode.js';
import { balanceOnSvm } from '../../demo/devnet/svm/tokens.js';
import { PERPS_USDC, VENUE_CHAIN } from '../../demo/devnet/venue/typed-data.js';
import type { Demo } from '../../demo/start-demo.js';
import type { PaymentResult } from '../../src/types.js';
import {
  balanceOf,
  clientOf,
  DESTINATION,
  inEngines,
  isExchangeCheck,
  NATIVE,
  ORIGIN,
  type Token,
  type Visit,
} from '../support/pages/flows.js';
import {
  answerWallet,
  eventsOf,
  payByParts,
  press,
  reaches,
  showsText,
  textOf,
  walletMethods,
} from '../support/pages/shop-page.js';
import { otherChunks } from './loaded-chunks.js';

/** The EVM chain of the perps venue. */
const VENUE_EVM = 999;
const CONNECT = 'eth_requestAccounts';
const SEND = 'eth_sendTransaction';
const SIGN = 'eth_signTypedData_v4';
const SVM_CONNECT = 'standard:connect';
const SVM_SIGN = 'solana:signTransaction';

type Name = keyof typeof mints | 'sol';

const svm = (name: Name): Token => ({
  chainId: SVM_CHAIN,
  currency: name === 'sol' ? SVM_NATIVE : mints[name].address.toBase58(),
});
const usdcOn =
  (chainId: number) =>
  ({ devnet }: Demo): Token => ({ chainId, currency: devnet.addresses.usdc });
const eth = (): Token => ({ chainId: ORIGIN, currency: NATIVE });
const venue = (): Token => ({ chainId: VENUE_CHAIN, currency: PERPS_USDC });

const payerOf = ({ devnet }: Demo, { chainId }: Token): string =>
  chainId === SVM_CHAIN ? svmPayers[0]!.publicKey.toBase58() : devnet.payers[0]!.address;
const recipientOf = ({ devnet }: Demo, { chainId }: Token): string =>
  chainId === SVM_CHAIN ? svmRecipient : devnet.recipient;

/** Reads a balance from the chain or the venue, in the smallest unit. */
async function held(demo: Demo, token: Token, owner: string): Promise<bigint> {
  const { chainId, currency } = token;
  if (chainId === VENUE_CHAIN) return demo.devnet.venue.balanceOf(owner);
  if (chainId !== SVM_CHAIN) return balanceOf(demo, token, owner as Address);
  return balanceOnSvm(demo.devnet.svm, mintAt(currency) ?? null, new PublicKey(owner));
}

/** What the payer spent on network fees in the paid currency. Only native currency pays them. */
async function networkCost(demo: Demo, { currency }: Token, { origin }: PaymentResult): Promise<bigint> {
  if (currency !== NATIVE && currency !== SVM_NATIVE) return 0n;
  const costs = origin.map(async ({ chainId, hash }) => {
    if (chainId === SVM_CHAIN) return BigInt(feeOf(demo.devnet.svm.landed(hash)!.transaction.message));
    const { gasUsed, effectiveGasPrice } = await clientOf(demo, chainId).getTransactionReceipt({ hash: hash as Hex });
    return gasUsed * effectiveGasPrice;
  });
  return (await Promise.all(costs)).reduce((sum, cost) => sum + cost, 0n);
}

/** Opens the shop, and asks for this payment. The shop's own order needs no change of the page. */
async function visit({ demo, page }: Visit, to: Token, amount: string): Promise<void> {
  if (to.chainId === DESTINATION) return page.goto(demo.url);
  await page.goto(`${demo.url}?reference=&amount=${amount}&destination-currency=${to.currency}`);
  await page.evaluate(
    (chainId, recipient) => {
      const element = document.querySelector('hub-pay')!;
      element.setAttribute('destination-chain-id', chainId);
      element.setAttribute('recipient', recipient);
    },
    String(to.chainId),
    recipientOf(demo, to),
  );
}

type Payment = { from: Token; to: Token; before: readonly [payer: bigint, recipient: bigint] };

async function paymentOf(demo: Demo, from: Token, to: Token): Promise<Payment> {
  const before = [await held(demo, from, payerOf(demo, from)), await held(demo, to, recipientOf(demo, to))] as const;
  return { from, to, before };
}

/**
 * Verifies that the payment was sent once and succeeded once, and verifies balances and requests to the wallet. Also
 * verifies the recipient's balance that the shop shows.
 */
async function ended(
  { demo, page }: Visit,
  { from, to, before }: Payment,
  expected: { received: bigint; methods: readonly string[] },
): Promise<void> {
  const successes = await eventsOf(page, 'hub-success');
  assert.equal(successes.length, 1);
  assert.equal((await eventsOf(page, 'hub-sent')).length, 1);
  const result = successes[0]!.detail as unknown as PaymentResult;
  const after = await held(demo, to, recipientOf(demo, to));
  assert.equal(after - before[1], expected.received);
  await page.waitFor(
    (units) => document.querySelector<HTMLElement>('#recipient-balance')?.dataset['units'] === units,
    String(after),
  );
  assert.equal(result.received.amount, String(expected.received));
  const spent = before[0] - (await held(demo, from, payerOf(demo, from)));
  assert.equal(result.paid.amount, String(spent - (await networkCost(demo, from, result))));
  assert.deepEqual(await walletMethods(page), expected.methods);
}

type Place = (demo: Demo) => Token;
/** `chunks` are files of code that the page of `evm-only.test.ts` does not load. */
type Case = {
  from: Place;
  to: Place;
  amount?: string;
  received?: bigint;
  methods: readonly string[];
  chunks?: readonly string[];
};

/** The service has no price for the payer's own money at the venue, if the venue is the destination. */
const isUnpriced = (error: string): boolean => /\b400\b.*\/quote\/v2$/u.test(error);

const APPROVED = [CONNECT, SEND, SEND];
const SIGNED = [SVM_CONNECT, SVM_SIGN];
const TWICE = [CONNECT, SIGN, SIGN];
const shop = usdcOn(DESTINATION);
const onSvm =
  (name: Name): Place =>
  () =>
    svm(name);

const CASES: Readonly<Record<string, Case>> = {
  'EVM to SVM, a token to a token': { from: usdcOn(ORIGIN), to: onSvm('usdc'), methods: APPROVED },
  'EVM to SVM, ETH to SOL': {
    from: eth,
    to: onSvm('sol'),
    amount: '0.1',
    received: 100_000_000n,
    methods: [CONNECT, SEND],
  },
  'SVM to EVM, SOL to a token': { from: onSvm('sol'), to: shop, methods: SIGNED },
  'SVM to EVM, a token to a token': {
    from: onSvm('usdc'),
    to: shop,
    methods: SIGNED,
    chunks: ['svm', 'wallets-discover-svm'],
  },
  'SVM to EVM, a token of Token-2022': { from: onSvm('pyusd'), to: shop, methods: SIGNED },
  'SVM to SVM': { from: onSvm('usdc'), to: onSvm('usdt'), methods: SIGNED },
  'EVM to the venue': { from: usdcOn(ORIGIN), to: venue, received: 2_500_000_000n, methods: APPROVED },
  'the venue to EVM': {
    from: venue,
    to: shop,
    methods: TWICE,
    chunks: ['vm-venue-adapter', 'payment-pay-execute-signed-transfer'],
  },
  'the venue to SVM': { from: venue, to: onSvm('usdc'), methods: TWICE },
  'EVM to the venue’s EVM chain': { from: usdcOn(ORIGIN), to: usdcOn(VENUE_EVM), methods: APPROVED },
  'the venue’s EVM chain to EVM': {
    from: usdcOn(VENUE_EVM),
    to: shop,
    methods: [CONNECT, 'wallet_switchEthereumChain', SEND, SEND],
  },
};
const PRICE = 25_000_000n;

inEngines(['chromium'], 'Paying between chain families', (test) => {
  const pays = async (
    at: Visit,
    { from, to, amount = '25', received = PRICE, methods, chunks = [] }: Case,
  ): Promise<void> => {
    const payment = await paymentOf(at.demo, from(at.demo), to(at.demo));
    await visit(at, payment.to, amount);
    assert.equal((await payByParts(at.page, { pay: payment.from })).name, 'succeeded');
    await ended(at, payment, { received, methods });
    const loaded = otherChunks(at.page);
    for (const chunk of chunks) assert.ok(loaded.includes(chunk), `${chunk} is not in ${loaded.join(', ')}`);
  };

  for (const [name, payment] of Object.entries(CASES)) {
    test(
      `shop flow: payment from ${name} delivers exactly the amount`,
      (at) => pays(at, payment),
      (error) => (payment.to === venue && isUnpriced(error)) || (payment.from === venue && isExchangeCheck(error)),
    );
  }

  test(
    'shop flow: payment from the venue succeeds with the second form of the nonce mapping',
    async (at) => {
      at.demo.devnet.faults.set({ nonceMapping: 'v2' });
      await pays(at, { from: venue, to: shop, methods: TWICE });
    },
    isExchangeCheck,
  );

  test(
    'shop flow: a reload between both signatures for the venue moves the money once',
    async (at) => {
      const { demo, page } = at;
      const payment = await paymentOf(demo, venue(), shop(demo));
      await page.goto(demo.url);
      await payByParts(page, { pay: payment.from, stopAt: SIGN });
      await answerWallet(page, 'approve');
      await page.waitFor((count) => document.querySelectorAll('#wallet-log pre').length === count, TWICE.length);
      await page.reload();
      // The old page is gone, so nobody posts its second signature. The payer signs both messages of a new quote.
      assert.equal((await payByParts(page, { pay: payment.from })).name, 'succeeded');
      await ended(at, payment, { received: PRICE, methods: [...TWICE, SIGN, SIGN] });
    },
    isExchangeCheck,
  );

  test('shop flow: a reload between the signature for the SVM chain and the delivery pays once', async (at) => {
    const { demo, page } = at;
    demo.devnet.faults.set({ fillDelayMs: 1_500 });
    const payment = await paymentOf(demo, svm('usdc'), shop(demo));
    await page.goto(demo.url);
    await payByParts(page, { pay: payment.from, until: ['processing'] });
    await page.reload();
    await reaches(page, { name: 'succeeded' });
    await ended(at, payment, { received: PRICE, methods: SIGNED });
  });

  for (const [name, fitsAt] of [
    ['with three hops', 3],
    ['with one swap source', 1],
  ] as const) {
    test(`F-138 shop flow: a transaction that fits only ${name} shows its price`, async ({ demo, page }) => {
      demo.devnet.faults.set({ svmTooLarge: { fitsAt } });
      await page.goto(demo.url);
      await payByParts(page, { pay: svm('sol'), until: ['reviewing'] });
      await showsText(page, /Check and pay\s[\s\S]*You pay\s+\S*\d SOL/u);
      assert.doesNotMatch(await textOf(page), /too many steps/u);
    });
  }

  for (const [who, refuse] of [
    ['the page', false],
    ['the service', true],
  ] as const) {
    test(
      `F-138 shop flow: a transaction that never fits names other ways to pay when ${who} refuses it`,
      async ({ demo, page }) => {
        demo.devnet.faults.set({ svmTooLarge: { fitsAt: 0, refuse } });
        await page.goto(demo.url);
        await press(page, '[part~=button]');
        await press(page, '[part~=wallet][data-wallet="Demo wallet"]');
        await answerWallet(page, 'approve');
        await press(page, `[part~=asset][data-currency="${svm('sol').currency}"]`);
        await showsText(page, /needs too many steps\. Nothing was sent\. Another token or amount may fit\./u);
        // The row of the token says why it cannot pay. The other tokens can still pay.
        await showsText(page, /SOL on Solana\s+This token needs too many steps/u);
        await press(page, `[part~=asset][data-currency="${svm('usdc').currency}"]:not([aria-disabled])`);
      },
      (error) => refuse && /\b400\b.*\/quote\/v2$/u.test(error),
    );
  }
});
