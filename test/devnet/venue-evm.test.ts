/** Tests payments to and from the venue's EVM chain, and the names of all chains. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Devnet } from '../../demo/devnet/index.js';
import { PERPS_USDC, VENUE_CHAIN } from '../../demo/devnet/venue/typed-data.js';
import { openDevnet } from './open-devnet.js';
import { balance, DESTINATION, getQuote, NATIVE, ORIGIN, pay, reaches, VENUE_EVM, GUARD } from './support.js';

describe('devnet chain 999', () => {
  let devnet: Devnet;
  before(async () => void (devnet = await openDevnet()), GUARD);
  after(() => devnet.stop());

  for (const [from, to] of [
    [ORIGIN, VENUE_EVM],
    [VENUE_EVM, DESTINATION],
  ] as const) {
    it(`delivers exactly the amount from chain ${from} to chain ${to}`, async () => {
      const { usdc } = devnet.addresses;
      const payer = devnet.payers[0]!.address;
      for (const originCurrency of [usdc, NATIVE]) {
        const [held, arrived] = await Promise.all([
          balance(devnet, from, originCurrency, payer),
          balance(devnet, to, usdc, devnet.recipient),
        ]);
        const quote = await getQuote(devnet, { originChainId: from, originCurrency, destinationChainId: to });
        await pay(devnet, quote);
        await reaches(devnet, quote.requestId, 'success');
        assert.equal((await balance(devnet, to, usdc, devnet.recipient)) - arrived, 25_000_000n);
        const spent = held - (await balance(devnet, from, originCurrency, payer));
        const amount = BigInt(quote.details.currencyIn.amount);
        // The native currency also pays the gas.
        assert.ok(originCurrency === usdc ? spent === amount : spent > amount);
      }
    });
  }

  it('pays to the venue itself', async () => {
    const venue = { destinationChainId: VENUE_CHAIN, destinationCurrency: PERPS_USDC, amount: '500000000' };
    const before = devnet.venue.balanceOf(devnet.recipient);
    const { usdc } = devnet.addresses;
    const quote = await getQuote(devnet, { ...venue, originChainId: VENUE_EVM, originCurrency: usdc });
    await pay(devnet, quote);
    await reaches(devnet, quote.requestId, 'success');
    assert.equal(devnet.venue.balanceOf(devnet.recipient) - before, 500_000_000n);
  });

  it('has the names that a payer knows', () => {
    assert.deepEqual(
      devnet.registry.chains.map(({ id, displayName, vmType }) => [id, displayName, vmType]),
      [
        [31337, 'Base', 'evm'],
        [31338, 'Ethereum', 'evm'],
        [999, 'Venue EVM', 'evm'],
        [792703809, 'Solana', 'svm'],
        [1337, 'Venue', 'hypevm'],
      ],
    );
  });
});
