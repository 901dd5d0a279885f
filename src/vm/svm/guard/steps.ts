/**
 * Guards the requests to an SVM wallet. Decodes the service's instructions, checks them, and builds new instructions.
 * Blocks a payment if one of its instructions is not explicitly allowed.
 */
import type { WireStep } from '../../../api/responses/types.js';
import { isSameChain, isSameChainAndCurrency } from '../../../shared/chain.js';
import type { GuardNote, Instruction, WalletRequest } from '../../../types.js';
import type { GuardContext, Verdict } from '../../family/adapter.js';
import { looksLikeAddress } from '../../address/addresses.js';
import { depositoryOf, programsOf } from '../../registry/registry.js';
import { vaultOf } from '../data/accounts.js';
import { decode } from '../data/decode.js';
import { MAX_PRIORITY_FEE, priorityFee } from './fee.js';
import { guardDeposit } from './deposit.js';
import { guardCommon, isNativePaid, tokenAccountsOf, type Flow } from './common-instructions.js';
import { readContent, type ReportProblem } from './read-instructions.js';

/** Steps that pay. `send` transfers directly to the recipient. */
const PAYMENTS: readonly string[] = ['deposit', 'swap', 'send'];

/**
 * Checks the step, and builds the wallet request from checked values only. A payment from an SVM chain has exactly one
 * transaction.
 */
export function guardSteps(steps: readonly WireStep[], context: GuardContext): Verdict {
  const blocks: GuardNote[] = [];
  const warnings: GuardNote[] = [];
  const note: ReportProblem = (rule, path, message) => void blocks.push({ rule, path, message });
  const warn: ReportProblem = (rule, path, message) => void warnings.push({ rule, path, message });
  const items = steps.flatMap(({ id, kind, items: all }, s) =>
    all.map(({ data }, i) => ({ step: id, kind, data, path: `steps[${s}].items[${i}].data` })),
  );
  const requests: WalletRequest[] = [];
  const [item] = items;
  if (context.intent.useDepositAddress === true) note('G21', 'steps', 'cannot pay to a deposit address on this chain');
  if (item && items.length === 1) {
    const request = guardItem(item, context, note, warn);
    if (request) requests.push(request);
  } else note('G04', 'steps', 'are not exactly one transaction');
  const isPayersFee = requests.some((each) => each.kind === 'instructions' && each.feePayer === each.from);
  const feeLimit = isPayersFee && { feeLimit: MAX_PRIORITY_FEE };
  return { requests: blocks.length === 0 ? requests : [], blocks, warnings, ...feeLimit };
}

type Item = { step: string; kind: string; data: Record<string, unknown>; path: string };

function guardItem(
  { step, kind, data, path }: Item,
  context: GuardContext,
  note: ReportProblem,
  warn: ReportProblem,
): WalletRequest | null {
  const { intent, chain, amountIn, orderId } = context;
  if (kind !== 'transaction') note('G04', path, 'is a signature, which no payment from this chain needs');
  if (!PAYMENTS.includes(step)) note('G04', path, `a step "${step}" is not known here: an update may be needed`);
  if ((data['chainId'] ?? chain.id) !== chain.id) note('G05', `${path}.chainId`, `is not the origin chain ${chain.id}`);
  if ((data['from'] ?? intent.user) !== intent.user) note('G06', `${path}.from`, 'is not the payer');
  const feePayer = intent.depositFeePayer ?? intent.user;
  if (!looksLikeAddress(feePayer, 'svm')) note('G01', 'intent.depositFeePayer', 'is not an address');
  const content = readContent(data, path, note);
  if (!content) return null;
  const { instructions } = content;
  guardInstructions(instructions, { context, step, feePayer, path: `${path}.instructions`, note, warn });
  return {
    step,
    chainId: chain.id,
    kind: 'instructions',
    from: intent.user,
    feePayer,
    orderId,
    currency: intent.originCurrency,
    amount: String(amountIn),
    instructions,
    // A direct transfer uses no lookup tables, because a node that returns a false table could change the receiver.
    lookupTables: step === 'send' ? [] : content.lookupTables,
  };
}

/** G40 to G44: checks each instruction, and then checks all instructions together. */
function guardInstructions(
  instructions: readonly Instruction[],
  flow: Flow & { note: ReportProblem; warn: ReportProblem },
): void {
  const { context, step, feePayer, path, note, warn } = flow;
  const { intent, chain, amountIn, oneCurrency } = context;
  const depository = depositoryOf(chain);
  const programs = programsOf(chain);
  const isExchanged = step !== 'send' && instructions.some(({ programId }) => programs.includes(programId));
  let lamports = 0n;
  let deposits = 0;
  instructions.forEach((instruction, at) => {
    const place = `${path}[${at}]`;
    const { programId, keys } = instruction;
    const signer = keys.find(({ pubkey, isSigner }) => isSigner && pubkey !== intent.user && pubkey !== feePayer);
    if (signer) note('G40', `${place}.keys`, `needs the signature of ${signer.pubkey}`);
    const decoded = decode(instruction);
    const vault = depository && vaultOf(depository);
    if (decoded) lamports += guardCommon(decoded, { ...flow, path: place, vault, isExchanged });
    else if (programId === depository && step !== 'send') {
      const deposit = guardDeposit(instruction, context, { path: place, note, isExchanged });
      deposits += 1;
      if (deposit && isNativePaid(context) && deposit.currency === intent.originCurrency) lamports += deposit.amount;
    } else if (!isExchanged || !programs.includes(programId)) {
      note('G41', `${place}.programId`, `calls ${programId}, which is not pinned for chain ${chain.id}`);
    }
  });
  const budgets = instructions.map(decode).filter((each) => each?.kind === 'unit-limit' || each?.kind === 'unit-price');
  if (new Set(budgets.map((each) => each?.kind)).size < budgets.length) note('G43', path, 'set the fee twice');
  const priority = priorityFee(instructions);
  if (priority > MAX_PRIORITY_FEE) note('G43', path, `set a fee of ${priority}, which is above ${MAX_PRIORITY_FEE}`);
  const most = isNativePaid(context) ? amountIn : 0n;
  if (lamports > most) note('G43', path, `take ${lamports} of the native currency, which is more than ${most}`);
  if (step === 'send') {
    guardSend(instructions, flow);
    return;
  }
  const isSwap = isSameChain(intent) && isExchanged && deposits === 0;
  if (!isSwap && deposits !== 1) note('G44', path, `contain ${deposits} deposits instead of one`);
  if (isSwap && !reachesRecipient(instructions, programs, context)) {
    note('G43', path, 'exchange the money without an account of the recipient');
  }
  if (!isExchanged) return;
  const message = `the route of the money cannot be verified; at most ${amountIn} leaves the wallet`;
  if (oneCurrency) note('G41', path, message);
  else warn('G41', path, message);
}

/** Whether a program that exchanges the money can write to the recipient's account. */
const reachesRecipient = (
  instructions: readonly Instruction[],
  programs: readonly string[],
  { intent }: GuardContext,
): boolean => {
  const accounts = [intent.recipient, ...tokenAccountsOf(intent.recipient, intent.destinationCurrency)];
  return instructions.some(
    ({ programId, keys }) =>
      programs.includes(programId) && keys.some(({ pubkey, isWritable }) => isWritable && accounts.includes(pubkey)),
  );
};

/** G16: guards a transfer from the payer directly to the recipient, in the same currency and on the same chain. */
function guardSend(
  instructions: readonly Instruction[],
  { context, path, note }: Flow & { note: ReportProblem },
): void {
  const { intent, amountIn } = context;
  if (!isSameChainAndCurrency(intent)) {
    note('G16', path, 'send directly, though the payment is for another currency or chain');
  }
  if (intent.txs?.length) note('G16', path, 'do not execute the calls in txs');
  if (amountIn !== BigInt(intent.amount)) note('G16', path, `send ${amountIn} instead of ${intent.amount}`);
  const transfers = instructions.map(decode).filter((each) => each?.kind === 'pay' || each?.kind === 'transfer');
  if (transfers.length !== 1) note('G16', path, `contain ${transfers.length} transfers instead of one`);
}
