/** Tests that `hub-pay/headless` pays between all chain families in Node. The balances are read from the chains. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Devnet } from '../../demo/devnet/index.js';
import {
  mintAt,
  mints,
  SVM_CHAIN,
  SVM_NATIVE,
  svmPayers,
  svmRecipient,
  type Mint,
} from '../../demo/devnet/svm/addresses.js';
import { balanceOnSvm } from '../../demo/devnet/svm/tokens.js';
import { PERPS_USDC, VENUE_CHAIN } from '../../demo/devnet/venue/typed-data.js';
import { PublicKey } from '@solana/web3.js';
import { type PaymentResult, type SessionOptions } from '../../src/headless.js';
import { fakeSvmWallet } from '../support/fake-svm-wallet.js';
import { useDevnet } from './headless-sessions.js';
import { localWallet } from './local-wallet.js';
import { balance, DESTINATION, NATIVE, ORIGIN, VENUE_EVM, GUARD } from './support.js';

type Place = { chainId: number; currency: string };

describe('hub-pay/headless between chain families', () => {
  let devnet: Devnet;
  const openSession = useDevnet((started) => (devnet = started));

  const svm = (token: keyof typeof mints | 'sol'): Place => ({
    chainId: SVM_CHAIN,
    currency: token === 'sol' ? SVM_NATIVE : mints[token].address.toBase58(),
  });
  const evm = (token: 'eth' | 'usdc' | 'usdt' | 'dai', chainId = ORIGIN): Place => ({
    chainId,
    currency: token === 'eth' ? NATIVE : devnet.addresses[token],
  });
  const venue: Place = { chainId: VENUE_CHAIN, currency: PERPS_USDC };

  const payerOf = ({ chainId }: Place): string =>
    chainId === SVM_CHAIN ? svmPayers[0]!.publicKey.toBase58() : devnet.payers[0]!.address;
  const recipientOf = ({ chainId }: Place): string => (chainId === SVM_CHAIN ? svmRecipient : devnet.recipient);

  /** Reads a balance from the chain or the venue, in the smallest unit. */
  async function held({ chainId, currency }: Place, owner: string): Promise<bigint> {
    if (chainId === VENUE_CHAIN) return devnet.venue.balanceOf(owner);
    if (chainId !== SVM_CHAIN) return balance(devnet, chainId, currency, owner as `0x${string}`);
    const mint: Mint | null = currency === SVM_NATIVE ? null : (mintAt(currency) ?? null);
    return balanceOnSvm(devnet.svm, mint, new PublicKey(owner));
  }

  /** Pays, and checks both balances. */
  async function pays(
    from: Place,
    to: Place,
    amount: string,
    { recipient = recipientOf(to), isPinned = true } = {},
  ): Promise<PaymentResult> {
    const wallet = fakeSvmWallet({ keys: svmPayers });
    const options: SessionOptions = {
      baseUrl: devnet.serviceUrl,
      destinationChainId: to.chainId,
      destinationCurrency: to.currency,
      amount,
      recipient,
      ...(isPinned && { registry: devnet.registry }),
      venueExchangeUrl: devnet.venueExchangeUrl,
      venueInfoUrl: devnet.venueInfoUrl,
      wallets: [from.chainId === SVM_CHAIN ? wallet.wallet : localWallet(devnet, devnet.payers[0]!.key).provider],
    };
    const session = openSession(options);
    await session.connect();
    const receiver = recipient === 'payer' ? payerOf(to) : recipient;
    const before = [await held(from, payerOf(from)), await held(to, receiver)] as const;
    await session.quote(from);
    const end = await session.confirm();
    assert.ok('received' in end, 'it was not refunded');
    const received = (await held(to, receiver)) - before[1];
    assert.equal(end.received.amount, String(received));
    const spent = before[0] - (await held(from, payerOf(from)));
    const isNative = from.currency === NATIVE || from.currency === SVM_NATIVE;
    if (isNative) assert.ok(spent >= BigInt(end.paid.amount ?? 0), 'the network fee comes on top');
    else assert.equal(end.paid.amount, String(spent));
    return end;
  }

  const cases: [name: string, from: () => Place, to: () => Place, amount: string, received: string][] = [
    ['EVM to SVM, a token to a token', () => evm('usdc'), () => svm('usdc'), '25', '25000000'],
    ['EVM to SVM, ETH to SOL', () => evm('eth'), () => svm('sol'), '0.1', '100000000'],
    ['SVM to EVM, SOL to a token', () => svm('sol'), () => evm('usdc', DESTINATION), '25', '25000000'],
    ['SVM to EVM, a token to a token', () => svm('usdc'), () => evm('usdc', DESTINATION), '25', '25000000'],
    ['SVM to EVM, a token of Token-2022', () => svm('pyusd'), () => evm('usdc', DESTINATION), '25', '25000000'],
    ['SVM to SVM', () => svm('usdc'), () => svm('usdt'), '25', '25000000'],
    ['EVM to the venue', () => evm('usdc'), () => venue, '25', '2500000000'],
    ['the venue to EVM', () => venue, () => evm('usdc', DESTINATION), '25', '25000000'],
    ['the venue to SVM', () => venue, () => svm('usdc'), '25', '25000000'],
    ['EVM to the venue’s EVM chain', () => evm('usdc'), () => evm('usdc', VENUE_EVM), '25', '25000000'],
    ['the venue’s EVM chain to EVM', () => evm('usdc', VENUE_EVM), () => evm('usdc', DESTINATION), '25', '25000000'],
  ];
  for (const [name, from, to, amount, received] of cases) {
    it(`delivers exactly the amount from ${name}`, GUARD, async () => {
      assert.equal((await pays(from(), to(), amount)).received.amount, received);
    });
  }

  it('delivers to the SVM account that pays when the merchant names the payer as the recipient', async () => {
    assert.equal((await pays(svm('sol'), svm('usdc'), '5', { recipient: 'payer' })).received.amount, '5000000');
  });

  const unpinned: [name: string, from: () => Place][] = [
    ...(['eth', 'usdc', 'usdt', 'dai'] as const).map((token): [string, () => Place] => [token, () => evm(token)]),
    ...(['sol', 'usdc', 'pyusd', 'wsol'] as const).map((token): [string, () => Place] => [
      `${token} of the SVM chain`,
      () => svm(token),
    ]),
    ['USDC of the venue', () => venue],
  ];
  for (const [name, from] of unpinned) {
    it(`S-31 pays with ${name} when the merchant pins no registry`, GUARD, async () => {
      const end = await pays(from(), evm('usdc', DESTINATION), '5', { isPinned: false });
      assert.equal(end.received.amount, '5000000');
    });
  }

  it('withdraws from the venue when the service maps the nonce by its second form', GUARD, async () => {
    devnet.faults.set({ nonceMapping: 'v2' });
    assert.equal((await pays(venue, evm('usdc', DESTINATION), '25')).received.amount, '25000000');
  });
});
