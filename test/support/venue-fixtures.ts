/** Reads the service's quotes for a payment from the venue. Adds the intent and the registry that match each quote. */
import type { Case, Json } from './quotes.js';
import { makeRegistry, read, tokens } from './quotes.js';
import { venueChain, VENUE } from './venue-quotes.js';
import first from './fixtures/quote-venue-withdraw-v1.json' with { type: 'json' };
import second from './fixtures/quote-venue-withdraw-v2.json' with { type: 'json' };

export function readFixture(version: '1' | '2'): Case {
  const quote = (version === '1' ? first : second) as unknown as Json;
  const payer = String(read(quote, 'details.sender'));
  return {
    quote,
    intent: {
      tradeType: 'EXACT_INPUT',
      amount: '1000000000',
      user: payer,
      originChainId: VENUE,
      originCurrency: String(read(quote, 'details.currencyIn.currency.address')),
      destinationChainId: 10,
      destinationCurrency: tokens.eth.address,
      recipient: payer,
      refundTo: payer,
    },
    registry: { chains: [venueChain(), ...makeRegistry().chains] },
  };
}
