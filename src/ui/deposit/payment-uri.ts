/** Writes what the QR code of a deposit address contains. */
import { isHexAccount, isNativeCurrency } from '../../shared/chain.js';
import type { KnownAmount } from '../../types.js';

/**
 * Returns the content of the QR code. For the native currency of an EVM chain, the content is a URI with the chain and
 * the amount (EIP-681). For a token, the content is only the address, because some wallets misread a URI for a token
 * and send the money to the token's contract.
 */
export function paymentUri(address: string, { chainId, currency, amount }: KnownAmount): string {
  return isHexAccount(address) && isNativeCurrency(currency)
    ? `ethereum:${address}@${chainId}?value=${amount}`
    : address;
}
