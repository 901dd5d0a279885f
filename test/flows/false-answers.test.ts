/**
 * Tests payments while one source gives false answers: the chain's node or the service. The wallet and the chain
 * itself stay honest. The payer never reads a false statement, and no second payment goes out without a question.
 */
import assert from 'node:assert/strict';
import type { PaymentResult, QuoteSummary, RefundResult } from '../../src/types.js';
import { canPress } from '../support/pages/can-press.js';
import type { Page } from '../support/pages/drive.js';
import { balanceOf, inEngines, ORIGIN, PRICE, shopIncome } from '../support/pages/flows.js';
import { eventsOf, payByParts, press, reaches, showsText, textOf, walletMethods } from '../support/pages/shop-page.js';
import { inEachLocale } from './in-each-locale.js';

const WORDS = {
  en: {
    unconfirmed: /We can’t confirm what happened to your payment/u,
    paused: /This network is paused/u,
    claimed: /The service says it sent your payment back\s+Check your wallet before you pay again/u,
    returned: /Your payment was sent back\s+(\S+) USDC returned to/u,
    less: /0\.000001 USDC to Acme Coffee\s+Less arrived on Ethereum than was promised\. At least 25\.00 USDC was\./u,
  },
  de: {
    unconfirmed: /Wir können nicht bestätigen, was mit Ihrer Zahlung geschah/u,
    paused: /Dieses Netzwerk pausiert/u,
    claimed: /Der Dienst sagt, er habe Ihre Zahlung zurückgeschickt\s+Prüfen Sie Ihre Wallet, bevor/u,
    returned: /Ihre Zahlung wurde zurückgeschickt\s+(\S+) USDC gingen zurück an/u,
    less: /0,000001 USDC an Acme Coffee\s+Auf Ethereum ist weniger angekommen .* waren mindestens 25,00 USDC\./u,
  },
};

/** True if the button that starts another payment can be pressed. */
const canPayAgain = (page: Page): Promise<boolean> =>
  page
    .waitFor(() => {
      const button = document.querySelector('hub-pay')?.shadowRoot?.querySelector<HTMLElement>('[part~=primary]');
      return button && { enabled: canPress(button) };
    })
    .then(({ enabled }) => enabled);

const showsInEach = (page: Page, text: keyof (typeof WORDS)['en']): Promise<void> =>
  inEachLocale(page, WORDS, (words) => showsText(page, words[text]));

inEngines(['chromium'], 'A false answer', (test) => {
  test('S-14 shop flow: a node that calls a mined payment reverted proves nothing', async ({ demo, page }) => {
    const before = await shopIncome(demo);
    demo.devnet.faults.set({ node: 'reverted', ignoreDeposits: true });
    await page.goto(demo.url);
    await payByParts(page, { until: ['processing'] });
    await reaches(page, { status: 'unknown' });
    await showsInEach(page, 'unconfirmed');
    demo.devnet.faults.clear();
    await reaches(page, { name: 'succeeded' });
    assert.equal((await shopIncome(demo)) - before, PRICE);
    assert.equal((await walletMethods(page)).filter((method) => method === 'eth_sendTransaction').length, 1);
    assert.equal((await eventsOf(page, 'hub-failure')).length, 0);
  });

  test(
    'P-14 shop flow: a chain that is disabled while the payer chooses takes no payment',
    async ({ demo, page }) => {
      await page.goto(demo.url);
      await payByParts(page, { until: ['reviewing'] });
      demo.devnet.faults.set({ disabledChains: [ORIGIN] });
      await press(page, '[part~=secondary]');
      await press(page, `[part~=asset][data-chain-id="${ORIGIN}"]`);
      await showsInEach(page, 'paused');
      assert.ok(!(await walletMethods(page)).includes('eth_sendTransaction'));
    },
    (error) => /400/u.test(error),
  );

  test('S-13 shop flow: a refund that never was is the service’s word, also after a reload', async ({ demo, page }) => {
    demo.devnet.faults.set({ failFills: true, falseRefund: true, refundAfterMs: 200 });
    await page.goto(demo.url);
    assert.equal((await payByParts(page)).name, 'refunded');
    for (const load of ['first', 'reloaded']) {
      await inEachLocale(page, WORDS, async (words) => {
        await showsText(page, words.claimed);
        assert.doesNotMatch(await textOf(page), words.returned);
      });
      assert.equal(await canPayAgain(page), false, load);
      if (load === 'reloaded') break;
      await page.reload();
      await press(page, '[part~=button]');
      await reaches(page, { name: 'refunded' });
    }
    const [refund] = await eventsOf(page, 'hub-refund');
    assert.deepEqual([refund?.detail['returned'], refund?.detail['confirmed']], [null, undefined]);
    demo.devnet.faults.clear();
    await press(page, '.tick input');
    assert.equal(await canPayAgain(page), true);
    assert.equal((await walletMethods(page)).filter((method) => method === 'eth_sendTransaction').length, 1);
  });

  test('S-13 shop flow: a true refund names the amount that came back, and needs no tick', async ({ demo, page }) => {
    demo.devnet.faults.set({ failFills: true, refundAfterMs: 200 });
    const payer = demo.devnet.payers[0]!.address;
    const asset = { chainId: ORIGIN, currency: demo.devnet.addresses.usdc };
    const held = await balanceOf(demo, asset, payer);
    await page.goto(demo.url);
    await payByParts(page, { pay: asset, until: ['processing', 'refunded'] });
    await reaches(page, { name: 'refunded' });
    const { quote } = (await eventsOf(page, 'hub-confirm'))[0]!.detail as unknown as { quote: QuoteSummary };
    const left = quote.pays.amount;
    await inEachLocale(page, WORDS, async (words) => {
      await showsText(page, words.returned);
      const shown = words.returned.exec(await textOf(page))?.[1]?.replace(',', '.');
      assert.equal(shown, (Number(left) / 1e6).toFixed(2));
    });
    const { returned } = (await eventsOf(page, 'hub-refund'))[0]!.detail as unknown as RefundResult;
    assert.equal(returned?.amount, left);
    assert.equal(await balanceOf(demo, asset, payer), held);
    assert.equal(await canPayAgain(page), true);
  });

  test('S-15 shop flow: a fill of one unit is told as it arrived on the chain', async ({ demo, page }) => {
    demo.devnet.faults.set({ shortFill: true });
    const before = await shopIncome(demo);
    await page.goto(demo.url);
    assert.equal((await payByParts(page)).name, 'succeeded');
    assert.equal((await shopIncome(demo)) - before, 1n);
    await inEachLocale(page, WORDS, async (words) => {
      await showsText(page, words.less);
      assert.doesNotMatch(await textOf(page), /25[.,]00 USDC (?:to|an) /u);
    });
    const { received, warnings } = (await eventsOf(page, 'hub-success'))[0]!.detail as unknown as PaymentResult;
    assert.deepEqual([received.amount, received.minimumAmount], ['1', String(PRICE)]);
    assert.deepEqual(
      warnings?.map(({ path }) => path),
      ['received.amount'],
    );
  });
});
