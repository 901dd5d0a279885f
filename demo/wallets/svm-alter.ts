/**
 * Changes a transaction before the wallet signs it. Some real wallets also change transactions. A malicious wallet
 * could change more.
 */
import type { AddressLookupTableAccount } from '@solana/web3.js';
import {
  ComputeBudgetProgram,
  Connection,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { chainUrls, registry } from '../shop/devnet-data.js';
import { walletState } from './wallet-state.js';

const svmChain = registry.chains.find(({ vmType }) => vmType === 'svm');
/** JSON-RPC URL of the SVM chain itself. */
export const svmUrl = chainUrls[svmChain?.id ?? 0] ?? '';

/** The account that receives the stolen money. Nobody has the private key of this account. */
const STRANGER = new PublicKey('Stranger11111111111111111111111111111111111');
const STOLEN_LAMPORTS = 1_000_000;
const MICRO_LAMPORTS = 1_000;

/**
 * Returns the transaction that the wallet signs. The setting `svmTransaction` decides whether and how the wallet
 * changes the transaction.
 */
export async function altered(transaction: VersionedTransaction, payer: PublicKey): Promise<VersionedTransaction> {
  const { svmTransaction } = walletState();
  if (svmTransaction === 'unchanged') return transaction;
  const { message } = transaction;
  const connection = new Connection(svmUrl);
  const tables = await Promise.all(
    message.addressTableLookups.map(async ({ accountKey }): Promise<AddressLookupTableAccount> => {
      const { value } = await connection.getAddressLookupTable(accountKey);
      if (!value) throw new Error(`The lookup table ${accountKey.toBase58()} does not exist`);
      return value;
    }),
  );
  const changed = TransactionMessage.decompile(message, { addressLookupTableAccounts: tables });
  if (svmTransaction === 'fee') {
    changed.instructions.unshift(ComputeBudgetProgram.setComputeUnitPrice({ microLamports: MICRO_LAMPORTS }));
  } else {
    const theft = { fromPubkey: payer, toPubkey: STRANGER, lamports: STOLEN_LAMPORTS };
    changed.instructions.push(SystemProgram.transfer(theft));
  }
  return new VersionedTransaction(changed.compileToV0Message(tables));
}
