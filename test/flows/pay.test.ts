/** Tests payments on local chains with each kind of asset and both layouts. The tests use only public part names. */
import assert from 'node:assert/strict';
import type { Hex } from 'viem';
import type { PaymentResult } from '../../src/types.js';
import {
  balanceOf,
  clientOf,
  DESTINATION,
  inEngines,
  NATIVE,
  ORIGIN,
  PRICE,
  shopIncome,
  type Visit,
} from '../support/pages/flows.js';
import { allow } from '../support/pages/payer.js';
import {
  eventLog,
  eventsOf,
  payByParts,
  setWallet,
  textOf,
  typeInto,
  walletLog,
  walletMethods,
} from '../support/pages/shop-page.js';

const SEND = 'eth_sendTransaction';
const CONNECT = 'eth_requestAccounts';

/** Verifies what the payer spent and what the shop received. Returns the methods that the wallet received. */
async function buys({ demo, page }: Visit, currency: string): Promise<readonly string[]> {
  const payer = demo.devnet.payers[0]!.address;
  const asset = { chainId: ORIGIN, currency };
  const incomeBefore = await shopIncome(demo);
  const heldBefore = await balanceOf(demo, asset, payer);
  await page.goto(demo.url);
  const order = await page.evaluate(() => document.querySelector('hub-pay')?.getAttribute('reference'));
  const end = await payByParts(page, { pay: asset });

  assert.equal(end.name, 'succeeded');
  assert.equal((await shopIncome(demo)) - incomeBefore, PRICE);
  const successes = await eventsOf(page, 'hub-success');
  assert.equal(successes.length, 1);
  const result = successes[0]!.detail as unknown as PaymentResult;
  assert.equal(result.received.amount, String(PRICE));
  assert.match(order ?? '', /^order-\d+$/u);
  assert.equal(result.reference, order);
  const spent = heldBefore - (await balanceOf(demo, asset, payer));
  const cost = currency === NATIVE ? await networkCost(demo, result) : 0n;
  assert.equal(result.paid.amount, String(spent - cost));
  return walletMethods(page);
}

async function networkCost(demo: Visit['demo'], { origin }: PaymentResult): Promise<bigint> {
  const receipts = origin.map(({ hash }) => clientOf(demo, ORIGIN).getTransactionReceipt({ hash: hash as Hex }));
  const costs = (await Promise.all(receipts)).map(({ gasUsed, effectiveGasPrice }) => gasUsed * effectiveGasPrice);
  return costs.reduce((sum, cost) => sum + cost, 0n);
}

inEngines(['chromium'], 'Paying', (test) => {
  test('shop flow: payment in native currency asks the wallet once, delivers exactly the price, and ends with a receipt', async (visit) => {
    assert.deepEqual(await buys(visit, NATIVE), [CONNECT, SEND]);
    const types = (await eventLog(visit.page)).map(({ type }) => type);
    const facts = ['hub-open', 'hub-connect', 'hub-quote', 'hub-confirm', 'hub-step', 'hub-sent', 'hub-success'];
    assert.deepEqual(
      types.filter((type, at) => facts.includes(type) && types.indexOf(type) === at),
      facts,
    );
    const text = await textOf(visit.page);
    assert.match(text, /Paid/u);
    assert.match(text, /25\.00 USDC/u);
    assert.match(text, /Acme Coffee/u);
  });

  test('shop flow: payment in a plain token needs an approval and the payment', async (visit) => {
    assert.deepEqual(await buys(visit, visit.demo.devnet.addresses.usdc), [CONNECT, SEND, SEND]);
  });

  test('shop flow: payment in a USDT-like token needs an approval and the payment', async (visit) => {
    assert.deepEqual(await buys(visit, visit.demo.devnet.addresses.usdt), [CONNECT, SEND, SEND]);
  });

  test('F-75 shop flow: payment in a USDT-like token resets an existing allowance first', async (visit) => {
    const { usdt, depository } = visit.demo.devnet.addresses;
    await allow(visit.demo, ORIGIN, { token: usdt, spender: depository, amount: 1n });
    assert.deepEqual(await buys(visit, usdt), [CONNECT, SEND, SEND, SEND]);
  });

  test('shop flow: payment prompts for a switch first when the wallet is on another network', async (visit) => {
    await visit.page.goto(visit.demo.url);
    await setWallet(visit.page, 'chainId', String(DESTINATION));
    assert.deepEqual(await buys(visit, NATIVE), [CONNECT, 'wallet_switchEthereumChain', SEND]);
  });

  test('F-46 shop flow: payment adds the network from the registry when the wallet does not have it', async (visit) => {
    await visit.page.goto(visit.demo.url);
    await setWallet(visit.page, 'unknownChainId', String(ORIGIN));
    assert.deepEqual(await buys(visit, NATIVE), [CONNECT, 'wallet_addEthereumChain', SEND]);
    const added = (await walletLog(visit.page)).find(({ method }) => method === 'wallet_addEthereumChain');
    const { rpcUrls } = added?.params[0] as { rpcUrls: string[] };
    assert.deepEqual(rpcUrls, [visit.demo.devnet.chains[0]!.nodeUrl]);
  });

  test('shop flow: payment in a panel succeeds without open and close buttons or events', async ({ demo, page }) => {
    const before = await shopIncome(demo);
    await page.goto(`${demo.url}?layout=panel`);
    assert.equal((await payByParts(page)).name, 'succeeded');
    assert.equal((await shopIncome(demo)) - before, PRICE);
    const types = (await eventLog(page)).map(({ type }) => type);
    assert.ok(!types.includes('hub-open') && !types.includes('hub-close'));
    const parts = await page.evaluate(() => {
      const root = document.querySelector('hub-pay')?.shadowRoot;
      return [
        root?.querySelectorAll('[part~=panel]').length,
        root?.querySelectorAll('[part~=button], [part~=close]').length,
      ];
    });
    assert.deepEqual(parts, [1, 0]);
  });

  test('shop flow: payment delivers the amount that the payer enters when the merchant sets none', async ({
    demo,
    page,
  }) => {
    const { addresses, farm } = demo.devnet;
    const gifts = (): Promise<bigint> => balanceOf(demo, { chainId: DESTINATION, currency: addresses.usdc }, farm);
    const [before, income] = [await gifts(), await shopIncome(demo)];
    await page.goto(`${demo.url}donate.html`);
    await payByParts(page, { until: ['selecting'] });
    await typeInto(page, 'amount', '7.5');
    assert.equal((await payByParts(page, { pay: { chainId: ORIGIN, currency: NATIVE } })).name, 'succeeded');
    assert.equal((await gifts()) - before, 7_500_000n);
    assert.equal(await shopIncome(demo), income, 'a payment without an order goes to the farm');
  });
});
