/** The devnet's accounts, from anvil's public mnemonic. Never use them with real money. */

import { concatHex, getAddress, keccak256, stringToHex, toHex } from 'viem';
import type { Address, Hex, LocalAccount } from 'viem';
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';

const MNEMONIC = 'test test test test test test test test test test test junk';

/** A payer and its private key, for the demo wallet and the tests. */
export interface Payer {
  readonly address: Address;
  readonly key: Hex;
}

/** Each payer holds native currency and every token on both chains. */
export const payers: readonly Payer[] = [0, 1, 2].map((index) => {
  const account = mnemonicToAccount(MNEMONIC, { addressIndex: index });
  return { address: account.address, key: toHex(account.getHdKey().privateKey!) };
});

/** The shop's account, which starts empty. */
export const recipient: Address = mnemonicToAccount(MNEMONIC, { addressIndex: 5 }).address;

/** Receiver of gifts. It differs from the shop's account, so that no gift can look like a payment for an order. */
export const farm: Address = mnemonicToAccount(MNEMONIC, { addressIndex: 6 }).address;

/** Deploys the contracts, fills and refunds orders, and signs attestations. */
export const solver: LocalAccount = mnemonicToAccount(MNEMONIC, { addressIndex: 9 });

/** Pays the fees of sponsored payments in USDC. */
export const sponsor: LocalAccount = mnemonicToAccount(MNEMONIC, { addressIndex: 8 });

/** The solver's deposit account for one request, for payers who cannot send calldata. */
export const depositAccount = (requestId: Hex): LocalAccount =>
  privateKeyToAccount(keccak256(concatHex([stringToHex('deposit address'), requestId])));

/** Signs forged attestations for the `attestation` attack in `tamper-quote.ts`. */
export const forger: LocalAccount = mnemonicToAccount(MNEMONIC, { addressIndex: 7 });

/** Receiver of stolen money in the attacks of `tamper-quote.ts`. Its private key is unknown. */
export const attacker: Address = getAddress('0xbad0000000000000000000000000000000000bad');
