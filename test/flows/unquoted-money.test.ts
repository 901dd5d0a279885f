/**
 * Tests payments that differ from the quote: the payer edits the amount in the wallet, or the service names a second
 * transaction. The payer reads what really left the account, and what to do.
 */
import assert from 'node:assert/strict';
import type { PaymentResult, RefundResult } from '../../src/types.js';
import type { Page } from '../support/pages/drive.js';
import { balanceOf, inEngines, NATIVE, ORIGIN, type Visit } from '../support/pages/flows.js';
import { answerWallet, eventsOf, payByParts, reaches, showsText, stateOf, textOf } from '../support/pages/shop-page.js';
import { inEachLocale } from './in-each-locale.js';

const EDITED = 4_000_000_000_000_000n;
const SECOND = `0x${'d2'.repeat(32)}`;
const WORDS = {
  en: {
    returned: /Your payment was sent back\s+0\.004 ETH returned to/u,
    less: /less than you sent/u,
    paid: /You paid\s+0\.004 ETH/u,
    second: /The service saw a second payment .* contact Acme Coffee with this payment id/u,
  },
  de: {
    returned: /Ihre Zahlung wurde zurückgeschickt\s+0,004 ETH gingen zurück an/u,
    less: /weniger, als Sie gesendet haben/u,
    paid: /Sie haben gezahlt\s+0,004 ETH/u,
    second: /Der Dienst hat eine zweite Zahlung .* mit dieser Zahlungsnummer bei Acme Coffee/u,
  },
};

/** Pays with the native currency. The payer changes the amount in the window of the wallet, and approves. */
async function payEdited({ demo, page }: Visit): Promise<void> {
  await page.goto(demo.url);
  await payByParts(page, { pay: { chainId: ORIGIN, currency: NATIVE }, stopAt: 'eth_sendTransaction' });
  await answerWallet(page, 'postpone');
  await page.evaluate(
    (value) => {
      const saved = JSON.parse(sessionStorage.getItem('demo-wallet') ?? 'null') as {
        value: { params: { value: string }[] }[];
      };
      saved.value[0]!.params[0]!.value = value;
      sessionStorage.setItem('demo-wallet', JSON.stringify(saved));
      document.querySelector<HTMLElement>('[data-wallet-action=open]')?.click();
    },
    `0x${EDITED.toString(16)}`,
  );
  await answerWallet(page, 'approve');
  await reaches(page, { name: 'processing' });
}

/** Waits until the solver has sent the ignored deposit back. Otherwise it would do so during the next test. */
async function sentBack({ demo, page }: Visit): Promise<void> {
  const payer = demo.devnet.payers[0]!.address;
  const held = await balanceOf(demo, { chainId: ORIGIN, currency: NATIVE }, payer);
  demo.devnet.faults.clear();
  await page.waitFor(
    async (url, address, balance) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [address, 'latest'] });
      const headers = { 'content-type': 'application/json' };
      const { result } = (await (await fetch(url, { method: 'POST', headers, body })).json()) as { result: string };
      return BigInt(result) === BigInt(balance);
    },
    demo.devnet.chains.find(({ id }) => id === ORIGIN)!.httpRpcUrl,
    payer,
    String(held + EDITED),
  );
}

const payingHash = async (page: Page): Promise<string> => {
  const state = await stateOf(page);
  return ('payment' in state && state.payment.payingHash) || '';
};

inEngines(['chromium'], 'Money that was not quoted', (test) => {
  test('F-66 shop flow: the refund of an edited amount is compared with what was sent', async (visit) => {
    const { demo, page } = visit;
    demo.devnet.faults.set({ refundAfterMs: 200 });
    await payEdited(visit);
    await reaches(page, { name: 'refunded' });
    await inEachLocale(page, WORDS, async (words) => {
      await showsText(page, words.returned);
      assert.doesNotMatch(await textOf(page), words.less);
    });
    const { paid, returned } = (await eventsOf(page, 'hub-refund'))[0]!.detail as unknown as RefundResult;
    assert.deepEqual([paid?.amount, returned?.amount], [String(EDITED), String(EDITED)]);
  });

  test('F-66 F-95 shop flow: the receipt names the edited amount and a second payment', async (visit) => {
    const { demo, page } = visit;
    demo.devnet.faults.set({ ignoreDeposits: true });
    await payEdited(visit);
    const inTxHashes = [await payingHash(page), SECOND];
    const body = { status: 'success', inTxHashes, txHashes: [] };
    demo.devnet.faults.set({ answer: { path: '/intents/status', status: 200, body } });
    await reaches(page, { name: 'succeeded' });
    await inEachLocale(page, WORDS, async (words) => {
      await showsText(page, words.paid);
      await showsText(page, words.second);
    });
    const { paid, warnings } = (await eventsOf(page, 'hub-success'))[0]!.detail as unknown as PaymentResult;
    assert.equal(paid.amount, String(EDITED));
    assert.ok(warnings?.some(({ path }) => path === 'origin'));
    await sentBack(visit);
  });
});
