/** Tests smart accounts in a browser. Their wallets return hashes that no node knows. */
import assert from 'node:assert/strict';
import type { PaymentResult } from '../../src/types.js';
import {
  balanceOf,
  clientOf,
  inEngines,
  NATIVE,
  ORIGIN,
  PRICE,
  shopIncome,
  type Visit,
} from '../support/pages/flows.js';
import { eventsOf, payByParts, setWallet, walletMethods } from '../support/pages/shop-page.js';

const [CONNECT, SEND] = ['eth_requestAccounts', 'eth_sendTransaction'];

/** Pays the shop from the smart account. Returns the methods that the wallet received. */
async function pays({ demo, page }: Visit, currency: string): Promise<readonly string[]> {
  const asset = { chainId: ORIGIN, currency };
  const { smartAccount } = demo.devnet.addresses;
  const [income, held] = [await shopIncome(demo), await balanceOf(demo, asset, smartAccount)];
  await page.goto(demo.url);
  await setWallet(page, 'form', 'contract');
  assert.equal((await payByParts(page, { pay: asset })).name, 'succeeded');
  assert.equal((await shopIncome(demo)) - income, PRICE);
  const [success, ...more] = await eventsOf(page, 'hub-success');
  assert.deepEqual(more, []);
  const { paid, origin } = success!.detail as unknown as PaymentResult;
  assert.equal(paid.amount, String(held - (await balanceOf(demo, asset, smartAccount))));
  const found = await Promise.all(
    origin.map(({ hash }) =>
      clientOf(demo, ORIGIN)
        .getTransactionReceipt({ hash: hash as `0x${string}` })
        .then(
          () => true,
          () => false,
        ),
    ),
  );
  assert.deepEqual([found[0], found.at(-1)], [false, true], 'the wallet’s hash first, the hash from the service last');
  return walletMethods(page);
}

inEngines(['chromium'], 'Paying from a smart account', (test) => {
  test('F-118 shop flow: a smart account payment in native currency is settled by the service', async (visit) => {
    assert.deepEqual(await pays(visit, NATIVE), [CONNECT, SEND]);
  });

  test('F-118 shop flow: a smart account payment in a token waits for the allowance on the chain', async (visit) => {
    assert.deepEqual(await pays(visit, visit.demo.devnet.addresses.dai), [CONNECT, SEND, SEND]);
  });
});
