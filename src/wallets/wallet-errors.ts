/**
 * Judges the errors of wallets. A code of a wallet proves that it sent nothing. A text proves nothing about a
 * transaction, because "nonce rejected" is no word of the payer, so a text only chooses the words on the screen.
 */
import { HubPayError, type ErrorCode, type ErrorReason } from '../errors.js';

/** The error codes after which the wallet has certainly sent no transaction. */
export type WalletRefusal = Extract<ErrorCode, 'wallet-rejected' | 'wallet-busy' | 'wallet-locked'>;

/** What a wallet says about its failure, as far as its words are understood. */
const SAID = ['declined', 'no-gas', 'would-revert', 'wallet-gone', 'window-blocked'] as const;
type WalletSaid = Extract<ErrorReason, (typeof SAID)[number]>;

/** Whether the reason of an error repeats what a wallet said. */
export const isWalletSaid = (reason: ErrorReason | undefined): reason is WalletSaid =>
  SAID.some((each) => each === reason);

/**
 * The codes of EIP-1193, WalletConnect, CAIP-25 and the library ethers after which the payer has declined. Libraries
 * wrap these errors in others.
 */
const DECLINED: readonly unknown[] = [4001, 5000, 5001, 5002, 'ACTION_REJECTED'];

const BUSY = -32002;
const UNAUTHORIZED = 4100;

/**
 * Returns the refusal that the error's code means. Returns null if the wallet may have sent a transaction, as after an
 * error with any other code.
 */
export function refusalOf(error: unknown): WalletRefusal | null {
  if (hasCode(error, DECLINED)) return 'wallet-rejected';
  const code = codeOf(error);
  if (code === BUSY) return 'wallet-busy';
  return code === UNAUTHORIZED ? 'wallet-locked' : null;
}

/** Returns the error's `code`, as a number if it is one in a text. Returns undefined if the error has no code. */
export function codeOf(error: unknown): unknown {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === 'string' && /^-?\d+$/.test(code) ? Number(code) : code;
}

/** Whether the error, or an error inside it, has one of these codes. */
export const hasCode = (error: unknown, codes: readonly unknown[]): boolean =>
  wrapped(error).some((each) => codes.includes(codeOf(each)));

/** The members in which wallets and their libraries keep the error that caused another one. */
const INNER = ['data', 'originalError', 'cause', 'error', 'info'] as const;

/** The deepest error that is read. A library wraps a few times, and an error can contain itself. */
const DEEPEST = 5;

/** Returns the error and the errors inside it, the outermost first. */
function wrapped(error: unknown): unknown[] {
  const all = [error];
  let layer = [error];
  for (let depth = 0; depth < DEEPEST && layer.length > 0; depth += 1) {
    layer = layer.flatMap((each) => INNER.map((name) => (Object(each) as Record<string, unknown>)[name]));
    layer = layer.filter((each) => typeof each === 'object' && each !== null && !all.includes(each));
    all.push(...layer);
  }
  return all;
}

/** Matches a text that contains one of these patterns, in any letter case. */
const anyOf = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'i');

const NO = '(?:rejected|denied|declined|disapproved|refused|cancell?ed|closed|aborted)';
const PAYER = '(?:user|payer|customer)';

/** The words for each meaning. The first row that matches counts. */
const WORDS: readonly (readonly [WalletSaid, RegExp])[] = [
  [
    'wallet-gone',
    anyOf(
      'extension context invalidated',
      'could not establish connection|receiving end does not exist',
      'port closed|disconnected port|message channel closed',
    ),
  ],
  [
    'window-blocked',
    anyOf(
      '(?:pop-?\\s?up|window).{0,40}(?:block|fail|could not|couldn.t|unable)',
      '(?:block|fail\\w*|unable).{0,30}pop-?\\s?up',
      '(?:couldn.t|could not|failed to|unable to) open (?:the |a )?(?:prompt|window)',
    ),
  ],
  [
    'declined',
    anyOf(`\\b${PAYER} (?:has )?${NO}`, `\\b${NO} by (?:the )?${PAYER}`, 'UserRejected', '用户.{0,4}(?:取消|拒绝)'),
  ],
  [
    'no-gas',
    anyOf('insufficient (?:funds|balance|eth|gas)', '(?:gas|fee)\\b.{0,40}exceeds (?:the )?(?:balance|allowance)'),
  ],
  [
    'would-revert',
    anyOf(
      'execution reverted|cannot estimate gas|unpredictable.?gas',
      'transaction (?:may|will|would|is expected to) (?:fail|revert)',
    ),
  ],
];

/** Returns what the texts of the error, and of the errors inside it, say. Returns null if they are not understood. */
export function saidBy(error: unknown): WalletSaid | null {
  const text = wrapped(error).map(textOf).join('\n');
  return WORDS.find(([, words]) => words.test(text))?.[0] ?? null;
}

function textOf(error: unknown): string {
  const { message, name, reason } = Object(error) as Record<string, unknown>;
  return [error, name, message, reason].filter((each) => typeof each === 'string').join(' ');
}

/**
 * Returns the error for a request that moves no money, such as a request to connect, to switch or to sign.
 * @param what one line for a developer: who did not do what
 */
export function walletFailure(error: unknown, what: string): HubPayError {
  const own = wrapped(error).find((each) => each instanceof HubPayError);
  if (own) return own;
  const options = { details: walletMessage(error), cause: error };
  const refusal = refusalOf(error);
  const said = saidBy(error);
  if (refusal ?? said === 'declined') return new HubPayError(refusal ?? 'wallet-rejected', what, options);
  if (said === null) logUnknown(error, what);
  return new HubPayError('wallet-failed', what, { ...options, ...(said && { reason: said }) });
}

/**
 * Returns the error for a request after which the wallet may have sent the payment. Its reason is what it says.
 * @param details what the page keeps of the wallet's text
 */
export function unclearAnswer(error: unknown, what: string, details = walletMessage(error)): HubPayError {
  const said = saidBy(error);
  if (said === null) logUnknown(error, what);
  return new HubPayError('outcome-unknown', what, { details, cause: error, ...(said && { reason: said }) });
}

/** Tells a developer what nobody understood. The text contains no signature and no calldata. */
const logUnknown = (error: unknown, what: string): void => {
  console.warn(`<hub-pay> ${what}: ${walletMessage(error) || typeof error}`);
};

/**
 * Returns the wallet's error text for the `details` of a `HubPayError`, shortened and without long hex such as calldata
 * or a signature.
 */
export function walletMessage(error: unknown): string {
  const { message } = Object(error) as { message?: unknown };
  const text = [message, error].find((each) => typeof each === 'string') ?? '';
  const code = codeOf(error);
  return [code, text.replace(/0x[0-9a-f]{65,}/gi, '0x…').slice(0, 200)].filter(Boolean).join(': ');
}
