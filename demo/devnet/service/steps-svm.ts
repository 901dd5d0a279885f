/**
 * Builds the step of a payment from the SVM chain. The step is one transaction: its instructions and its lookup tables.
 */

import {
  ComputeBudgetProgram,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import type { Faults } from '../orders/faults.js';
import { quoteError } from '../base/request-error.js';
import { LOOKUP_TABLE, MEMO_PROGRAM, mintAt, VAULT } from '../svm/addresses.js';
import type { SvmChain } from '../svm/chain.js';
import { depositInstruction } from '../svm/deposits.js';
import { MAX_TRANSACTION } from '../svm/rpc-methods.js';
import { createTokenAccount } from '../svm/tokens.js';
import type { CheckedQuoteBody } from '../orders/quote-fields.js';
import type { SvmData, SvmStep } from '../orders/quote-answer.js';
import type { QuotedSteps, StepsPlan } from './service-chain.js';

const LAMPORTS_PER_SIGNATURE = 5_000n;
/** A deposit uses about 4,000 units. The creation of a token account uses about 30,000 units. */
const UNIT_LIMIT = 100_000;
/** The number of additional bytes that makes every transaction too large. */
const FILLER = 1_100;

/** @throws RequestError if the fee payer cannot pay, or if the fault `svmTooLarge` refuses the transaction */
export function svmSteps(chain: SvmChain, plan: StepsPlan, faults: Faults): QuotedSteps {
  const { route, price, requestId, orderId, body } = plan;
  const { from, to } = route;
  const sender = new PublicKey(route.user);
  const feePayer = feePayerOf(chain, body, sender);
  const mint = mintAt(from.address) ?? null;
  const instructions = [depositInstruction({ sender, mint, amount: price.input, orderId })];
  if (mint && from.id !== to.id && body.useSharedAccounts !== true) {
    instructions.unshift(createTokenAccount(feePayer, VAULT, mint));
  }
  if (body.includeComputeUnitLimit === true) {
    instructions.unshift(ComputeBudgetProgram.setComputeUnitLimit({ units: UNIT_LIMIT }));
  }
  const { svmTooLarge } = faults.on;
  if (svmTooLarge && !fits(body, svmTooLarge.fitsAt)) {
    instructions.push(
      new TransactionInstruction({ programId: MEMO_PROGRAM, keys: [], data: Buffer.alloc(FILLER, 'x') }),
    );
    if (svmTooLarge.refuse) throw tooLarge(sizeOf(instructions, feePayer));
  }
  const check = { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' as const };
  const step: SvmStep = {
    id: 'deposit',
    action: 'Confirm transaction in your wallet',
    description: `Depositing funds to the huber to execute the swap for ${to.symbol}`,
    kind: 'transaction',
    requestId,
    depositAddress: '',
    items: [{ status: 'incomplete', data: dataOf(instructions), check }],
  };
  return { steps: [step], networkFee: LAMPORTS_PER_SIGNATURE * (feePayer.equals(sender) ? 1n : 2n) };
}

const dataOf = (instructions: readonly TransactionInstruction[]): SvmData => ({
  instructions: instructions.map(({ keys, programId, data }) => ({
    keys: keys.map(({ pubkey, isSigner, isWritable }) => ({ pubkey: pubkey.toBase58(), isSigner, isWritable })),
    programId: programId.toBase58(),
    data: data.toString('hex'),
  })),
  addressLookupTableAddresses: [LOOKUP_TABLE.toBase58()],
});

function feePayerOf(chain: SvmChain, { depositFeePayer }: CheckedQuoteBody, sender: PublicKey): PublicKey {
  if (typeof depositFeePayer !== 'string') return sender;
  const refused = (errorCode: string, why: string): Error =>
    quoteError(errorCode, `depositFeePayer ${why}`, { field: 'depositFeePayer' });
  let feePayer: PublicKey;
  try {
    feePayer = new PublicKey(depositFeePayer);
  } catch {
    throw refused('INVALID_ADDRESS', 'is not an address of the origin chain');
  }
  if ((chain.account(feePayer)?.lamports ?? 0n) >= chain.rentOf(0) + LAMPORTS_PER_SIGNATURE * 2n) return feePayer;
  throw refused('INSUFFICIENT_FUNDS', 'does not hold enough for fees and rent');
}

/**
 * Whether the request limits the route enough. A request with a single swap source fits if `fitsAt` is at least 1. For
 * any other request, `maxRouteLength` must be at most `fitsAt`.
 */
function fits({ maxRouteLength, includedOriginSwapSources }: CheckedQuoteBody, fitsAt: number): boolean {
  if (includedOriginSwapSources?.length === 1) return fitsAt >= 1;
  return maxRouteLength !== undefined && maxRouteLength <= fitsAt;
}

/**
 * Returns the size of the transaction in bytes. Adds the size of the data separately, because web3.js cannot serialize
 * a large transaction.
 */
function sizeOf(instructions: readonly TransactionInstruction[], payerKey: PublicKey): number {
  const empty = instructions.map(({ programId, keys }) => new TransactionInstruction({ programId, keys }));
  const recentBlockhash = PublicKey.default.toBase58();
  const message = new TransactionMessage({ payerKey, recentBlockhash, instructions: empty }).compileToV0Message();
  // The code of a length above 127 has a second byte.
  const data = instructions.reduce((sum, each) => sum + each.data.length + (each.data.length > 127 ? 1 : 0), 0);
  return new VersionedTransaction(message).serialize().length + data;
}

function tooLarge(size: number): Error {
  const excess = `${size - MAX_TRANSACTION} over Solana's ${MAX_TRANSACTION} byte limit`;
  const message = `Generated Solana transaction is ${size} bytes, ${excess}, so it cannot be signed or broadcast.`;
  return quoteError('SOLANA_TX_TOO_LARGE', message);
}
