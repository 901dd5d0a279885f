/** Asks the wallet for the payer's signature, and checks what the wallet returned (G46). */
import { ed25519 } from '@noble/curves/ed25519';

import { VersionedTransaction } from '@solana/web3.js';
import { HubPayError } from '../../../errors.js';
import { asSvmWallet } from '../../family/as-wallet.js';
import type { Wallet } from '../../../wallets/wallet.js';
import type { CompiledTransaction, InstructionsRequest, SignedTransaction } from '../../family/abilities.js';
import type { ChainAccess } from '../../family/sources.js';
import { readTables, unsafe } from '../chain/lookup-tables.js';
import { latestBlockhash } from '../chain/compile.js';
import {
  decodeTransaction,
  isBudget,
  isSameMessage,
  MAX_BYTES,
  type Message,
  type Tables,
  type Version,
} from '../data/message.js';
import { fromBase58, sameBytes, toBase58 } from '../data/bytes.js';
import { decode } from '../data/decode.js';
import { MAX_PRIORITY_FEE, priorityFee } from '../guard/fee.js';
import { wayOf } from './choose-way.js';

/** The number of bytes of a signature. */
const SIGNATURE_BYTES = 64;

/**
 * Whether the wallet only signs the transaction, so that the page sends it.
 * @throws HubPayError the error of `wayOf`
 */
export const signsOnly = (request: InstructionsRequest, wallet: Wallet): boolean =>
  !wayOf(request, asSvmWallet(wallet)).sends;

/**
 * Asks the wallet once to sign the transaction.
 * @throws HubPayError the errors of `InstructionRequests.sign`
 */
export async function sign(
  compiled: CompiledTransaction,
  wallet: Wallet,
  access: ChainAccess,
): Promise<SignedTransaction> {
  const { request, bytes, expected } = compiled;
  const signer = asSvmWallet(wallet);
  const { version, sends } = wayOf(request, signer);
  // The wallet can have changed what it can do while the transaction was compiled.
  if (VersionedTransaction.deserialize(bytes).version !== version)
    throw new HubPayError('wallet-unable', `${signer.name} no longer signs transactions of this form.`);
  if (!sends) return checked(compiled, await signer.signTransaction(bytes, request.from), access);
  const hash = await signer.signAndSend(bytes, request.from);
  if (isSignature(hash)) return { hash, bytes: null, expected };
  throw new HubPayError('outcome-unknown', `${signer.name} returned no signature.`);
}

/**
 * Checks the transaction that the wallet has only signed, and that the page will send.
 * @throws HubPayError `quote-unsafe` if the page must not send the transaction; `config` if another account has not
 *   signed the transaction; `service-down` if the page cannot check the transaction
 */
async function checked(
  { request, bytes, expected }: CompiledTransaction,
  signed: Uint8Array,
  access: ChainAccess,
): Promise<SignedTransaction> {
  const { signatures, message } = parse(signed);
  assertSigned(signed, request);
  const hash = toBase58(signatures[0] ?? new Uint8Array());
  if (sameBytes(messageOf(signed), messageOf(bytes))) return { hash, bytes: signed, expected };
  try {
    const version = parse(bytes).version === 0 ? 0 : 'legacy';
    assertSameContent(signed, version, request, await readTables(request, access));
    const blockhash = message.recentBlockhash;
    if (blockhash === expected.blockhash) return { hash, bytes: signed, expected };
    // The latest blockhash is not older than the wallet's, so it stays valid at least as long.
    const { lastValidBlockHeight } = await latestBlockhash(access);
    return { hash, bytes: signed, expected: { ...expected, blockhash, lastValidBlockHeight } };
  } catch (cause) {
    access.signal.throwIfAborted();
    if (cause instanceof HubPayError) throw cause;
    throw new HubPayError('service-down', 'The wallet changed the transaction, and the page cannot check the change.', {
      cause,
    });
  }
}

/** @throws HubPayError `quote-unsafe` if the bytes are too long or are not a transaction */
function parse(signed: Uint8Array): VersionedTransaction {
  if (signed.length > MAX_BYTES) throw unsafe('G46', 'The wallet returned a transaction that is too large.');
  try {
    return VersionedTransaction.deserialize(signed);
  } catch {
    throw unsafe('G46', 'The wallet returned no transaction.');
  }
}

/**
 * Returns the bytes that the wallet signs, which follow the number of signatures and the signatures in a transaction.
 */
const messageOf = (bytes: Uint8Array): Uint8Array => bytes.subarray(1 + SIGNATURE_BYTES * (bytes[0] ?? 0));

/**
 * @throws HubPayError `quote-unsafe` if the payer's signature is wrong; `config` if the fee payer's signature is
 *   missing
 */
function assertSigned(signed: Uint8Array, { from, feePayer }: InstructionsRequest): void {
  const { signatures, message } = parse(signed);
  const { staticAccountKeys, header } = message;
  const signers = staticAccountKeys.slice(0, header.numRequiredSignatures).map((key) => key.toBase58());
  const isValid = (address: string): boolean => {
    const at = signers.indexOf(address);
    const signature = signatures[at];
    const key = staticAccountKeys[at];
    return !!signature && !!key && ed25519.verify(signature, messageOf(signed), key.toBytes(), { zip215: false });
  };
  if (!isValid(from)) throw unsafe('G46', 'The wallet returned no signature of the payer.');
  if (signers.every((each) => isValid(each))) return;
  throw new HubPayError('config', `The fee payer ${feePayer} has not signed the transaction.`, {
    attribute: 'quoteOptions.depositFeePayer',
  });
}

/**
 * G46: the wallet may change the blockhash and, up to `MAX_PRIORITY_FEE`, the instructions that set the fee.
 * @throws HubPayError `quote-unsafe` for any other change
 */
function assertSameContent(signed: Uint8Array, version: Version, request: InstructionsRequest, tables: Tables): void {
  const found = readable(signed, tables, version);
  const budgets = found?.instructions.filter(isBudget).map((each) => decode(each)?.kind) ?? [];
  const without = ({ feePayer, instructions }: Message): Message => ({
    feePayer,
    instructions: instructions.filter((each) => !isBudget(each)),
  });
  const isSame = found !== null && isSameMessage(without(found), without(request));
  if (!isSame || budgets.includes('unknown')) throw unsafe('G46', 'The wallet changed the transaction.');
  if (priorityFee(found.instructions) > MAX_PRIORITY_FEE) throw unsafe('G46', 'The wallet set a fee that is too high.');
}

function readable(signed: Uint8Array, tables: Tables, version: Version): Message | null {
  try {
    return decodeTransaction(signed, tables, version);
  } catch {
    return null;
  }
}

const isSignature = (text: string): boolean => {
  try {
    return fromBase58(text).length === SIGNATURE_BYTES;
  } catch {
    return false;
  }
};
