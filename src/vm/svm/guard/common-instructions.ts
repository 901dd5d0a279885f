/** Guards the instructions of the programs that every SVM chain has (G42, G43). */
import type { GuardContext } from '../../adapter.js';
import { nativeAddress } from '../../registry.js';
import { tokenAccountOf } from '../data/accounts.js';
import type { Decoded } from '../data/decode.js';
import { TOKEN_PROGRAM, TOKEN_PROGRAMS, WRAPPED_NATIVE } from '../data/programs.js';
import type { ReportProblem } from './read-instructions.js';

/** The payment that the instructions belong to. `path` is the instructions' path in the quote. */
export type Flow = { context: GuardContext; step: string; feePayer: string; path: string };

/** Whether the payer pays with the native currency. */
export const isNativePaid = ({ chain, intent }: GuardContext): boolean =>
  intent.originCurrency === nativeAddress(chain);

/** Whether the recipient gets the money on the origin chain. Otherwise the recipient's address has another form. */
export const isSameChain = ({ intent }: GuardContext): boolean => intent.originChainId === intent.destinationChainId;

/** The owner's token accounts for a mint, one for each token program. */
export const tokenAccountsOf = (owner: string, mint: string): string[] =>
  TOKEN_PROGRAMS.map((program) => tokenAccountOf(owner, mint, program));

type Place = Flow & { note: ReportProblem; vault: string | undefined };

/** Guards one instruction. Returns the native currency that it takes from the payer, without rent. */
export function guardCommon(decoded: Decoded, place: Place): bigint {
  const { context, path, note } = place;
  const { user } = context.intent;
  const wrapped = tokenAccountOf(user, WRAPPED_NATIVE, TOKEN_PROGRAM);
  switch (decoded.kind) {
    case 'pay':
      guardPay(decoded, wrapped, place);
      return decoded.amount;
    case 'transfer':
      guardTransfer(decoded, place);
      break;
    case 'create-account':
      guardCreation(decoded, place);
      break;
    case 'close':
      if (decoded.to !== user || decoded.owner !== user) note('G42', path, 'closes an account for somebody else');
      break;
    case 'sync':
      if (decoded.account !== wrapped) note('G42', path, 'is not for the payer’s account of wrapped currency');
      break;
    case 'unknown':
      note(decoded.isNonce ? 'G40' : 'G42', path, `is ${decoded.name}, which no payment needs`);
      break;
    default:
  }
  return 0n;
}

/** G43: native currency goes to the recipient of a direct transfer, or into the payer's account of wrapped currency. */
function guardPay(
  { from, to, amount }: Extract<Decoded, { kind: 'pay' }>,
  wrapped: string,
  { context, step, path, note }: Place,
): void {
  const { intent, amountIn } = context;
  const isSend = step === 'send';
  if (from !== intent.user) note('G43', path, 'takes native currency of another account');
  if (!isNativePaid(context)) note('G43', path, 'takes native currency, which does not pay');
  if (to !== (isSend ? intent.recipient : wrapped)) note('G43', path, `transfers to ${to}, which nothing needs`);
  if (isSend && amount !== amountIn) note('G43', path, `transfers ${amount} instead of ${amountIn}`);
}

/** G43: tokens leave the payer's account only in a direct transfer, and exactly as many as are paid. */
function guardTransfer(
  { from, to, owner, mint, amount, program }: Extract<Decoded, { kind: 'transfer' }>,
  { context, step, path, note }: Place,
): void {
  const { intent, amountIn } = context;
  const { user, recipient, originCurrency } = intent;
  if (step !== 'send' || !isSameChain(context)) {
    note('G43', path, 'transfers tokens, which nothing needs');
    return;
  }
  if (isNativePaid(context)) note('G43', path, 'transfers a token, though the native currency pays');
  else if (from !== tokenAccountOf(user, originCurrency, program)) {
    note('G43', path, 'takes tokens of another account than the one that pays');
  } else if (to !== tokenAccountOf(recipient, originCurrency, program)) {
    note('G43', path, 'transfers to another account than the recipient’s');
  }
  if (owner !== user) note('G43', path, 'is not for the payer to sign');
  if (mint !== '' && mint !== originCurrency) note('G43', path, 'transfers another token');
  if (amount !== amountIn) note('G43', path, `transfers ${amount} instead of ${amountIn}`);
}

/** G42: a new account belongs to the payer, the vault or, on the same chain, the recipient. */
function guardCreation(
  { payer, account, owner, mint, program }: Extract<Decoded, { kind: 'create-account' }>,
  { context, feePayer, path, note, vault }: Place,
): void {
  const { user, recipient } = context.intent;
  const owners = [user, vault, isSameChain(context) ? recipient : undefined];
  if (payer !== user && payer !== feePayer) note('G42', path, 'lets another account pay');
  if (!owners.includes(owner)) note('G42', path, `creates an account of ${owner}, which nothing needs`);
  const isDerived = TOKEN_PROGRAMS.includes(program) && account === tokenAccountOf(owner, mint, program);
  if (!isDerived) note('G42', path, 'creates another account than the owner’s');
}
