/** A payer of the SVM chain for the devnet tests, built on web3.js without the element's code. */

import type { AddressLookupTableAccount } from '@solana/web3.js';
import {
  Connection,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
  type Keypair,
} from '@solana/web3.js';
import type { Devnet } from '../../demo/devnet/index.js';
import { mintAt, SVM_CHAIN, svmPayers, tokenAccountOf } from '../../demo/devnet/svm/addresses.js';
import type { AnyStep, QuoteAnswer, SvmData } from '../../demo/devnet/orders/quote-answer.js';

export const payer = svmPayers[0]!;
export const payerAddress = payer.publicKey.toBase58();

/** Connects to the node that the registry names. */
export const connectionOf = ({ registry }: Devnet): Connection =>
  new Connection(registry.chains.find(({ id }) => id === SVM_CHAIN)!.httpRpcUrl, {
    commitment: 'confirmed',
    disableRetryOnRateLimit: true,
  });

export function svmDataOf({ steps }: QuoteAnswer<AnyStep>): SvmData {
  const data = steps[0]!.items[0]!.data;
  if (steps.length === 1 && 'instructions' in data) return data;
  throw new Error('The quote is not one transaction of the SVM chain');
}

export const instructionsOf = ({ instructions }: SvmData): TransactionInstruction[] =>
  instructions.map(
    ({ keys, programId, data }) =>
      new TransactionInstruction({
        programId: new PublicKey(programId),
        keys: keys.map((key) => ({ ...key, pubkey: new PublicKey(key.pubkey) })),
        data: Buffer.from(data, 'hex'),
      }),
  );

type Signing = { signer?: Keypair; feePayer?: Keypair };

/** Compiles the quoted instructions with the quoted lookup tables, and signs them. */
export async function signSvm(
  devnet: Devnet,
  quote: QuoteAnswer<AnyStep>,
  { signer = payer, feePayer = signer }: Signing = {},
): Promise<VersionedTransaction> {
  const connection = connectionOf(devnet);
  const data = svmDataOf(quote);
  const { blockhash } = await connection.getLatestBlockhash();
  const tables = await Promise.all(
    data.addressLookupTableAddresses.map(async (address): Promise<AddressLookupTableAccount> => {
      const { value } = await connection.getAddressLookupTable(new PublicKey(address));
      return value!;
    }),
  );
  const instructions = instructionsOf(data);
  const message = new TransactionMessage({ payerKey: feePayer.publicKey, recentBlockhash: blockhash, instructions });
  const transaction = new VersionedTransaction(message.compileToV0Message(tables));
  transaction.sign(signer === feePayer ? [signer] : [feePayer, signer]);
  return transaction;
}

/** Pays a quote. Returns the signature of the transaction. */
export async function paySvm(devnet: Devnet, quote: QuoteAnswer<AnyStep>, signing: Signing = {}): Promise<string> {
  return connectionOf(devnet).sendTransaction(await signSvm(devnet, quote, signing));
}

/** Balance in the smallest unit, read from the chain. 0 if there is no token account. */
export async function svmBalance(devnet: Devnet, currency: string, owner: string): Promise<bigint> {
  const connection = connectionOf(devnet);
  const mint = mintAt(currency);
  if (!mint) return BigInt(await connection.getBalance(new PublicKey(owner)));
  const account = tokenAccountOf(new PublicKey(owner), mint);
  if ((await connection.getAccountInfo(account)) === null) return 0n;
  return BigInt((await connection.getTokenAccountBalance(account)).value.amount);
}
