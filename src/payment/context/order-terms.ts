/** The terms of the order that follow from the page's options, without a question to the service. */
import { addressKey } from '../../shared/chain.js';
import { parseUnits, unknownAmount, withAmount } from '../../shared/amounts.js';
import type { ChainRecord, PaymentIntent, PaymentQuote, TokenAmount } from '../../types.js';
import { findCurrency } from '../../vm/registry.js';
import type { SessionOptions } from '../model/options.js';

/** The parts of a quote that the merchant has fixed. An open part is unknown. */
export function fixedQuote(
  options: SessionOptions,
  chains: readonly ChainRecord[],
): Pick<PaymentQuote, 'receives' | 'recipient' | 'refundTo'> {
  const { destinationChainId, destinationCurrency, amount, recipient = '', refundTo = '' } = options;
  const { tradeType = 'EXACT_OUTPUT' } = options;
  // Only with `EXACT_OUTPUT`, exactly this amount arrives.
  const received = tradeType === 'EXACT_OUTPUT' ? amount : undefined;
  return { receives: tokenOf(chains, destinationChainId, destinationCurrency, received), recipient, refundTo };
}

/** The part of an intent that a restored payment needs. It is never quoted. */
export const fixedIntent = ({ tradeType = 'EXACT_OUTPUT', amount }: SessionOptions): PaymentIntent => ({
  tradeType,
  strict: tradeType !== 'EXACT_INPUT' || amount !== undefined,
});

/** The address of the currency that the merchant wrote as a symbol, as `native` or as an address. */
export function currencyAddress(chains: readonly ChainRecord[], chainId: number, text: string): string | undefined {
  const chain = chains.find(({ id }) => id === chainId);
  const found = chain && findCurrency(chain, text);
  return found && 'currency' in found ? addressKey(found.currency.address) : undefined;
}

/**
 * What the payer sees of a deposit address, as a text to compare. An entry stores only its digest.
 * @param refundTo where the service refunds a deposit
 */
export const depositTerms = (
  requestId: string,
  address: string,
  { chainId, currency, decimals, amount }: TokenAmount,
  refundTo: string,
): string =>
  JSON.stringify([requestId, addressKey(address), chainId, currency, decimals, amount, addressKey(refundTo)]);

function tokenOf(chains: readonly ChainRecord[], chainId = 0, text = '', decimal?: string): TokenAmount {
  const chain = chains.find(({ id }) => id === chainId);
  const found = chain && findCurrency(chain, text);
  if (!found || 'problem' in found) return unknownAmount(chainId);
  const { address, symbol, decimals } = found.currency;
  const token = { ...unknownAmount(chainId), currency: addressKey(address), symbol, decimals };
  const amount = decimal === undefined ? null : parseUnits(decimal, decimals);
  return amount === null ? token : withAmount(token, amount);
}
