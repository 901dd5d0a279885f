/** Tests payments with a wallet on a phone, through a relay on this machine. The balances are read from the chains. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { WebSocket } from 'ws';
import type { Devnet } from '../../demo/devnet/index.js';
import { createPaymentSession, type PaymentSession } from '../../src/headless.js';
import { Phone } from '../../demo/devnet/walletconnect/phone.js';
import { startRelay } from '../../demo/devnet/walletconnect/relay-server.js';
import { shopOrder, useDevnet } from './headless-sessions.js';
import { localWallet } from './local-wallet.js';
import { balance, DESTINATION, GUARD, NATIVE, ORIGIN } from './support.js';

const PRICE = 25_000_000n;

describe('hub-pay/headless with a wallet on a phone', () => {
  let devnet: Devnet;
  let server: Awaited<ReturnType<typeof startRelay>>;
  useDevnet((started) => (devnet = started));
  before(async () => {
    server = await startRelay();
  });
  after(() => server.stop());

  /** Opens a session, and connects a phone by its code. */
  async function connected(): Promise<{ session: PaymentSession; phone: Phone }> {
    const sockets = WebSocket as unknown as typeof globalThis.WebSocket;
    const wallet = localWallet(devnet, devnet.payers[0]!.key);
    const phone = new Phone({
      relayUrl: server.relay.url,
      WebSocket: sockets,
      provider: wallet.provider,
      accounts: [wallet.address],
      chains: [ORIGIN, DESTINATION],
    });
    const session = createPaymentSession(
      {
        ...shopOrder(devnet),
        walletconnectProjectId: 'shop',
        walletconnectRelayUrl: server.relay.url,
      },
      // Sessions with the same `fetch` are of one page, and share the phone.
      { WebSocket: sockets, fetch: (url, init) => fetch(url, init) },
    );
    let isScanned = false;
    const hasAccount = new Promise<void>((resolve) => {
      session.$state.subscribe((state) => {
        if (state.name !== 'selecting') return;
        if (state.accounts.length > 0) resolve();
        if (!state.code || isScanned) return;
        isScanned = true;
        phone.scan(state.code);
      });
    });
    session.dispatch({ type: 'opened' });
    session.dispatch({ type: 'wallet-picked', wallet: 'walletconnect' });
    await hasAccount;
    return { session, phone };
  }

  for (const [name, currency, prompts] of [
    ['the native currency', () => NATIVE, 1],
    ['a token', () => devnet.addresses.usdc, 2],
  ] as const)
    it(`delivers exactly the amount that was paid with ${name}`, GUARD, async () => {
      const { session, phone } = await connected();
      const takings = (): Promise<bigint> => balance(devnet, DESTINATION, devnet.addresses.usdc, devnet.recipient);
      const before = await takings();
      await session.quote({ chainId: ORIGIN, currency: currency() });
      const end = await session.confirm();
      assert.ok('received' in end, 'it was not refunded');
      assert.equal((await takings()) - before, PRICE);
      assert.deepEqual(
        phone.asked.map(({ method, chainId }) => `${method} ${chainId}`),
        ['connect null', ...Array<string>(prompts).fill(`eth_sendTransaction ${ORIGIN}`)],
      );
      // The page hears that the connection has ended, and then keeps none to the relay.
      const left = new Promise((resolve) => void session.on('hub-disconnect', resolve));
      phone.disconnect();
      await left;
      session.destroy();
      phone.close();
    });
});
