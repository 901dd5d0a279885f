/**
 * Computes the terms of an order (currencies, amounts, addresses) from the page's options and the known chains. Also
 * writes the terms of a payment to a deposit address as one text. Sends no request to the service.
 */
import { addressKey } from '../../shared/chain.js';
import { parseUnits, unknownAmount, withAmount } from '../../shared/amounts.js';
import type { ChainRecord, PaymentIntent, PaymentQuote, TokenAmount } from '../../types.js';
import { findCurrency } from '../../vm/registry/registry.js';
import type { SessionOptions } from '../model/options.js';
import { toJson } from '../../shared/builtins/to-json.js';

/**
 * Returns the parts of a quote that the merchant's options fix. A part that the options leave open is empty or unknown.
 * The received currency is also unknown if not exactly one currency of the chain matches. The received amount is known
 * only with `EXACT_OUTPUT`.
 */
export function fixedQuote(
  options: SessionOptions,
  chains: readonly ChainRecord[],
): Pick<PaymentQuote, 'receives' | 'recipient' | 'refundTo'> {
  const { destinationChainId, destinationCurrency, amount, recipient = '', refundTo = '' } = options;
  const { tradeType = 'EXACT_OUTPUT' } = options;
  // With `EXACT_OUTPUT`, at least this amount must arrive, and the surplus of a swap can add to it. With any other
  // type, the amount does not guarantee what arrives.
  const received = tradeType === 'EXACT_OUTPUT' ? amount : undefined;
  return { receives: tokenOf(chains, destinationChainId, destinationCurrency, received), recipient, refundTo };
}

/**
 * Returns the part of the intent that a payment from the journal needs. The page requests no quote for such a payment.
 */
export const fixedIntent = ({ tradeType = 'EXACT_OUTPUT', amount }: SessionOptions): PaymentIntent => ({
  tradeType,
  strict: tradeType !== 'EXACT_INPUT' || amount !== undefined,
});

/**
 * Finds the address of the currency that `text` names by a symbol, `native` or an address. Returns undefined unless
 * exactly one currency of the chain matches.
 */
export function currencyAddress(chains: readonly ChainRecord[], chainId: number, text: string): string | undefined {
  const chain = chains.find(({ id }) => id === chainId);
  const found = chain && findCurrency(chain, text);
  return found && 'currency' in found ? addressKey(found.currency.address) : undefined;
}

/**
 * Joins the terms of a payment to a deposit address into one text: request id, deposit address, chain, currency,
 * decimals, amount and refund address. A journal entry stores the digest of this text instead of the text. Equal
 * digests mean equal terms.
 * @param refundTo the address to which the service refunds a deposit
 */
export const depositTerms = (
  requestId: string,
  address: string,
  { chainId, currency, decimals, amount }: TokenAmount,
  refundTo: string,
): string => toJson([requestId, addressKey(address), chainId, currency, decimals, amount, addressKey(refundTo)]);

function tokenOf(chains: readonly ChainRecord[], chainId = 0, text = '', decimal?: string): TokenAmount {
  const chain = chains.find(({ id }) => id === chainId);
  const found = chain && findCurrency(chain, text);
  if (!found || 'problem' in found) return unknownAmount(chainId);
  const { address, symbol, decimals } = found.currency;
  const token = { ...unknownAmount(chainId), currency: addressKey(address), symbol, decimals };
  const amount = decimal === undefined ? null : parseUnits(decimal, decimals);
  return amount === null ? token : withAmount(token, amount);
}
