/**
 * Tests the merchant's calls on the destination chain in a browser. The solver executes them when it delivers the
 * payment.
 */
import assert from 'node:assert/strict';
import { encodeFunctionData, parseAbi, type Address } from 'viem';
import { balanceOf, DESTINATION, inEngines, NATIVE, ORIGIN, PRICE, shopIncome } from '../support/pages/flows.js';
import { payByParts, textOf, walletMethods } from '../support/pages/shop-page.js';

const OTHER: Address = '0x00000000000000000000000000000000000000aa';
const mint = parseAbi(['function mint(address to, uint256 value)']);

inEngines(['chromium'], 'Calls on the destination chain', (test) => {
  test('shop flow: destination calls are shown with their target and made in the transaction of the delivery', async ({
    demo,
    page,
  }) => {
    const { dai } = demo.devnet.addresses;
    const data = encodeFunctionData({ abi: mint, functionName: 'mint', args: [OTHER, 7n] });
    const gift = { chainId: DESTINATION, currency: dai };
    const [incomeBefore, hadBefore] = [await shopIncome(demo), await balanceOf(demo, gift, OTHER)];
    await page.goto(demo.url);
    await page.evaluate(
      (txs) => void Object.assign(document.querySelector('hub-pay') as HTMLElement, { txs }),
      [{ to: dai, value: '0', data }],
    );
    const pay = { chainId: ORIGIN, currency: NATIVE };
    await payByParts(page, { pay, until: ['reviewing'] });
    const shown = (await textOf(page)).replace(/\s/gu, '');
    assert.ok(shown.toLowerCase().includes(dai), 'the screen shows the target in full');

    assert.equal((await payByParts(page, { pay })).name, 'succeeded');
    assert.deepEqual(await walletMethods(page), ['eth_requestAccounts', 'eth_sendTransaction']);
    assert.equal((await shopIncome(demo)) - incomeBefore, PRICE);
    assert.equal((await balanceOf(demo, gift, OTHER)) - hadBefore, 7n);
    const stored = await page.evaluate(() => Object.entries(localStorage).flat().join());
    assert.ok(stored.includes('hub-pay/1/') && !stored.includes(data.slice(2)), 'no calldata is stored');
  });
});
