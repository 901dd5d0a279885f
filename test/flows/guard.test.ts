/** Tests a compromised service: the element blocks each attack on a quote before the wallet opens a prompt. */
import assert from 'node:assert/strict';
import { attackNames, type AttackName } from '../../demo/devnet/orders/tamper-quote.js';
import type { ErrorInfo } from '../../src/errors.js';
import type { PaymentState } from '../../src/payment/model/state.js';
import {
  balanceOf,
  inEngines,
  NATIVE,
  ORIGIN,
  PRICE,
  shopIncome,
  type Token,
  type Visit,
} from '../support/pages/flows.js';
import { answerWallet, eventsOf, payByParts, press, walletLog, walletMethods } from '../support/pages/shop-page.js';

/** Attacks on fields that the element ignores, so they are harmless. */
const HARMLESS: readonly AttackName[] = ['gas'];
/** Attacks on the attestation. The element accepts the quote, because the quote itself is honest. */
const LATER: readonly AttackName[] = ['attestation'];
const CONNECT = 'eth_requestAccounts';
const SEND = 'eth_sendTransaction';

/** Requests a quote for an asset. Returns the error code, or the name of the state if there is no error. */
async function quoteOf({ page }: Visit, { chainId, currency }: Token): Promise<string> {
  await press(page, `[part~=asset][data-chain-id="${chainId}"][data-currency="${currency}"]`);
  const outcome = await page.waitFor(() => {
    const { state } = document.querySelector('hub-pay') as HTMLElement & { state: PaymentState };
    const { problem } = state as { problem?: ErrorInfo };
    return state.name !== 'quoting' && (problem?.code ?? state.name);
  });
  if (outcome === 'reviewing') await press(page, '[part~=secondary]');
  return outcome;
}

inEngines(['chromium'], 'The guard, with a pinned registry,', (test) => {
  test('shop flow: the guard blocks every attack on a quote in native currency and in a token', async (visit) => {
    const { demo, page } = visit;
    const assets = [NATIVE, demo.devnet.addresses.usdc].map((currency) => ({ chainId: ORIGIN, currency }));
    await page.goto(demo.url);
    await payByParts(page, { until: ['reviewing'], pay: assets[0]! });
    await press(page, '[part~=secondary]');
    // The review can use a price quote of the list once. Before the attacks, wait for all honest price quotes of the
    // list, and use those of both assets.
    await page.waitFor(() => {
      const { state } = document.querySelector('hub-pay') as HTMLElement & { state: PaymentState };
      return state.name === 'selecting' && !state.loading && state.assets.every(({ needed }) => needed);
    });
    for (const asset of assets) assert.equal(await quoteOf(visit, asset), 'reviewing');
    for (const attack of attackNames.filter((name) => ![...HARMLESS, ...LATER].includes(name))) {
      demo.devnet.faults.set({ tamper: attack });
      for (const asset of assets) {
        // The client stops reading an oversized response, so the guard gets no quote.
        const expected = attack === 'oversized' ? 'service-down' : 'quote-unsafe';
        assert.equal(await quoteOf(visit, asset), expected, `${attack}, paid with ${asset.currency}`);
      }
    }
    assert.deepEqual(await walletMethods(page), [CONNECT]);
    demo.devnet.faults.clear();
    assert.equal((await payByParts(page)).name, 'succeeded');
  });

  for (const attack of HARMLESS) {
    test(`shop flow: a payment is delivered with only the known members when the service adds "${attack}"`, async ({
      demo,
      page,
    }) => {
      const before = await shopIncome(demo);
      demo.devnet.faults.set({ tamper: attack });
      await page.goto(demo.url);
      assert.equal((await payByParts(page, { pay: { chainId: ORIGIN, currency: NATIVE } })).name, 'succeeded');
      const sent = (await walletLog(page)).filter(({ method }) => method === SEND);
      const members = sent.map(({ params }) => Object.keys(params[0] as object).sort());
      assert.deepEqual(members, [['chainId', 'data', 'from', 'to', 'value']]);
      assert.equal((await shopIncome(demo)) - before, PRICE);
    });
  }

  test('shop flow: the guard blocks a quote when the pinned solver has not signed it', async ({ demo, page }) => {
    demo.devnet.faults.set({ tamper: 'attestation' });
    await page.goto(demo.url);
    await payByParts(page, { until: ['reviewing'], pay: { chainId: ORIGIN, currency: NATIVE } });
    const problem = await page.waitFor(() => {
      const { state } = document.querySelector('hub-pay') as HTMLElement & { state: PaymentState };
      return 'problem' in state && state.problem;
    });
    assert.deepEqual([problem.code, problem.details], ['quote-unsafe', 'G60 attestation']);
    await press(page, '[part~=primary]');
    await page.waitFor(() => {
      const { state } = document.querySelector('hub-pay') as HTMLElement & { state: PaymentState };
      return state.name === 'reviewing' && !state.confirming;
    });
    assert.deepEqual(await walletMethods(page), [CONNECT]);
  });

  test(
    'shop flow: the guard blocks a payment when only the live chain list has its depository',
    async (visit) => {
      const { demo, page } = visit;
      demo.devnet.faults.set({ tamper: 'listing-depository' });
      const asset = { chainId: ORIGIN, currency: demo.devnet.addresses.usdc };
      const payer = demo.devnet.payers[0]!.address;
      const held = await balanceOf(demo, asset, payer);
      await page.goto(demo.url);
      await payByParts(page, { stopAt: CONNECT });
      await answerWallet(page, 'approve');
      assert.equal(await quoteOf(visit, asset), 'quote-unsafe');
      assert.equal((await eventsOf(page, 'hub-error')).at(-1)?.detail['code'], 'quote-unsafe');
      assert.deepEqual(await walletMethods(page), [CONNECT]);
      assert.equal(await balanceOf(demo, asset, payer), held);
    },
    isWithoutDeposit,
  );
});

/**
 * The list also asks for the prices of assets whose quote has no deposit. The devnet answers these requests with an
 * error, because an attack on the deposit has no effect there.
 */
function isWithoutDeposit(error: string): boolean {
  return error.includes('status of 500') && error.includes('/quote/v2');
}
