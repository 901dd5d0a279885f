/** Checks the addresses that a merchant's server expects, before `verifyPayment` asks the service. */
import { HubPayError } from '../errors.js';
import { SOLANA_CHAIN, VENUE_CHAIN } from '../shared/chain-ids.js';
import type { Registry } from '../types.js';
import { isRecased, looksLikeAddress, looksLikeAnyAddress, looksLikeCurrency } from '../vm/address/addresses.js';

type Terms = { recipient: string; chainId: number; currency: string };

/**
 * The `vmType` of each chain whose currencies do not have the form of EVM addresses, by chain id, because the registry
 * can be absent.
 */
export const VM_TYPES: Readonly<Record<number, string>> = { [SOLANA_CHAIN]: 'svm', [VENUE_CHAIN]: 'hypevm' };

/** The symbol of a currency, such as `USDC` or `native`, while the service's records name a currency by its address. */
const SYMBOL = /^[a-z][\w.]{0,15}$/i;

/**
 * Checks that recipient and currency have the form of their chain, because no payment could match another. If the
 * chain's type is unknown, the recipient may have the form of any type, and the currency must not be a symbol.
 * @throws HubPayError `config` with the name of the wrong field
 */
export function assertForms({ recipient, chainId, currency }: Terms, registry?: Registry, prefix = 'expect'): void {
  const vmType = registry?.chains.find(({ id }) => id === chainId)?.vmType ?? VM_TYPES[chainId];
  if (vmType === undefined) {
    if (!looksLikeAnyAddress(recipient)) throw wrongOption(`${prefix}.recipient`, `"${recipient}" is not an address`);
    if (SYMBOL.test(currency))
      throw wrongOption(`${prefix}.currency`, `"${currency}" is a symbol: write the token's address, or set registry`);
    return;
  }
  if (isRecased(recipient, vmType) || !looksLikeAddress(recipient, vmType))
    throw wrongOption(`${prefix}.recipient`, `"${recipient}" is not an address of chain ${chainId}`);
  if (!looksLikeCurrency(currency, vmType))
    throw wrongOption(`${prefix}.currency`, `"${currency}" is not a currency of chain ${chainId}`);
}

/** Creates the `config` error for a wrong field of `expect`. */
export const wrongOption = (attribute: string, why: string): HubPayError =>
  new HubPayError('config', `${attribute}: ${why}`, { attribute });
