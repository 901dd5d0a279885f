/** Rewrites the instructions of a transaction, as wallets do before they sign. */
import {
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
  type AddressLookupTableAccount,
} from '@solana/web3.js';
import type { Instruction } from '../../../src/types.js';

/** Returns the instruction in the form of the library. */
export const libraryForm = ({ programId, keys, data }: Instruction): TransactionInstruction =>
  new TransactionInstruction({
    programId: new PublicKey(programId),
    keys: keys.map(({ pubkey, ...rights }) => ({ pubkey: new PublicKey(pubkey), ...rights })),
    data: Buffer.from(data, 'hex'),
  });

/** What a wallet changes. `own` are the instructions of the page. */
type Rewrite = {
  change?: (own: readonly TransactionInstruction[]) => readonly TransactionInstruction[];
  blockhash?: string;
  /** The lookup tables of the transaction, as the wallet reads them from the chain. */
  tables?: readonly AddressLookupTableAccount[];
};

/** Returns a transaction with the changed instructions, in the form of the given transaction. */
export function rewritten(
  { message }: VersionedTransaction,
  { change = (own) => own, blockhash = message.recentBlockhash, tables = [] }: Rewrite,
): VersionedTransaction {
  const { payerKey, instructions } = TransactionMessage.decompile(message, {
    addressLookupTableAccounts: [...tables],
  });
  const content = new TransactionMessage({
    payerKey,
    recentBlockhash: blockhash,
    instructions: [...change(instructions)],
  });
  return new VersionedTransaction(
    message.version === 0 ? content.compileToV0Message([...tables]) : content.compileToLegacyMessage(),
  );
}
