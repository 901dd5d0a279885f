/** Tests payments within one chain in a browser: swaps and a plain transfer. */
import assert from 'node:assert/strict';
import { balanceOf, DESTINATION, inEngines, NATIVE, PRICE, shopIncome, type Visit } from '../support/pages/flows.js';
import { answerWallet, eventsOf, payByParts, press, stateOf, walletMethods } from '../support/pages/shop-page.js';

const [CONNECT, SWITCH, SEND] = ['eth_requestAccounts', 'wallet_switchEthereumChain', 'eth_sendTransaction'];

/** Pays the shop on the shop's own chain. Returns the methods that the wallet received. */
async function swaps({ demo, page }: Visit, currency: string): Promise<readonly string[]> {
  const before = await shopIncome(demo);
  const asset = { chainId: DESTINATION, currency };
  const payer = demo.devnet.payers[0]!.address;
  const held = await balanceOf(demo, asset, payer);
  await page.goto(demo.url);
  const end = await payByParts(page, { pay: asset });
  assert.equal(end.name, 'succeeded');
  assert.ok((await shopIncome(demo)) - before >= PRICE);
  const [success, ...more] = await eventsOf(page, 'hub-success');
  assert.deepEqual(more, []);
  const { paid, origin, destination } = success!.detail as Record<string, { amount: string; hash: string }[]> & {
    paid: { amount: string };
  };
  if (currency !== NATIVE) assert.equal(held - (await balanceOf(demo, asset, payer)), BigInt(paid.amount));
  assert.equal(origin!.at(-1)!.hash, destination![0]!.hash, 'one transaction paid and delivered');
  return walletMethods(page);
}

inEngines(['chromium'], 'Paying on the shop’s own chain', (test) => {
  test('shop flow: a swap on the shop’s own chain needs an approval and a swap when the payer pays with another token', async (visit) => {
    assert.deepEqual(await swaps(visit, visit.demo.devnet.addresses.dai), [CONNECT, SWITCH, SEND, SEND]);
  });

  test('shop flow: a swap on the shop’s own chain needs one transaction when the payer pays in native currency', async (visit) => {
    assert.deepEqual(await swaps(visit, NATIVE), [CONNECT, SWITCH, SEND]);
  });

  test('shop flow: a payment on the shop’s own chain is a plain transfer when the payer pays in the same token', async (visit) => {
    assert.deepEqual(await swaps(visit, visit.demo.devnet.addresses.usdc), [CONNECT, SWITCH, SEND]);
  });

  test('shop flow: a swap shows before payment that it cannot be verified and how much can leave at most', async (visit) => {
    const { demo, page } = visit;
    await page.goto(demo.url);
    const asset = { chainId: DESTINATION, currency: demo.devnet.addresses.dai };
    await payByParts(page, { pay: asset, until: ['reviewing'] });
    const notes = await page.evaluate(() =>
      Array.from(
        document.querySelector('hub-pay')?.shadowRoot?.querySelectorAll('[part~=notice]') ?? [],
        (note) => note.textContent,
      ),
    );
    assert.match(notes.join(), /At most 25\.[0-9]+ DAI leaves your wallet/u);
    assert.equal((await stateOf(page)).name, 'reviewing');
  });

  test('shop flow: a swap sends no prompt when the service names another contract', async ({ demo, page }) => {
    demo.devnet.faults.set({ tamper: { set: [['steps[0].items[0].data.to', demo.devnet.addresses.exchange]] } });
    await page.goto(demo.url);
    await payByParts(page, { stopAt: CONNECT });
    await answerWallet(page, 'approve');
    await press(page, `[part~=asset][data-chain-id="${DESTINATION}"][data-currency="${NATIVE}"]`);
    await page.waitFor(() => {
      const { state } = document.querySelector('hub-pay') as HTMLElement & { state: { problem?: { code: string } } };
      return state.problem?.code === 'quote-unsafe';
    });
    assert.deepEqual(await walletMethods(page), [CONNECT]);
  });
});
