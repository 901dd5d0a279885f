/**
 * Tests approval and payment as one batch in a browser. The payer sees one prompt if the wallet supports atomic
 * batches.
 */
import assert from 'node:assert/strict';
import { erc20Abi } from 'viem';
import { balanceOf, clientOf, inEngines, ORIGIN, PRICE, shopIncome } from '../support/pages/flows.js';
import { answerWallet, eventsOf, payByParts, setWallet, walletLog, walletMethods } from '../support/pages/shop-page.js';

const [CONNECT, CALLS] = ['eth_requestAccounts', 'wallet_sendCalls'];

inEngines(['chromium'], 'Paying by calls that go together', (test) => {
  test('G18 shop flow: a batch pays exactly with one prompt for approval and payment and leaves no allowance', async ({
    demo,
    page,
  }) => {
    const { dai, smartAccount } = demo.devnet.addresses;
    const pay = { chainId: ORIGIN, currency: dai };
    const [income, held] = [await shopIncome(demo), await balanceOf(demo, pay, smartAccount)];
    await page.goto(demo.url);
    await setWallet(page, 'form', 'batching');
    await payByParts(page, { pay, stopAt: CALLS });
    const shown = await page.evaluate(() => document.querySelector<HTMLElement>('#demo-wallet')?.innerText ?? '');
    assert.match(shown, /Allow a contract to spend a token[^]*Pay[^]*Sends\s+25\.[0-9]+ DAI/u);
    assert.equal((await payByParts(page, { pay })).name, 'succeeded');
    assert.deepEqual(await walletMethods(page), [CONNECT, CALLS]);
    const { params } = (await walletLog(page)).at(-1)!;
    const { calls, atomicRequired } = params[0] as { calls: unknown[]; atomicRequired: boolean };
    assert.deepEqual([calls.length, atomicRequired], [2, true]);
    assert.equal((await shopIncome(demo)) - income, PRICE);
    const [success] = await eventsOf(page, 'hub-success');
    const { paid } = success!.detail as { paid: { amount: string } };
    assert.equal(held - (await balanceOf(demo, pay, smartAccount)), BigInt(paid.amount));
    const spender = demo.devnet.addresses.depository;
    const allowance = {
      address: dai,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [smartAccount, spender],
    } as const;
    assert.equal(await clientOf(demo, ORIGIN).readContract(allowance), 0n);
  });

  test('F-57 shop flow: a batch leaves balances unchanged when the payer rejects it', async ({ demo, page }) => {
    const { dai, smartAccount } = demo.devnet.addresses;
    const pay = { chainId: ORIGIN, currency: dai };
    const held = await balanceOf(demo, pay, smartAccount);
    await page.goto(demo.url);
    await setWallet(page, 'form', 'batching');
    await payByParts(page, { pay, stopAt: CALLS });
    await answerWallet(page, 'reject');
    assert.equal((await payByParts(page, { until: ['reviewing'] })).name, 'reviewing');
    assert.equal(await balanceOf(demo, pay, smartAccount), held);
  });
});
