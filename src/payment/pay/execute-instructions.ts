/**
 * Pays with the instructions of an SVM transaction. The wallet signs this transaction and the page sends it, or the
 * wallet itself sends it. If the page sends the transaction, it stores the hash first. It never stores the signed
 * transaction.
 */
import { isAborted, sleep } from '../../shared/time/clock.js';
import { HubPayError } from '../../errors.js';
import type { StepRef } from '../../types.js';
import type {
  Expected,
  InstructionRequests,
  InstructionsRequest,
  SignedTransaction,
} from '../../vm/family/abilities.js';
import type { ChainAccess } from '../../vm/family/sources.js';
import type { Wallet } from '../../wallets/wallet.js';
import { notifyService } from '../context/readers.js';
import { isSeenByService } from '../context/status.js';
import { waitFor, walletChanged } from '../context/wallet-changed.js';
import type { JournalEntry } from '../journal/entry.js';
import { isUnfinished } from '../journal/lifecycle.js';
import {
  applyEvent,
  assertOnlyPayment,
  assertPersisted,
  assertStillPayable,
  journalBeforePrompt,
  latestEntry,
  prepareStep,
  journalSubmission,
  showSubmitted,
  type Execution,
  type ReportPhase,
} from './execution.js';
import { learning } from './await-press.js';
import { wasLeft } from './was-left.js';

type Step = { ref: StepRef; request: InstructionsRequest; paying: boolean };

/** The pause before the same transaction is sent again, in milliseconds, because nodes drop transactions under load. */
const RESEND_MS = 2_000;

/**
 * Prompts the wallet, and sends the signed transaction unless the wallet has sent it. Resolves when the first attempt
 * to send begins, when the wallet has sent the transaction, or when the payer has left before.
 */
export async function payWithInstructions(execution: Execution, step: Step, report: ReportPhase): Promise<void> {
  const { context, adapter, wallet, chain, signal } = execution;
  const { instructions } = adapter;
  if (!instructions)
    throw new HubPayError('quote-unsafe', `Wallets of ${chain.vmType} chains cannot sign instructions.`);
  const { clock, fetch } = context.deps;
  await prepareStep(execution, step, report);
  if (isAborted(signal)) return;
  // The blockhash expires after about a minute, so the page fetches it immediately before the prompt.
  const signer = signerOf(execution, instructions, step.request);
  const compiled = await instructions.compile(step.request, { chain, fetch, clock, signal }, signer);
  assertStillPayable(execution);
  const prompt = { step: step.ref, chainId: step.request.chainId, nonce: null, expected: compiled.expected };
  // If the wallet only signs, it sends nothing, so the entry stays `prepared` until this page sends the transaction.
  const type = instructions.signsOnly(step.request, signer) ? 'asked' : 'prompted';
  journalBeforePrompt(execution, { type, prompt }, report);

  // Use the signal of the session instead of the execution's, because the payer can leave the screen while the page
  // sends the transaction.
  const access = { chain, fetch, clock, signal: context.signal };
  // Write the refused transaction to the journal before any other code can ask the wallet again.
  const keepRefused = (held: Expected): void => {
    const refused = { ...prompt, wallet: wallet.id, expected: held, refused: true } as const;
    applyEvent(execution, { type: 'noted', payment: latestEntry(execution).payment, prompt: refused });
  };
  const signed = await learning(execution, () => instructions.sign(compiled, signer, access, keepRefused)).catch(
    (error: unknown) => {
      throw offerSending(execution, instructions, step.request, error);
    },
  );

  if (signed.bytes !== null) {
    const isExpired = await instructions.isExpired(signed.expected, access);
    // The payer has left, so the transaction is not sent.
    if (wasLeft(execution)) return;
    assertOnlyPayment(execution);
    if (isExpired) throw new HubPayError('quote-expired', 'The wallet signed after the blockhash had expired.');
  }
  const isChecked = signed.bytes !== null && { checked: true as const };
  const sentPrompt = { ...prompt, wallet: wallet.id, expected: signed.expected, ...isChecked };
  const before = journalSubmission(execution, signed.hash, true, sentPrompt);
  if (signed.bytes !== null) assertPersisted(context, execution.entry);
  showSubmitted(execution, before, true);
  report('submitted');
  if (signed.bytes === null) notifyService(context, execution.entry.payment, signed.hash);
  else void sendUntilSeen(execution, instructions, signed, access);
}

/**
 * Returns the wallet that signs. If this wallet has changed an earlier transaction that it should only sign, it now
 * sends the payment itself, if it can.
 */
const signerOf = (
  { context, wallet }: Execution,
  instructions: InstructionRequests,
  request: InstructionsRequest,
): Wallet => (context.sendingWallets.has(wallet.id) ? (instructions.senderOf?.(request, wallet) ?? wallet) : wallet);

/**
 * Returns the error to show. If the wallet has changed the transaction, the error asks the payer to wait and then to
 * press again. If the wallet can send transactions, the error also announces that the wallet will send the next payment
 * itself.
 */
function offerSending(
  execution: Execution,
  instructions: InstructionRequests,
  request: InstructionsRequest,
  error: unknown,
): unknown {
  const { context, wallet } = execution;
  if (!(error instanceof HubPayError) || error.reason !== 'wallet-changed') return error;
  if (instructions.senderOf?.(request, wallet)) context.sendingWallets.set(wallet.id, wallet.name);
  const minutes = waitFor(latestEntry(execution).prompt?.expected) / 60_000;
  return walletChanged(context, wallet.id, minutes, error.details);
}

/**
 * Sends the same transaction again and again, because a node can drop it. The chain executes it only once. Ends when
 * the chain or the service shows the payment, when the blockhash has expired, when the payer gives up the payment, or
 * when the session ends.
 */
async function sendUntilSeen(
  execution: Execution,
  instructions: InstructionRequests,
  signed: SignedTransaction,
  access: ChainAccess,
): Promise<void> {
  const { context } = execution;
  const { payment } = execution.entry;
  const { signal, clock } = access;
  try {
    do {
      // The node's error proves nothing, because an earlier attempt can have reached the chain.
      await instructions.send(signed, access).catch(() => undefined);
      notifyService(context, payment, signed.hash);
      await sleep(RESEND_MS, clock, signal);
      // Read the journal after the node's answer, because the payer can give up the payment in the meantime.
    } while (!(await instructions.isExpired(signed.expected, access)) && isWaiting(latestEntry(execution)));
  } catch {
    // The session has ended. The next session of this order tracks the payment.
  }
}

/** True while the payer has not given up the payment, and neither the chain nor the service has shown the payment. */
const isWaiting = (entry: JournalEntry): boolean =>
  isUnfinished(entry) && !isSeenByService(entry.status) && !entry.emitted.includes('hub-sent');
