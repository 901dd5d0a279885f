/** Tests payments by the wallet on a phone: the page Phone of `npm start`, a local relay, and the element's parts. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { parseEther, type Address, type Hex } from 'viem';
import { phonePayers } from '../../demo/devnet/base/accounts.js';
import type { PaymentResult } from '../../src/types.js';
import type { Engine } from '../support/browsers.mjs';
import { balanceOf, clientOf, DESTINATION, inEngines, NATIVE, ORIGIN, PRICE } from '../support/pages/flows.js';
import { shopIncome, type Token, type Visit } from '../support/pages/flows.js';
import { connectPhone, nextCode, withPhone, type Holder } from '../support/pages/phone-page.js';
import { eventsOf, payByParts, reaches, showsText } from '../support/pages/shop-page.js';

const CONNECT = 'connect null: approved';
const [SEND, SIGN, CALLS] = ['eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_sendCalls'];
const FIRST = phonePayers[0]!.address;
const native = { chainId: ORIGIN, currency: NATIVE };

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const ALL: readonly Engine[] = ['chromium', 'firefox', 'webkit'];

/**
 * Notes the balances now, and returns a function that checks them after exactly one payment. After a reload, the page
 * may not know what was paid, so the function also takes this amount.
 */
async function books({ demo, page }: Visit, pay: Token, payer: Address = FIRST): Promise<Check> {
  const [income, held] = [await shopIncome(demo), await balanceOf(demo, pay, payer)];
  return async (amount) => {
    assert.equal((await shopIncome(demo)) - income, PRICE);
    const successes = await eventsOf(page, 'hub-success');
    assert.equal(successes.length, 1);
    const { paid, origin } = successes[0]!.detail as unknown as PaymentResult;
    const cost = pay.currency === NATIVE ? await networkCost(demo, pay.chainId, origin[0]!.hash as Hex) : 0n;
    assert.equal(held - (await balanceOf(demo, pay, payer)) - cost, amount ?? BigInt(paid.amount ?? -1));
  };
}

type Check = (amount?: bigint) => Promise<void>;

async function networkCost(demo: Visit['demo'], chainId: number, hash: Hex): Promise<bigint> {
  const { gasUsed, effectiveGasPrice } = await clientOf(demo, chainId).getTransactionReceipt({ hash });
  return gasUsed * effectiveGasPrice;
}

const transactions = (demo: Visit['demo']): Promise<number> =>
  clientOf(demo, ORIGIN).getTransactionCount({ address: FIRST });

/** Waits until the phone's first account has sent this number of transactions. */
async function mined(demo: Visit['demo'], wanted: number): Promise<void> {
  while ((await transactions(demo)) < wanted);
}

/** Pays by the parts, and approves these questions in order. Returns their words. */
async function paysWith({ page }: Visit, holder: Holder, pay: Token, methods: readonly string[]): Promise<string[]> {
  const words: string[] = [];
  const approve = async (): Promise<void> => {
    for (const method of methods) words.push(await holder.answer(method, 'approve'));
  };
  const [end] = await Promise.all([payByParts(page, { pay, wallet: 'walletconnect' }), approve()]);
  assert.equal(end.name, 'succeeded');
  return words;
}

inEngines(ALL, 'A phone that scans the code', (test) => {
  test('shop flow: the phone pays in native currency after one approval, and names what it sends', (visit) =>
    withPhone(visit, async (holder, log) => {
      await visit.page.goto(visit.demo.url);
      const check = await books(visit, native);
      await connectPhone(visit.page, holder);
      const [words = ''] = await paysWith(visit, holder, native, [SEND]);
      await check();
      assert.deepEqual(await log(), [CONNECT, `${SEND} ${ORIGIN}: approved`]);
      if (holder.tab) assert.match(words, /127\.0\.0\.1:\d+ asks\s+Pay[^]*Network\s+Base[^]*Sends\s+0\.\d+ ETH/u);
    }));

  test('F-57 shop flow: a phone that rejects sends nothing, and a second attempt pays', (visit) =>
    withPhone(visit, async (holder, log) => {
      const { page, demo } = visit;
      await page.goto(demo.url);
      const check = await books(visit, native);
      await connectPhone(page, holder);
      await payByParts(page, { pay: native, until: ['authorizing'] });
      await holder.answer(SEND, 'reject');
      await showsText(page, /Nothing was sent/u);
      await paysWith(visit, holder, native, [SEND]);
      await check();
      assert.deepEqual(await log(), [CONNECT, `${SEND} ${ORIGIN}: rejected`, `${SEND} ${ORIGIN}: approved`]);
    }));
});

inEngines(['chromium'], 'The page Phone', (test) => {
  test('the page Phone has no finding of axe in light and dark, and fits 360 pixels', (visit) =>
    withPhone(visit, async (holder) => {
      const tab = holder.tab!;
      await visit.page.goto(visit.demo.url);
      await connectPhone(visit.page, holder);
      await payByParts(visit.page, { pay: native, until: ['authorizing'] });
      await holder.isAsked(SEND);
      assert.match(
        await tab.evaluate(() => document.querySelector('#news')!.textContent),
        /^New question of .*: Pay$/u,
      );
      const tools = await tab.devtools();
      for (const value of ['light', 'dark']) {
        await tools.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });
        const expression = `${axe}; axe.run({ resultTypes: ['violations'] })`;
        const { result } = await tools.send('Runtime.evaluate', {
          expression,
          awaitPromise: true,
          returnByValue: true,
        });
        const { violations } = result.value as AxeResults;
        assert.deepEqual(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
          [],
        );
      }
      const screen = { width: 360, height: 700, deviceScaleFactor: 1, mobile: false };
      await tools.send('Emulation.setDeviceMetricsOverride', screen);
      assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth), 360);
      await holder.answer(SEND, 'reject');
      // The keyboard goes on where the question was.
      await tab.waitFor(() => document.activeElement?.id === 'idle-title');
    }));

  test('the page Phone offers the screen of the shop as long as one of its tabs is open', (visit) =>
    withPhone(visit, async (holder) => {
      const tab = holder.tab!;
      const isOffered = (): boolean => !document.querySelector<HTMLElement>('#look')!.hidden;
      await tab.evaluate(() => {
        new BroadcastChannel('shop-screen').addEventListener('message', ({ data }: MessageEvent<{ type: string }>) => {
          if (data.type === 'closed') document.body.dataset['closed'] = '';
        });
      });
      await visit.page.goto(visit.demo.url);
      await tab.waitFor(isOffered);
      const second = await visit.page.anotherTab();
      await second.goto(visit.demo.url);
      await second.goto('about:blank');
      await tab.waitFor(() => document.body.dataset['closed'] === '');
      await tab.waitFor(isOffered);
      await second.close();
      await visit.page.goto('about:blank');
      await tab.waitFor(() => document.querySelector<HTMLElement>('#look')!.hidden);
    }));
});

inEngines(['chromium'], 'What a phone can do', (test) => {
  test('shop flow: the phone pays in a token with an approval, and is asked for both on its screen', (visit) =>
    withPhone(visit, async (holder, log) => {
      const pay = { chainId: ORIGIN, currency: visit.demo.devnet.addresses.usdt };
      await visit.page.goto(visit.demo.url);
      const check = await books(visit, pay);
      await connectPhone(visit.page, holder);
      const [first = '', second = ''] = await paysWith(visit, holder, pay, [SEND, SEND]);
      await check();
      assert.match(first, /Allow a contract to spend a token[^]*Up to\s+25\.\d+ USDT/u);
      assert.match(second, /Pay[^]*Sends\s+25\.\d+ USDT/u);
      assert.equal((await log()).length, 3);
    }));

  test('shop flow: the phone pays by one signature when the shop takes permits', (visit) =>
    withPhone(visit, async (holder, log) => {
      const { demo, page } = visit;
      const pay = { chainId: ORIGIN, currency: demo.devnet.addresses.usdc };
      await page.goto(`${demo.url}?use-permit=on`);
      const check = await books(visit, pay);
      const sent = await transactions(demo);
      await connectPhone(page, holder);
      const [words = ''] = await paysWith(visit, holder, pay, [SIGN]);
      await check();
      assert.match(words, /Sign \w+[^]*Network\s+Base[^]*Sends\s+25\.\d+ USDC/u);
      assert.equal(await transactions(demo), sent);
      assert.deepEqual(await log(), [CONNECT, `${SIGN} ${ORIGIN}: approved`]);
    }));

  test('G18 shop flow: the smart account of the phone approves and pays in one batch', (visit) =>
    withPhone(visit, async (holder, log) => {
      const { dai, phoneSmartAccount } = visit.demo.devnet.addresses;
      const pay = { chainId: ORIGIN, currency: dai };
      await visit.page.goto(visit.demo.url);
      const check = await books(visit, pay, phoneSmartAccount);
      await holder.do({ type: 'account', index: 2 });
      await connectPhone(visit.page, holder);
      const [words = ''] = await paysWith(visit, holder, pay, [CALLS]);
      await check();
      assert.match(words, /all or none[^]*Allow a contract to spend a token[^]*Pay[^]*Sends\s+25\.\d+ DAI/u);
      assert.deepEqual(await log(), [CONNECT, `${CALLS} ${ORIGIN}: approved`]);
    }));

  test('shop flow: the phone pays on another network without a question for a switch', (visit) =>
    withPhone(visit, async (holder, log) => {
      const pay = { chainId: DESTINATION, currency: NATIVE };
      await visit.page.goto(visit.demo.url);
      const check = await books(visit, pay);
      await connectPhone(visit.page, holder);
      await paysWith(visit, holder, pay, [SEND]);
      await check();
      assert.deepEqual(await log(), [CONNECT, `${SEND} ${DESTINATION}: approved`]);
    }));

  test('F-39 shop flow: the other account of the phone pays when its holder chooses it in the review', (visit) =>
    withPhone(visit, async (holder, log) => {
      const { demo, page } = visit;
      const other = phonePayers[1]!.address;
      await page.goto(demo.url);
      const check = await books(visit, native, other);
      await connectPhone(page, holder);
      await payByParts(page, { pay: native, until: ['reviewing'] });
      await holder.do({ type: 'account', index: 1 });
      await page.waitFor((address) => {
        const { state } = document.querySelector('hub-pay') as HTMLElement & { state: unknown };
        return JSON.stringify(state).toLowerCase().includes(address);
      }, other.toLowerCase());
      await paysWith(visit, holder, native, [SEND]);
      await check();
      assert.deepEqual(await log(), [CONNECT, `${SEND} ${ORIGIN}: approved`]);
    }));
});

inEngines(['chromium'], 'A phone that cannot answer at once', (test) => {
  test('shop flow: a dropped line ends in one payment when the answer comes after it', (visit) =>
    withPhone(visit, async (holder, log) => {
      const { demo, page } = visit;
      await page.goto(demo.url);
      const check = await books(visit, native);
      await connectPhone(page, holder);
      // The page can then learn of the payment only from the phone.
      demo.devnet.faults.set({ ignoreDeposits: true });
      const sent = await transactions(demo);
      await payByParts(page, { pay: native, until: ['authorizing'] });
      await holder.isAsked(SEND);
      await holder.do({ type: 'online', isOn: false });
      await holder.answer(SEND, 'approve');
      await mined(demo, sent + 1);
      await reaches(page, { name: 'authorizing', stalled: true });
      await holder.do({ type: 'online', isOn: true });
      await reaches(page, { name: 'processing' });
      demo.devnet.faults.clear();
      await reaches(page, { name: 'succeeded' });
      await check();
      assert.equal(await transactions(demo), sent + 1);
      assert.deepEqual(await log(), [CONNECT, `${SEND} ${ORIGIN}: approved`]);
    }));

  test('F-152 shop flow: a reload between the prompt and the answer ends in one payment', (visit) =>
    withPhone(visit, async (holder, log) => {
      const { demo, page } = visit;
      await page.goto(demo.url);
      const check = await books(visit, native);
      await connectPhone(page, holder);
      const sent = await transactions(demo);
      await payByParts(page, { pay: native, until: ['authorizing'] });
      await holder.isAsked(SEND);
      await page.reload();
      const words = await holder.answer(SEND, 'approve');
      await reaches(page, { name: 'succeeded' });
      await check(parseEther(/Sends\s+([\d.]+) ETH/u.exec(words)![1]!));
      assert.equal(await transactions(demo), sent + 1);
      assert.deepEqual(await log(), [CONNECT, `${SEND} ${ORIGIN}: approved`]);
    }));

  test('F-63 shop flow: an answer after an hour pays once, and is held until then', (visit) =>
    withPhone(visit, async (holder, log) => {
      const { demo, page } = visit;
      await page.goto(demo.url);
      const check = await books(visit, native);
      const sent = await transactions(demo);
      await connectPhone(page, holder);
      await holder.do({ type: 'slow', isOn: true });
      await payByParts(page, { pay: native, until: ['authorizing'] });
      await holder.answer(SEND, 'approve');
      await reaches(page, { name: 'authorizing', stalled: true });
      assert.equal(await transactions(demo), sent);
      assert.deepEqual((await log()).at(-1), `${SEND} ${ORIGIN}: held`);
      await holder.do({ type: 'hour' });
      await reaches(page, { name: 'succeeded' });
      await check();
    }));

  test('shop flow: the list of wallets is back when the phone ends the session, and a new code pays', (visit) =>
    withPhone(visit, async (holder, log) => {
      const { demo, page } = visit;
      await page.goto(demo.url);
      const check = await books(visit, native);
      await connectPhone(page, holder);
      await payByParts(page, { pay: native, until: ['reviewing'] });
      await holder.do({ type: 'end' });
      await connectPhone(page, holder, nextCode(page));
      await paysWith(visit, holder, native, [SEND]);
      await check();
      assert.deepEqual(await log(), [CONNECT, CONNECT, `${SEND} ${ORIGIN}: approved`]);
    }));
});
