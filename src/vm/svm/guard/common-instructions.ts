/** Guards the instructions of the programs that every SVM chain has (G40, G42, G43). */
import { isSameChain } from '../../../shared/chain.js';
import type { GuardContext } from '../../family/adapter.js';
import { nativeAddress } from '../../registry/registry.js';
import { tokenAccountOf } from '../data/accounts.js';
import type { Decoded } from '../data/decode.js';
import { TOKEN_PROGRAM, TOKEN_PROGRAMS, WRAPPED_NATIVE } from '../data/programs.js';
import type { ReportProblem } from './read-instructions.js';

/** The payment to which the instructions belong, with their path in the quote. */
export type Flow = { context: GuardContext; step: string; feePayer: string; path: string };

/** Whether the payer pays with the native currency. */
export const isNativePaid = ({ chain, intent }: GuardContext): boolean =>
  intent.originCurrency === nativeAddress(chain);

/** Returns the owner's token accounts for a mint, one account for each token program. */
export const tokenAccountsOf = (owner: string, mint: string): string[] =>
  TOKEN_PROGRAMS.map((program) => tokenAccountOf(owner, mint, program));

/**
 * The payment and the report for one instruction. `isExchanged` is true if any instruction of the payment calls an
 * exchange program, and if the payment is no direct transfer.
 */
type Place = Flow & { note: ReportProblem; vault: string | undefined; isExchanged: boolean };

/** Guards one instruction, and returns the amount of native currency that it takes from the payer, without rent. */
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
      if (decoded.to !== user || decoded.owner !== user) note('G42', path, 'closes an account of another owner');
      break;
    case 'sync':
      if (decoded.account !== wrapped) note('G42', path, 'does not adjust the payer’s account of wrapped currency');
      break;
    case 'unknown':
      note(decoded.isNonce ? 'G40' : 'G42', path, `is ${decoded.name}, which no payment needs`);
      break;
    default:
  }
  return 0n;
}

/**
 * G43: the native currency must go to the recipient of a direct transfer. In any other payment, it must go to the
 * payer's account of wrapped currency.
 */
function guardPay(
  { from, to, amount }: Extract<Decoded, { kind: 'pay' }>,
  wrapped: string,
  { context, step, path, note }: Place,
): void {
  const { intent, amountIn } = context;
  const isSend = step === 'send';
  if (from !== intent.user) note('G43', path, 'takes native currency of another account');
  if (!isNativePaid(context)) note('G43', path, 'takes native currency, though a token pays');
  if (to !== (isSend ? intent.recipient : wrapped)) note('G43', path, `transfers to ${to}, which no payment needs`);
  if (isSend && amount !== amountIn) note('G43', path, `transfers ${amount} instead of ${amountIn}`);
}

/**
 * G43: a transfer instruction may only move the paid amount of the paid token from the payer directly to the recipient.
 */
function guardTransfer(
  { from, to, owner, mint, amount, program }: Extract<Decoded, { kind: 'transfer' }>,
  { context, step, path, note }: Place,
): void {
  const { intent, amountIn } = context;
  const { user, recipient, originCurrency } = intent;
  if (step !== 'send' || !isSameChain(intent)) {
    note('G43', path, 'transfers tokens, which no payment needs');
    return;
  }
  if (isNativePaid(context)) note('G43', path, 'transfers a token, though the native currency pays');
  else if (from !== tokenAccountOf(user, originCurrency, program)) {
    note('G43', path, 'takes tokens of another account than the one that pays');
  } else if (to !== tokenAccountOf(recipient, originCurrency, program)) {
    note('G43', path, 'transfers to another account than the recipient’s');
  }
  if (owner !== user) note('G43', path, 'is not signed by the payer');
  if (mint !== '' && mint !== originCurrency) note('G43', path, 'transfers another token');
  if (amount !== amountIn) note('G43', path, `transfers ${amount} instead of ${amountIn}`);
}

/**
 * G42: a new account must belong to the payer, to the vault or, if the recipient is paid on the origin chain, to the
 * recipient. Without an exchange, the account must be for a currency of the payment or for wrapped native currency,
 * because the payer or the fee payer pays the rent. For an exchange, the simulation limits the rent (`checkLosses`).
 */
function guardCreation(
  { payer, account, owner, mint, program }: Extract<Decoded, { kind: 'create-account' }>,
  { context, feePayer, path, note, vault, isExchanged }: Place,
): void {
  const { user, recipient, originCurrency, destinationCurrency } = context.intent;
  const arrivesHere = isSameChain(context.intent);
  const mints = [originCurrency, WRAPPED_NATIVE, arrivesHere ? destinationCurrency : undefined];
  const owners = [user, vault, arrivesHere ? recipient : undefined];
  if (payer !== user && payer !== feePayer) note('G42', path, 'takes the rent from another account');
  if (!owners.includes(owner)) note('G42', path, `creates an account of ${owner}, which no payment needs`);
  if (!isExchanged && !mints.includes(mint))
    note('G42', path, `creates an account for ${mint}, which no payment needs`);
  const isDerived = TOKEN_PROGRAMS.includes(program) && account === tokenAccountOf(owner, mint, program);
  if (!isDerived) note('G42', path, 'creates an account that is not the owner’s');
}
