/** Checks the form of the recipient and the currency that a merchant's server expects of a payment. */
import { config } from '../errors.js';
import { SOLANA_CHAIN, VENUE_CHAIN } from '../shared/chain-ids.js';
import { isHexAccount } from '../shared/chain.js';
import type { Registry } from '../types.js';
import {
  isKnownVm,
  isOneCase,
  isRecased,
  looksLikeAddress,
  looksLikeAnyAddress,
  looksLikeCurrency,
} from '../vm/address/addresses.js';
import { checksumChain, hasChecksum } from '../vm/evm/guard/checksum.js';

type Terms = { recipient: string; chainId: number; currency: string };

/**
 * The `vmType` of Solana and of the perps venue by chain id, because the registry can be absent. The currencies of
 * these chains do not have the form of EVM addresses.
 */
export const VM_TYPES: Readonly<Record<number, string>> = { [SOLANA_CHAIN]: 'svm', [VENUE_CHAIN]: 'hypevm' };

/**
 * Matches most symbols of currencies, such as `USDC`, and `native`. The service's records name a currency by its
 * address instead.
 */
const SYMBOL = /^[a-z][\w.]{0,15}$/i;

/**
 * Checks that recipient and currency have a form that is possible on their chain, because no payment could match
 * another form. If neither the registry nor `VM_TYPES` names the type of the chain, the recipient may have the form of
 * any type, and the currency must not match `SYMBOL`. Refuses every recipient on a chain whose type this package
 * does not know, as the element does.
 * @throws HubPayError `config` with the name of the wrong field
 */
export function assertForms({ recipient, chainId, currency }: Terms, registry?: Registry, prefix = 'expect'): void {
  assertLetterCase(recipient, `${prefix}.recipient`);
  assertLetterCase(currency, `${prefix}.currency`);
  const vmType = registry?.chains.find(({ id }) => id === chainId)?.vmType ?? VM_TYPES[chainId];
  if (vmType === undefined) {
    if (!looksLikeAnyAddress(recipient)) throw config(`${prefix}.recipient`, `"${recipient}" is not an address`);
    if (SYMBOL.test(currency))
      throw config(`${prefix}.currency`, `"${currency}" is a symbol: write the token's address, or set registry`);
    return;
  }
  if (!isKnownVm(vmType))
    throw config(`${prefix}.recipient`, `cannot be checked: the type ${vmType} of chain ${chainId} is unknown`);
  if (isRecased(recipient, vmType) || !looksLikeAddress(recipient, vmType))
    throw config(`${prefix}.recipient`, `"${recipient}" is not an address of chain ${chainId}`);
  if (!looksLikeCurrency(currency, vmType))
    throw config(`${prefix}.currency`, `"${currency}" is not a currency of chain ${chainId}`);
}

/**
 * Refuses an EVM address with letters of both cases whose checksum is wrong, because one of its digits is probably
 * mistyped. The element refuses such a recipient too.
 * @throws HubPayError `config`
 */
function assertLetterCase(address: string, name: string): void {
  if (!isHexAccount(address) || isOneCase(address.slice(2)) || hasChecksum(address)) return;
  const chain = checksumChain(address);
  throw config(
    name,
    chain === null
      ? `"${address}" has a wrong checksum: one of its digits is mistyped, or the case of a letter was changed`
      : `"${address}" has the letter case of chain ${chain} (EIP-1191): write it in lower case`,
  );
}
