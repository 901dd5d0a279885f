/** Tests that `hub-pay/headless` makes payments in Node without a page. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Devnet } from '../../demo/devnet/index.js';
import { HubPayError, type PaymentResult, type PaymentSession } from '../../src/headless.js';
import type { SessionOptions } from '../../src/headless.js';
import { shopOrder, useDevnet } from './headless-sessions.js';
import { localWallet, type LocalWallet } from './local-wallet.js';
import { balance, DESTINATION, NATIVE, ORIGIN } from './support.js';

const PRICE = 25_000_000n;
const [CONNECT, SWITCH, SEND] = ['eth_requestAccounts', 'wallet_switchEthereumChain', 'eth_sendTransaction'];
const [SIGN, SEND_CALLS] = ['eth_signTypedData_v4', 'wallet_sendCalls'];

describe('hub-pay/headless in Node', () => {
  let devnet: Devnet;
  let wallet: LocalWallet;
  const openSession = useDevnet((started) => (devnet = started));

  const options = (changes: Partial<SessionOptions> = {}, batches = false): SessionOptions => {
    wallet = localWallet(devnet, devnet.payers[0]!.key, batches);
    return {
      ...shopOrder(devnet),
      wallets: [wallet.provider],
      ...changes,
    };
  };
  const open = (changes?: Partial<SessionOptions>, batches?: boolean): PaymentSession =>
    openSession(options(changes, batches));
  const takings = (): Promise<bigint> => balance(devnet, DESTINATION, devnet.addresses.usdc, devnet.recipient);

  /** Pays as a custom interface does: connects, lists the assets, requests a quote and confirms. */
  const pays = async (chainId: number, currency: string, session = open()): Promise<PaymentResult> => {
    await session.connect();
    const assets = await session.assets();
    assert.ok(assets.some((asset) => asset.chainId === chainId && asset.currency === currency));
    const events: string[] = [];
    for (const name of ['hub-success', 'hub-refund', 'hub-failure'] as const) session.on(name, () => events.push(name));
    const quote = await session.quote({ chainId, currency });
    const before = await takings();
    const end = await session.confirm();
    assert.ok('received' in end, 'it was not refunded');
    assert.deepEqual(events, ['hub-success']);
    assert.equal(end.requestId, quote.requestId);
    assert.ok((await takings()) - before >= PRICE);
    return end;
  };

  for (const [name, prompts] of [
    ['the native coin', [CONNECT, SEND]],
    ['usdc', [CONNECT, SEND, SEND]],
    ['usdt', [CONNECT, SEND, SEND]],
    ['dai', [CONNECT, SEND, SEND]],
  ] as const) {
    it(`delivers exactly the amount when the payer pays with ${name} from another chain`, async () => {
      const currency = name === 'the native coin' ? NATIVE : devnet.addresses[name];
      const held = await balance(devnet, ORIGIN, currency, devnet.payers[0]!.address);
      const { received, paid } = await pays(ORIGIN, currency);
      assert.equal(received.amount, String(PRICE));
      assert.deepEqual(wallet.prompts, prompts);
      const spent = held - (await balance(devnet, ORIGIN, currency, wallet.address));
      if (currency !== NATIVE) assert.equal(paid.amount, String(spent));
    });
  }

  it('pays by a swap or by a plain transfer when the payer is on the shop’s chain', async () => {
    await pays(DESTINATION, devnet.addresses.dai);
    assert.deepEqual(wallet.prompts, [CONNECT, SWITCH, SEND, SEND]);
    await pays(DESTINATION, devnet.addresses.usdc);
    assert.deepEqual(wallet.prompts, [CONNECT, SWITCH, SEND]);
  });

  it('pays by a signature when the token supports it', async () => {
    for (const [name, prompts] of [
      ['usdc', [CONNECT, SIGN]],
      ['dai', [CONNECT, SIGN]],
      ['usdt', [CONNECT, SEND, SIGN]],
    ] as const) {
      await pays(ORIGIN, devnet.addresses[name], open({ usePermit: true }));
      assert.deepEqual(wallet.prompts, prompts, name);
    }
  });

  it('pays by one request when the wallet supports batched calls', async () => {
    const session = open({}, true);
    const held = await balance(devnet, ORIGIN, devnet.addresses.dai, devnet.addresses.smartAccount);
    const { paid, origin } = await pays(ORIGIN, devnet.addresses.dai, session);
    assert.deepEqual(wallet.prompts, [CONNECT, SEND_CALLS]);
    assert.equal(origin.length, 1, 'the only transaction of the wallet');
    const remaining = await balance(devnet, ORIGIN, devnet.addresses.dai, devnet.addresses.smartAccount);
    assert.equal(paid.amount, String(held - remaining));
  });

  it('ends in a refund when the solver cannot fill', async () => {
    devnet.faults.set({ failFills: true, refundAfterMs: 0 });
    const session = open();
    await session.connect();
    await session.quote({ chainId: ORIGIN, currency: devnet.addresses.usdc });
    const before = await balance(devnet, ORIGIN, devnet.addresses.usdc, wallet.address);
    const end = await session.confirm();
    assert.ok('transaction' in end && end.transaction, 'the refund names its transaction');
    assert.equal(await balance(devnet, ORIGIN, devnet.addresses.usdc, wallet.address), before);
  });

  it('throws `wallet-rejected` without a transaction when the payer rejects, and pays on the second attempt', async () => {
    const session = open();
    await session.connect();
    await session.quote({ chainId: ORIGIN, currency: NATIVE });
    wallet.refuse(SEND);
    await assert.rejects(
      session.confirm(),
      (error) => error instanceof HubPayError && error.code === 'wallet-rejected' && error.money === 'not-sent',
    );
    await session.quote({ chainId: ORIGIN, currency: NATIVE });
    assert.ok('received' in (await session.confirm()));
  });

  it('never calls the wallet when the guard blocks the quote', async () => {
    devnet.faults.set({ tamper: { set: [['steps[0].items[0].data.to', devnet.recipient]] } });
    const session = open();
    await session.connect();
    await assert.rejects(
      session.quote({ chainId: ORIGIN, currency: NATIVE }),
      (error) => error instanceof HubPayError && error.code === 'quote-unsafe',
    );
    assert.deepEqual(wallet.prompts, [CONNECT]);
  });

  it('resumes a payment of another session by its id and lists past payments', async () => {
    const { requestId, received } = await pays(ORIGIN, NATIVE);
    const later = open();
    const end = await later.resume(requestId);
    assert.ok('received' in end);
    assert.equal(end.received.amount, received.amount);
    const other = open();
    await other.connect();
    const { payments } = await other.history({ limit: 5 });
    assert.ok(payments.some((entry) => entry.requestId === requestId && entry.status === 'success'));
  });
});
