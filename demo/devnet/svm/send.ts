/** Signs and sends transactions to the SVM chain for the devnet's own accounts. */

import { TransactionMessage, VersionedTransaction, type Keypair, type TransactionInstruction } from '@solana/web3.js';
import type { SvmChain } from './chain.js';

/**
 * Signs and sends a transaction, and returns its signature.
 * @throws if the chain refuses the transaction, or if the transaction fails
 */
export function sendOnSvm(chain: SvmChain, payer: Keypair, instructions: TransactionInstruction[]): string {
  const recentBlockhash = chain.blockhash.blockhash;
  const message = new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash, instructions });
  const transaction = new VersionedTransaction(message.compileToV0Message());
  transaction.sign([payer]);
  const reception = chain.send(transaction.serialize());
  if ('landed' in reception && reception.landed.err === null) return reception.landed.signature;
  throw new Error(`The SVM chain refused the transaction: ${JSON.stringify(reception, ['refused', 'landed', 'err'])}`);
}
