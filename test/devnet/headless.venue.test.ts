/** Tests that `hub-pay/headless` pays from and to the perps venue, and to its EVM chain. Balances are exact. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Devnet } from '../../demo/devnet/index.js';
import { HubPayError, type PaymentResult, type PaymentSession } from '../../src/headless.js';
import type { SessionOptions } from '../../src/headless.js';
import { shopOrder, useDevnet } from './headless-sessions.js';
import { localWallet, type LocalWallet } from './local-wallet.js';
import { balance, DESTINATION, NATIVE, ORIGIN, VENUE_EVM } from './support.js';

const VENUE = 1337;
const PERPS_USDC = `0x${'0'.repeat(32)}`;
const [CONNECT, SIGN] = ['eth_requestAccounts', 'eth_signTypedData_v4'];

describe('hub-pay/headless with the perps venue', () => {
  let devnet: Devnet;
  let wallet: LocalWallet;
  const openSession = useDevnet((started) => (devnet = started));

  const open = (changes: Partial<SessionOptions> = {}): PaymentSession => {
    wallet = localWallet(devnet, devnet.payers[0]!.key);
    return openSession({
      ...shopOrder(devnet),
      attestation: 'off',
      wallets: [wallet.provider],
      venueExchangeUrl: devnet.venueExchangeUrl,
      venueInfoUrl: devnet.venueInfoUrl,
      ...changes,
    });
  };
  const held = (): bigint => devnet.venue.balanceOf(devnet.payers[0]!.address);
  const takings = (chainId: number): Promise<bigint> =>
    balance(devnet, chainId, devnet.addresses.usdc, devnet.recipient);

  const pays = async (session: PaymentSession, chainId: number, currency: string): Promise<PaymentResult> => {
    await session.connect();
    await session.quote({ chainId, currency });
    const end = await session.confirm();
    assert.ok('received' in end, 'it was not refunded');
    return end;
  };

  for (const shape of ['v1', 'v2'] as const) {
    it(`pays from the venue with two signatures and shape ${shape} of the nonce mapping`, async () => {
      devnet.faults.set({ nonceMapping: shape });
      const [before, had] = [held(), await takings(DESTINATION)];
      const { paid, received } = await pays(open(), VENUE, PERPS_USDC);
      assert.deepEqual(wallet.prompts, [CONNECT, SIGN, SIGN]);
      assert.equal(before - held(), BigInt(paid.amount!));
      assert.equal((await takings(DESTINATION)) - had, BigInt(received.amount!));
      assert.equal(received.amount, '25000000');
    });
  }

  it('shows what the payer can withdraw as the balance at the venue', async () => {
    const session = open();
    await session.connect();
    const asset = (await session.assets()).find(({ chainId }) => chainId === VENUE);
    assert.equal(asset?.balance?.amount, String(held()));
  });

  it('F-131 moves the money once when the answer of the venue is lost', async () => {
    devnet.faults.set({ venue: 'lose' });
    const before = held();
    const { paid } = await pays(open(), VENUE, PERPS_USDC);
    assert.equal(before - held(), BigInt(paid.amount!));
  });

  it('F-132 moves nothing when the venue refuses, and says so', async () => {
    devnet.faults.set({ venue: 'refuse' });
    const before = held();
    await assert.rejects(
      pays(open(), VENUE, PERPS_USDC),
      (error) => error instanceof HubPayError && error.code === 'venue-refused',
    );
    assert.equal(held(), before);
  });

  it('F-133 asks for no signature when the transfer of the quote has another nonce', async () => {
    devnet.faults.set({ venueNonce: 'wrong' });
    const session = open();
    await session.connect();
    await assert.rejects(
      session.quote({ chainId: VENUE, currency: PERPS_USDC }),
      (error) => error instanceof HubPayError && error.code === 'quote-unsafe' && /G36/.test(error.details ?? ''),
    );
    assert.deepEqual(wallet.prompts, [CONNECT]);
  });

  it('pays into the payer’s account at the venue from an EVM chain, without a warning', async () => {
    const { address } = devnet.payers[0]!;
    const before = held();
    const session = open({ destinationChainId: VENUE, destinationCurrency: PERPS_USDC, recipient: address });
    const { received, warnings = [] } = await pays(session, ORIGIN, devnet.addresses.usdc);
    assert.equal(received.amount, '2500000000');
    assert.equal(held() - before, 2_500_000_000n);
    assert.deepEqual(warnings, []);
  });

  it('pays to the venue’s EVM chain and back by the standard steps', async () => {
    const before = await takings(VENUE_EVM);
    await pays(open({ destinationChainId: VENUE_EVM }), ORIGIN, NATIVE);
    assert.equal((await takings(VENUE_EVM)) - before, 25_000_000n);
    const { received } = await pays(open(), VENUE_EVM, devnet.addresses.usdc);
    assert.equal(received.amount, '25000000');
  });
});
