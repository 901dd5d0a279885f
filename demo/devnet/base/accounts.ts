/** The devnet's accounts. Their keys are public, so never use them with real money. */

import { concatHex, getAddress, keccak256, stringToHex, toHex } from 'viem';
import type { Address, Hex, LocalAccount } from 'viem';
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';

const MNEMONIC = 'test test test test test test test test test test test junk';

export interface Payer {
  readonly address: Address;
  readonly key: Hex;
}

const payerAt = (index: number): Payer => {
  const account = mnemonicToAccount(MNEMONIC, { addressIndex: index });
  return { address: account.address, key: toHex(account.getHdKey().privateKey!) };
};

/** Each payer holds native currency and every token on each EVM chain. */
export const payers: readonly Payer[] = [0, 1, 2].map(payerAt);

/** The accounts of the wallet on the phone. On each EVM chain, they hold the same as the payers. */
export const phonePayers: readonly Payer[] = [3, 10].map(payerAt);

/** The shop's account. At the start, its balances are 0. */
export const recipient: Address = mnemonicToAccount(MNEMONIC, { addressIndex: 5 }).address;

/** The account that receives gifts. It is not the shop's account, so that no gift looks like a payment for an order. */
export const farm: Address = mnemonicToAccount(MNEMONIC, { addressIndex: 6 }).address;

/** The solver's account. The solver deploys the contracts, fills and refunds orders, and signs attestations. */
export const solver: LocalAccount = mnemonicToAccount(MNEMONIC, { addressIndex: 9 });

/** The solver's account at the venue. This account pays recipients at the venue. */
export const venueSolver: Address = solver.address;

/** The venue's account that receives the deposits. */
export const venueDeposits: Address = mnemonicToAccount(MNEMONIC, { addressIndex: 4 }).address;

/** The account that pays the sponsored fees, always in USDC. */
export const sponsor: LocalAccount = mnemonicToAccount(MNEMONIC, { addressIndex: 8 });

/** Returns the account of the deposit address for this request. */
export const depositAccount = (requestId: Hex): LocalAccount =>
  privateKeyToAccount(keccak256(concatHex([stringToHex('deposit address'), requestId])));

/** The account that signs the forged attestations of the attack `attestation` in `tamper-quote.ts`. */
export const forger: LocalAccount = mnemonicToAccount(MNEMONIC, { addressIndex: 7 });

/** The account that receives the stolen money in the attacks of `tamper-quote.ts`. Nobody has its private key. */
export const attacker: Address = getAddress('0xbad0000000000000000000000000000000000bad');
