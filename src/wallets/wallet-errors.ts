/**
 * Classifies the errors of wallets. Certain codes prove that the wallet sent nothing. A text does not prove this:
 * "nonce rejected", for example, is no refusal by the payer. For a request that can send a transaction, a text
 * therefore only chooses the words on the screen, or restricts what a code proves, as in `showsOtherRequest`.
 * `standard-errors.ts` has other rules for SVM wallets.
 */
import { errorInfo, HubPayError, type ErrorCode, type ErrorInfo, type ErrorReason } from '../errors.js';
import { logWarning } from '../shared/log-warning.js';

/**
 * The error codes that this package compares or throws. They are those of EIP-1193, EIP-1474, EIP-3326, EIP-5792,
 * WalletConnect, CAIP-25 and MetaMask.
 */
export const CODES = {
  declined: 4001,
  unauthorized: 4100,
  unsupported: 4200,
  disconnected: 4900,
  unknownChain: 4902,
  declinedByPayer: 5000,
  declinedChains: 5001,
  declinedMethods: 5002,
  noCapability: 5700,
  noBatchesOnChain: 5710,
  batchTooLarge: 5740,
  upgradeDeclined: 5750,
  notAtomic: 5760,
  busy: -32002,
  noMethod: -32601,
  /** MetaMask's event `disconnect` while MetaMask has no network connection. */
  reconnecting: 1013,
} as const;

/** The error of a provider that has not passed the request on, so the wallet has certainly sent nothing. */
export class NotAskedError extends Error {
  /** The code, as EIP-1193 or EIP-3326 defines it. */
  readonly code: number;

  constructor(code: number, message: string, options?: { cause: HubPayError }) {
    super(message, options);
    this.name = 'NotAskedError';
    this.code = code;
  }
}

/** The error codes after which the wallet has certainly sent no transaction. */
export type WalletRefusal = Extract<ErrorCode, 'wallet-rejected' | 'wallet-busy' | 'wallet-locked'>;

/** The meanings that this file recognizes in the text of a wallet's error. */
const SAID = ['declined', 'device', 'no-gas', 'would-revert', 'wallet-gone', 'window-blocked'] as const;
type WalletSaid = Extract<ErrorReason, (typeof SAID)[number]>;

/** Whether the reason of an error comes from the text of a wallet's error. */
export const isWalletSaid = (reason: ErrorReason | undefined): reason is WalletSaid =>
  SAID.some((each) => each === reason);

/**
 * The codes of EIP-1193 and of the library ethers for a request that the payer declined. Libraries wrap such errors in
 * others.
 */
const DECLINED: readonly unknown[] = [CODES.declined, 'ACTION_REJECTED'];

/** The codes of WalletConnect and CAIP-25 for the same. Some wallets give them to each of their errors. */
const DECLINED_REMOTELY: readonly unknown[] = [CODES.declinedByPayer, CODES.declinedChains, CODES.declinedMethods];

/**
 * Returns the refusal that the error's code means. Returns null for any other code, and for a code of WalletConnect
 * with a text that is no refusal, because the wallet may have sent a transaction.
 */
export function refusalOf(error: unknown): WalletRefusal | null {
  if (hasCode(error, DECLINED)) return 'wallet-rejected';
  if (hasCode(error, DECLINED_REMOTELY) && isRefusalOrSilent(error)) return 'wallet-rejected';
  const code = codeOf(error);
  if (code === CODES.busy) return 'wallet-busy';
  return code === CODES.unauthorized ? 'wallet-locked' : null;
}

/** The words of a wallet that shows another request. */
const OTHER_OPEN = /already (?:pending|processing)|\brequests?\b.*\b(?:pending|waiting)\b|\bpending requests?\b/i;

/** The words of a node about a transaction that it perhaps has, and of a wallet that has waited for the node. */
const OF_NODE = new RegExp(
  'time[ds]?[ -]?out|\\btransactions?\\b(?! requests?\\b)|' +
    '\\b(?:txn?|mempool|nonce|receipt|confirmation|confirmed|rpc|node|server|network|sent|broadcast)\\b',
  'i',
);

/**
 * Whether the texts of the error say no, or whether it has no text. MetaMask for phones, for example, answers with the
 * code of a refusal after it has sent a transaction whose hash it then could not read.
 */
function isRefusalOrSilent(error: unknown): boolean {
  const text = wrapped(error).map(messageOf).join('\n');
  return !text.trim() || saidBy(error) === 'declined' || (ANY_NO.test(text) && !OF_NODE.test(text));
}

/**
 * Whether the text of an error with the code of `wallet-busy` means that the wallet shows another request, so that it
 * has sent nothing. Nodes use this code too, for example after a time limit, when the transaction is perhaps sent.
 */
const showsOtherRequest = (text: string): boolean =>
  OTHER_OPEN.test(text) && !OF_NODE.test(text.replace(/\bhttps?:\S+/g, ''));

/**
 * Returns the refusal after which the wallet has certainly sent nothing. Returns null for any other error, such as a
 * node's with the code of `wallet-busy`.
 * @param text the text of the error
 */
export function provenRefusal(error: unknown, text = walletMessage(error)): WalletRefusal | null {
  const refusal = refusalOf(error);
  return refusal === 'wallet-busy' && !showsOtherRequest(text) ? null : refusal;
}

/**
 * Returns the error's `code`, and converts an integer text, such as `"-32002"`, to a number. Returns undefined if the
 * error has no code.
 */
export function codeOf(error: unknown): unknown {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === 'string' && /^-?\d+$/.test(code) ? Number(code) : code;
}

/** Whether the error, or an error inside it, has one of these codes. */
export const hasCode = (error: unknown, codes: readonly unknown[]): boolean =>
  wrapped(error).some((each) => codes.includes(codeOf(each)));

/** The members in which wallets and their libraries store the original error. */
const INNER = ['data', 'originalError', 'cause', 'error', 'info'] as const;

/**
 * How many levels of nested errors are read. Libraries wrap an error only a few times, and an error can contain itself.
 */
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
const ANY_NO = new RegExp(`\\b${NO}\\b`, 'i');
const PAYER = '(?:user|payer|customer)';
const WINDOW = '(?:pop-?\\s?ups?(?: window)?|window)';
const NOT = '(?:failed to|could not|couldn.t|cannot|can.t|unable to|did not|didn.t)';

/**
 * The patterns for each meaning. The first row that matches counts. For `window-blocked`, the text must mean that the
 * window did not open. A window that was closed or has failed can have sent the transaction before. A hardware wallet
 * uses one code for a payer who declined and for one who has not allowed blind signing, so `device` comes before
 * `declined`.
 */
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
      `\\b${WINDOW} (?:(?:is|was|has been|got) )?blocked`,
      `\\bblock(?:ed|ing|s) (?:\\w+ )?${WINDOW}\\b`,
      `\\b${WINDOW} (?:${NOT} open|(?:could not|couldn.t) be opened)`,
      `${NOT} open (?:\\w+ ){0,2}(?:prompt|${WINDOW})\\b`,
    ),
  ],
  ['device', anyOf('blind signing|contract data|ledger device|keystone', '\\b0x(?:6985|5515|650f)\\b')],
  [
    'declined',
    anyOf(
      `\\b${PAYER} (?:has )?${NO}`,
      `\\b${NO} (?:by|from) (?:the )?${PAYER}`,
      'UserRejected',
      'signing (?:was )?cancell?ed',
      // These words mean the payer only without others. A node's request, for example, can be cancelled as well.
      '^\\s*(?:error:? )*(?:request rejected|cancell?ed)\\W*$',
      '用户.{0,4}(?:取消|拒绝)',
    ),
  ],
  [
    'no-gas',
    anyOf(
      'insufficient (?:funds|balance|eth|gas|lamports)',
      'not enough funds for gas',
      'no record of a prior credit',
      '余额不足',
      '(?:gas|fee)\\b.{0,40}exceeds (?:the )?(?:balance|allowance)',
    ),
  ],
  [
    'would-revert',
    anyOf(
      'execution reverted|cannot estimate gas|unpredictable.?gas',
      'transaction (?:may|will|would|is expected to) (?:fail|revert)',
    ),
  ],
];

/**
 * Returns the meaning of the error's texts, including the texts of the errors inside it. Returns null if no pattern
 * matches.
 */
export function saidBy(error: unknown): WalletSaid | null {
  const text = wrapped(error).map(textOf).join('\n');
  return WORDS.find(([, words]) => words.test(text))?.[0] ?? null;
}

function textOf(error: unknown): string {
  const { name } = Object(error) as { name?: unknown };
  return [typeof name === 'string' ? name : '', messageOf(error)].join(' ');
}

/** The texts in which the wallet says what happened. */
function messageOf(error: unknown): string {
  const { message, reason } = Object(error) as Record<string, unknown>;
  return [error, message, reason].filter((each) => typeof each === 'string').join(' ');
}

/** The codes of JSON-RPC and EIP-1193 for an unknown method. */
const NO_METHOD: readonly unknown[] = [CODES.noMethod, CODES.unsupported];

/** The words of wallets that have no such method. Those of a Safe are the first ones. */
const UNSUPPORTED = ['not implemented', 'not supported', 'unsupported', 'not exist'];

/**
 * Whether the error means that the wallet has no such method. This is so if it has one of the codes in `NO_METHOD`. It
 * is also so if it has no code, but its text contains the method's name and one of the words in `UNSUPPORTED`. The name
 * alone means nothing, because a refusal in another language can contain it as well.
 */
export function lacksMethod(error: unknown, method: string): boolean {
  const text = textOf(error);
  const isSaid = text.includes(method) && UNSUPPORTED.some((words) => text.toLowerCase().includes(words));
  return hasCode(error, NO_METHOD) || (isSaid && codeOf(error) === undefined);
}

/**
 * Returns the error for a request that sends no transaction, such as a request to connect, to switch the chain or to
 * sign. If the wallet's error contains a `HubPayError`, returns that one.
 * @param what one line for a developer, such as `MetaMask did not connect`
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
 * Returns `outcome-unknown`, for a request after which the wallet may have sent the payment. The `reason` is the
 * meaning of the wallet's text, if it is known.
 * @param details the part of the wallet's text that the page keeps
 */
export function unclearAnswer(error: unknown, what: string, details = walletMessage(error)): HubPayError {
  const said = saidBy(error);
  if (said === null) logUnknown(error, what);
  return new HubPayError('outcome-unknown', what, { details, cause: error, ...(said && { reason: said }) });
}

/**
 * Returns `outcome-unknown` with the meaning of an error that came after the page had stopped waiting. Returns null if
 * neither its code nor its text has a known meaning.
 */
export function lateRefusal(error: unknown): ErrorInfo | null {
  const reason = refusalOf(error) === 'wallet-rejected' ? 'declined' : saidBy(error);
  const options = { details: walletMessage(error), ...(reason && { reason }) };
  return reason && errorInfo(new HubPayError('outcome-unknown', 'The wallet did not make the payment', options));
}

/**
 * Logs an error whose text matches no pattern, for developers. `walletMessage` removes signatures and calldata in hex.
 */
const logUnknown = (error: unknown, what: string): void => {
  logWarning(`<hub-pay> ${what}: ${walletMessage(error) || typeof error}`);
};

/**
 * Returns the code and the text of the wallet's error, for the `details` of a `HubPayError`. Shortens the text, and
 * removes long hex such as calldata or a signature.
 */
export function walletMessage(error: unknown): string {
  const { message } = Object(error) as { message?: unknown };
  const text = [message, error].find((each) => typeof each === 'string') ?? '';
  const code = codeOf(error);
  return [code, text.replace(/0x[0-9a-f]{65,}/gi, '0x…').slice(0, 200)].filter(Boolean).join(': ');
}
