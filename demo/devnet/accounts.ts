/** Who holds what on the devnet: the accounts of anvil's well-known mnemonic, worthless everywhere else. */

import { concatHex, getAddress, keccak256, stringToHex, toHex } from 'viem';
import type { Address, Hex, LocalAccount } from 'viem';
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';

const MNEMONIC = 'test test test test test test test test test test test junk';

/** A payer with its private key: the demo wallet and the tests sign with it. */
export interface Payer {
  readonly address: Address;
  readonly key: Hex;
}

/** Each holds the native coin and every token on both chains. */
export const payers: readonly Payer[] = [0, 1, 2].map((index) => {
  const account = mnemonicToAccount(MNEMONIC, { addressIndex: index });
  return { address: account.address, key: toHex(account.getHdKey().privateKey!) };
});

/** The shop: its accounts start empty. */
export const recipient: Address = mnemonicToAccount(MNEMONIC, { addressIndex: 5 }).address;

/** Who gets the gifts: what no order is kept for must never look like the payment of one. */
export const farm: Address = mnemonicToAccount(MNEMONIC, { addressIndex: 6 }).address;

/** Deploys the contracts, fills, refunds and attests. */
export const solver: LocalAccount = mnemonicToAccount(MNEMONIC, { addressIndex: 9 });

/** Pays the fees of sponsored payments, in USDC. */
export const sponsor: LocalAccount = mnemonicToAccount(MNEMONIC, { addressIndex: 8 });

/** The solver's account for one request: whoever cannot send calldata sends there. */
export const depositAccount = (requestId: Hex): LocalAccount =>
  privateKeyToAccount(keccak256(concatHex([stringToHex('deposit address'), requestId])));

/** Signs what only the solver may, for the attack of that name in `tamper.ts`. */
export const forger: LocalAccount = mnemonicToAccount(MNEMONIC, { addressIndex: 7 });

/** Where a compromised service of `tamper.ts` would have the money: nobody holds its key. */
export const attacker: Address = getAddress('0xbad0000000000000000000000000000000000bad');
