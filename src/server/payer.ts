/** Reads from the service's record who sent the money, so that a person can ask them before it is returned. */
import type { WireRecord } from '../api/responses/types.js';
import type { Registry } from '../types.js';
import { isBurnAddress, looksLikeAddress, looksLikeAnyAddress } from '../vm/address/addresses.js';
import { VM_TYPES } from './expected-forms.js';

/** Who sent the money of a payment. */
export type Payer = {
  /** The id of the chain on which the money was sent. */
  chainId: number;
  /** The account that the service names as the payer: perhaps an exchange or a contract. */
  address: string;
};

/**
 * Returns the payer that the record names, and the chain of the payer's last transaction. Null if nothing was sent, or
 * if the text is no address of that chain. A well-known address from which nobody can send is no payer.
 */
export function payerOf({ user = '', inTxs = [] }: WireRecord, registry: Registry | undefined): Payer | null {
  const chainId = inTxs.at(-1)?.chainId;
  if (chainId === undefined || isBurnAddress(user)) return null;
  const vmType = registry?.chains.find(({ id }) => id === chainId)?.vmType ?? VM_TYPES[chainId];
  const isAddress = vmType === undefined ? looksLikeAnyAddress(user) : looksLikeAddress(user, vmType);
  return isAddress ? { chainId, address: user } : null;
}
