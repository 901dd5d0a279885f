/** Tests payments by signature in a browser: the number of the wallet's prompts, and their content. */
import assert from 'node:assert/strict';
import { balanceOf, clientOf, inEngines, ORIGIN, PRICE, shopIncome, type Visit } from '../support/pages/flows.js';
import { answerWallet, eventsOf, payByParts, reaches, walletLog, walletMethods } from '../support/pages/shop-page.js';

const [CONNECT, SIGN, SEND] = ['eth_requestAccounts', 'eth_signTypedData_v4', 'eth_sendTransaction'];

/** Pays the shop by signature. Returns the methods that the wallet received. */
async function signs({ demo, page }: Visit, currency: string): Promise<readonly string[]> {
  const asset = { chainId: ORIGIN, currency };
  const payer = demo.devnet.payers[0]!.address;
  const [income, held] = [await shopIncome(demo), await balanceOf(demo, asset, payer)];
  await page.goto(`${demo.url}?use-permit=on`);
  assert.equal((await payByParts(page, { pay: asset })).name, 'succeeded');
  assert.equal((await shopIncome(demo)) - income, PRICE);
  const [success, ...more] = await eventsOf(page, 'hub-success');
  assert.deepEqual(more, []);
  const { paid } = success!.detail as { paid: { amount: string } };
  assert.equal(held - (await balanceOf(demo, asset, payer)), BigInt(paid.amount));
  return walletMethods(page);
}

inEngines(['chromium'], 'Paying by a signature', (test) => {
  test('shop flow: EIP-3009 permit pays with one signature and no transaction of the payer', async (visit) => {
    const { demo } = visit;
    const payer = demo.devnet.payers[0]!.address;
    const sent = await clientOf(demo, ORIGIN).getTransactionCount({ address: payer });
    assert.deepEqual(await signs(visit, demo.devnet.addresses.usdc), [CONNECT, SIGN]);
    assert.equal(await clientOf(demo, ORIGIN).getTransactionCount({ address: payer }), sent);
  });

  test('shop flow: EIP-2612 permit pays with one signature', async (visit) => {
    assert.deepEqual(await signs(visit, visit.demo.devnet.addresses.dai), [CONNECT, SIGN]);
  });

  test('shop flow: Permit2 pays with an approval of exactly the amount and one signature', async (visit) => {
    const { usdt } = visit.demo.devnet.addresses;
    assert.deepEqual(await signs(visit, usdt), [CONNECT, SEND, SIGN]);
  });

  test('shop flow: a permit prompt shows amount, receiver and deadline, and the wallet log contains the signed data', async (visit) => {
    const { demo, page } = visit;
    const { usdc } = demo.devnet.addresses;
    await page.goto(`${demo.url}?use-permit=on`);
    await payByParts(page, { pay: { chainId: ORIGIN, currency: usdc }, stopAt: SIGN });
    const shown = await page.evaluate(() => document.querySelector<HTMLElement>('#demo-wallet')?.innerText ?? '');
    assert.match(shown, /Sends\s+25\.[0-9]+ USDC/u);
    assert.match(shown, /Receiver\s+0x[0-9a-fA-F]{40}/u);
    assert.match(shown, /Until/u);
    await answerWallet(page, 'reject');
    await reaches(page, { name: 'reviewing' });
    const { method, outcome, params } = (await walletLog(page)).at(-1)!;
    assert.deepEqual([method, outcome], [SIGN, 'rejected']);
    assert.equal((JSON.parse(String(params[1])) as { primaryType: string }).primaryType, 'TransferWithAuthorization');
    const posted = page.requested.filter((address) => address.includes('/execute/permits'));
    assert.deepEqual(posted, [], 'only signed data is posted');
  });

  test(
    'shop flow: a permit is posted again and paid once when the response to the post does not arrive',
    async (visit) => {
      const { demo, page } = visit;
      demo.devnet.faults.set({ cutBody: '/execute/permits' });
      assert.deepEqual(await signs(visit, demo.devnet.addresses.usdc), [CONNECT, SIGN]);
      const posted = page.requested.filter((address) => address.includes('/execute/permits'));
      assert.ok(posted.length > 0);
      assert.equal(new Set(posted).size, 1, 'the same signature each time');
    },
    (error) => /ERR_|permits/u.test(error),
  );

  test('shop flow: a permit is not prompted for when the service puts another receiver into it', async ({
    demo,
    page,
  }) => {
    const to = 'steps[0].items[0].data.sign.value.to';
    demo.devnet.faults.set({ tamper: { set: [[to, demo.devnet.payers[2]!.address]] } });
    await page.goto(`${demo.url}?use-permit=on`);
    await page.evaluate(() => {
      const element = document.querySelector('hub-pay')!;
      // This page always pays in USDC, because USDC supports payments by signature.
      element.setAttribute('origin-chain-id', '31337');
      element.setAttribute('origin-currency', 'USDC');
    });
    await payByParts(page, { stopAt: CONNECT });
    await answerWallet(page, 'approve');
    await page.waitFor(() => {
      const { state } = document.querySelector('hub-pay') as HTMLElement & { state: { problem?: { code: string } } };
      return state.problem?.code === 'quote-unsafe';
    });
    assert.deepEqual(await walletMethods(page), [CONNECT]);
  });
});
