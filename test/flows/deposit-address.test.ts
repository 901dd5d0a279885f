/** Tests payments to a deposit address in a browser. The payer can also pay too little, too much, twice or too late. */
import assert from 'node:assert/strict';
import { getAddress, type Address } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { balanceOf, inEngines, NATIVE, ORIGIN, PRICE, shopIncome, type Visit } from '../support/pages/flows.js';
import { sendFromExchange } from '../support/pages/payer.js';
import {
  eventsOf,
  press,
  reaches,
  showsText,
  stateOf,
  textOf,
  typeInto,
  walletMethods,
} from '../support/pages/shop-page.js';

type Offer = {
  address: Address;
  amount: bigint;
  returned: () => Promise<bigint>;
  send: (amount: bigint) => Promise<void>;
};

/** Sets the attribute on every page of this tab before the element starts, as a merchant's page has it. */
async function allowsDepositAddress(page: Visit['page']): Promise<void> {
  const devtools = await page.devtools();
  const source = `new MutationObserver((_, observer) => {
    const element = document.querySelector('hub-pay');
    if (!element) return;
    element.setAttribute('use-deposit-address', '');
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });`;
  await devtools.send('Page.enable');
  await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source });
}

/** Opens the shop and requests a deposit address. The payer connects no wallet. */
async function requestsAddress({ demo, page }: Visit): Promise<Offer> {
  const refundTo = privateKeyToAccount(generatePrivateKey()).address;
  await allowsDepositAddress(page);
  await page.goto(demo.url);
  await press(page, '[part~=button]');
  await press(page, '[data-wallet=deposit-address]');
  await typeInto(page, 'refund-to', refundTo);
  await press(page, `[part~=asset][data-chain-id="${ORIGIN}"]`);
  await reaches(page, { name: 'awaiting-deposit' });
  const state = await stateOf(page);
  assert.ok(state.name === 'awaiting-deposit');
  const address = getAddress(state.depositAddress);
  const asset = { chainId: ORIGIN, currency: NATIVE };
  return {
    address,
    amount: BigInt(state.amount.amount),
    returned: () => balanceOf(demo, asset, refundTo),
    send: (amount) => sendFromExchange(demo, ORIGIN, { to: address, amount }),
  };
}

/** Verifies that the payment is delivered, that the events are emitted once, and that no wallet got a request. */
async function isDelivered({ demo, page }: Visit, before: bigint): Promise<void> {
  await reaches(page, { name: 'succeeded' });
  assert.equal((await shopIncome(demo)) - before, PRICE);
  for (const type of ['hub-sent', 'hub-success']) assert.equal((await eventsOf(page, type)).length, 1, type);
  assert.deepEqual(await walletMethods(page), []);
}

async function isReturned({ demo, page }: Visit, before: bigint): Promise<void> {
  await reaches(page, { name: 'refunded' });
  await showsText(page, /0\.\d+ ETH returned to 0x/u);
  assert.equal(await shopIncome(demo), before);
  for (const type of ['hub-sent', 'hub-refund']) assert.equal((await eventsOf(page, type)).length, 1, type);
  assert.equal((await eventsOf(page, 'hub-success')).length, 0);
}

inEngines(['chromium'], 'A strict deposit address', (test) => {
  test('shop flow: a deposit address delivers the order when exactly the amount is paid after a reload', async (visit) => {
    const { demo, page } = visit;
    const before = await shopIncome(demo);
    const { address, amount, returned, send } = await requestsAddress(visit);
    await page.reload();
    await press(page, '[part~=button]');
    // The service has a record only after the deposit, and the storage alone names no address.
    await reaches(page, { name: 'selecting' });
    assert.ok(!(await textOf(page)).includes(address));
    await send(amount);
    await isDelivered(visit, before);
    assert.equal(await returned(), 0n);
    assert.doesNotMatch(await textOf(page), /came on top|needed/u);
  });

  test('shop flow: a deposit address refunds everything and shows the missing amount when 1 % too little is paid', async (visit) => {
    const before = await shopIncome(visit.demo);
    // The page polls once a second, so it shows the refund in progress during these 8 s.
    visit.demo.devnet.faults.set({ refundAfterMs: 8_000 });
    const { amount, returned, send } = await requestsAddress(visit);
    const little = (amount * 99n) / 100n;
    await send(little);
    await showsText(visit.page, /0\.\d+ ETH arrived, but 0\.\d+ ETH was needed\. What arrived is being returned/u);
    await isReturned(visit, before);
    await showsText(visit.page, /0\.\d+ ETH arrived, but 0\.\d+ ETH was needed, so what arrived was sent back/u);
    assert.equal(await returned(), little);
  });

  test('shop flow: a deposit address delivers the order and shows the returned rest when 1 % too much is paid', async (visit) => {
    const before = await shopIncome(visit.demo);
    const { amount, returned, send } = await requestsAddress(visit);
    const more = amount / 100n;
    await send(amount + more);
    await isDelivered(visit, before);
    await showsText(visit.page, /0\.\d+ ETH came on top and was sent back/u);
    assert.equal(await returned(), more);
  });

  test('shop flow: a deposit address delivers once and shows the returned second payment when it is paid twice', async (visit) => {
    const before = await shopIncome(visit.demo);
    const { amount, returned, send } = await requestsAddress(visit);
    await send(amount);
    await send(amount);
    await isDelivered(visit, before);
    await showsText(visit.page, /0\.\d+ ETH came on top and was sent back/u);
    assert.equal(await returned(), amount);
    assert.equal((await shopIncome(visit.demo)) - before, PRICE);
  });

  test('shop flow: a deposit address is hidden after its deadline, and money that arrives later is refunded as late', async (visit) => {
    const { demo, page } = visit;
    const before = await shopIncome(demo);
    demo.devnet.faults.set({ orderSeconds: 3 });
    const { address, amount, returned, send } = await requestsAddress(visit);
    await showsText(page, /This address has expired/u);
    assert.ok(!(await textOf(page)).replace(/\s/gu, '').toLowerCase().includes(address.toLowerCase()));
    await send(amount);
    await isReturned(visit, before);
    await showsText(page, /It arrived after the deadline/u);
    assert.equal(await returned(), amount);
  });
});
