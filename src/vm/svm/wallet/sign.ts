/** Asks the wallet for the payer's signature, and checks what the wallet returned (G46). */
import { ed25519 } from '@noble/curves/ed25519';

import { VersionedTransaction } from '@solana/web3.js';
import { HubPayError } from '../../../errors.js';
import { asSvmWallet } from '../../family/as-wallet.js';
import { NEVER } from '../../family/is-message.js';
import type { Wallet } from '../../../wallets/wallet.js';
import type {
  CompiledTransaction,
  ExpectedMessage,
  InstructionsRequest,
  SignedTransaction,
} from '../../family/abilities.js';
import type { ChainAccess } from '../../family/sources.js';
import { readTables } from '../chain/lookup-tables.js';
import { latestBlockhash } from '../chain/compile.js';
import { decodeTransaction, MAX_BYTES, type Message, type Tables, type Version } from '../data/message.js';
import { fromBase58, littleEndian, sameBytes, toBase58 } from '../data/bytes.js';
import { SYSTEM_PROGRAM } from '../data/programs.js';
import { forbiddenChange } from './changes.js';
import { wayOf } from './choose-way.js';

const SIGNATURE_BYTES = 64;

/**
 * Whether the wallet would only sign the transaction, so that the page must send it.
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
  onRefused?: (held: ExpectedMessage) => void,
): Promise<SignedTransaction> {
  const { request, bytes, expected } = compiled;
  const signer = asSvmWallet(wallet);
  const { version, sends } = wayOf(request, signer);
  // While the page compiled the transaction, the wallet may have changed the versions that it supports.
  if (VersionedTransaction.deserialize(bytes).version !== version)
    throw new HubPayError('wallet-unable', `${signer.name} no longer signs transactions of this form.`);
  if (!sends) {
    const signed = await signer.signTransaction(bytes, request.from);
    try {
      return await checked(compiled, signed, access);
    } catch (cause) {
      // Runs also after an abort, because the next session must know the transaction.
      if (!(cause instanceof HubPayError && cause.code === 'config'))
        onRefused?.(await heldBy(signed, expected, access));
      access.signal.throwIfAborted();
      throw cause;
    }
  }
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
  if (!isSignedBy(signed, request.from)) throw altered('The wallet returned no signature of the payer.');
  const hash = toBase58(signatures[0] ?? new Uint8Array());
  const isUnchanged = sameBytes(messageOf(signed), messageOf(bytes));
  if (!isUnchanged) await assertHarmless(signed, parse(bytes).version === 0 ? 0 : 'legacy', request, access);
  assertSigned(signed, request);
  const blockhash = message.recentBlockhash;
  if (blockhash === expected.blockhash) return { hash, bytes: signed, expected };
  // The wallet's blockhash is not newer than the latest one, so the latest one stays valid at least as long.
  const { lastValidBlockHeight } = await readable(latestBlockhash(access), access);
  return { hash, bytes: signed, expected: { ...expected, blockhash, lastValidBlockHeight } };
}

/**
 * Returns the content by which the page recognizes a transaction that it does not send, but that the wallet still can
 * send. The chain cannot execute this transaction after `lastValidBlockHeight`.
 */
async function heldBy(signed: Uint8Array, expected: ExpectedMessage, access: ChainAccess): Promise<ExpectedMessage> {
  const message = messageIn(signed);
  if (!message || message.recentBlockhash === expected.blockhash) return expected;
  const latest = usesNonce(message) ? null : await latestBlockhash(access).catch(() => null);
  const lastValidBlockHeight = latest?.lastValidBlockHeight ?? NEVER;
  return { ...expected, blockhash: message.recentBlockhash, lastValidBlockHeight };
}

/** Whether the transaction has a durable nonce instead of a blockhash. Such a transaction does not expire. */
const usesNonce = ({ staticAccountKeys, compiledInstructions: [first] }: VersionedTransaction['message']): boolean =>
  !!first &&
  staticAccountKeys[first.programIdIndex]?.toBase58() === SYSTEM_PROGRAM &&
  littleEndian(first.data, 0, 4) === ADVANCE_NONCE;

const ADVANCE_NONCE = 4n;

function messageIn(signed: Uint8Array): VersionedTransaction['message'] | null {
  try {
    return parse(signed).message;
  } catch {
    return null;
  }
}

/** Creates the error for a wrong answer of the wallet, such as a changed transaction, which the page does not send. */
const altered = (message: string): HubPayError =>
  new HubPayError('quote-unsafe', message, { reason: 'wallet-changed', details: `G46 ${message}` });

/**
 * Resolves with the result of a read.
 * @throws HubPayError the error of the read if it is one, or else `service-down`; after an abort, the signal's reason
 */
async function readable<T>(read: Promise<T>, { signal }: ChainAccess): Promise<T> {
  try {
    return await read;
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof HubPayError) throw cause;
    throw new HubPayError('service-down', 'The wallet changed the transaction, and the page cannot check the change.', {
      cause,
    });
  }
}

/**
 * Parses the transaction that the wallet returned.
 * @throws HubPayError `quote-unsafe` if the bytes are too long or are not a transaction
 */
function parse(signed: Uint8Array): VersionedTransaction {
  if (signed.length > MAX_BYTES) throw altered('The wallet returned a transaction that is too large.');
  try {
    return VersionedTransaction.deserialize(signed);
  } catch {
    throw altered('The wallet returned no transaction.');
  }
}

/**
 * Returns the bytes that the wallet signs. In a transaction, the number of signatures and the signatures precede them.
 */
const messageOf = (bytes: Uint8Array): Uint8Array => bytes.subarray(1 + SIGNATURE_BYTES * (bytes[0] ?? 0));

/** Whether the account has signed the transaction. */
function isSignedBy(signed: Uint8Array, address: string): boolean {
  const { signatures, message } = parse(signed);
  const at = signersOf(message).indexOf(address);
  const signature = signatures[at];
  const key = message.staticAccountKeys[at];
  return !!signature && !!key && ed25519.verify(signature, messageOf(signed), key.toBytes(), { zip215: false });
}

const signersOf = ({ staticAccountKeys, header }: VersionedTransaction['message']): string[] =>
  staticAccountKeys.slice(0, header.numRequiredSignatures).map((key) => key.toBase58());

/**
 * Checks that every account that must sign has signed.
 * @throws HubPayError `config` if a signature is missing, which can only be that of the fee payer
 */
function assertSigned(signed: Uint8Array, { feePayer }: InstructionsRequest): void {
  if (signersOf(parse(signed).message).every((each) => isSignedBy(signed, each))) return;
  throw new HubPayError('config', `The fee payer ${feePayer} has not signed the transaction.`, {
    attribute: 'quoteOptions.depositFeePayer',
  });
}

/**
 * G46: the wallet may replace the blockhash, and make the changes that `forbiddenChange` allows.
 * @throws HubPayError `quote-unsafe` for any other change; `service-down` if the page cannot read the lookup tables
 */
async function assertHarmless(
  signed: Uint8Array,
  version: Version,
  request: InstructionsRequest,
  access: ChainAccess,
): Promise<void> {
  const tables = await readable(readTables(request, access), access);
  const found = contentOf(signed, tables, version);
  const problem = found ? forbiddenChange(found, request) : 'it has another form or another lookup table';
  if (problem !== null) throw altered(`The wallet changed the transaction: ${problem}.`);
}

function contentOf(signed: Uint8Array, tables: Tables, version: Version): Message | null {
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
