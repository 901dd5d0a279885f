/**
 * Writes and reads the request ids of test mode, where no service exists. The id itself contains what the service's
 * record would tell the merchant's server: how the payment ends, when, and what it delivers.
 *
 * After `0x`, an id has the digits `7e57`, then the fields of `FIELDS` in their order, and then 6 random digits.
 */
import { addressKey } from '../chain.js';

/** The contents of the id of a test payment. */
export type TestTerms = {
  /** How the payment ends, if it is paid. */
  outcome: 'success' | 'refund' | 'failure';
  /**
   * The earliest Unix time of this end, in milliseconds. The real end can be later, because the id is written before
   * the payer pays.
   */
  endsAt: number;
  /** The chain on which the recipient receives the money. */
  chainId: number;
  /** The chain from which the payer pays. */
  originChainId: number;
  /** The received amount, in the smallest unit. */
  amount: bigint;
  /**
   * True if test mode made up the received token, whose real address and decimals can be different. `readTestId` also
   * sets it to true if the amount was too large for an id.
   */
  isMadeUp: boolean;
  /** True if calls run on the destination chain. */
  hasCalls: boolean;
  /** The recipient and the received token, as `shortHash` returns them. An id has no room for whole addresses. */
  recipient: number;
  currency: number;
};

const MARK = '0x7e57';
const OUTCOMES = ['success', 'refund', 'failure'] as const;
const MADE_UP = 4;
const CALLS = 8;
const MOST = 2n ** 80n - 1n;

/**
 * The fields of an id, with their numbers of hex digits. These are 54 digits in all, between the mark and the 6 random
 * digits.
 */
const FIELDS = { kind: 2, seconds: 8, chainId: 8, originChainId: 8, amount: 20, recipient: 4, currency: 4 };
type Field = keyof typeof FIELDS;

/**
 * Writes an id. It contains `endsAt` rounded down to a second, and at most the largest amount of 20 hex digits.
 * @param random six random hex digits, so that two payments of the same kind have two ids
 */
export function writeTestId(terms: TestTerms, random: string): string {
  const { outcome, endsAt, amount, isMadeUp, hasCalls } = terms;
  const isTooLarge = amount > MOST;
  const values: Record<Field, number | bigint> = {
    ...terms,
    kind: OUTCOMES.indexOf(outcome) + (isMadeUp || isTooLarge ? MADE_UP : 0) + (hasCalls ? CALLS : 0),
    seconds: Math.floor(endsAt / 1_000),
    amount: isTooLarge ? MOST : amount,
  };
  const fields = Object.entries(FIELDS) as [Field, number][];
  // Of a chain id of more than 8 hex digits, the id contains only the last 8.
  const digits = fields.map(([name, size]) => values[name].toString(16).padStart(size, '0').slice(-size));
  return `${MARK}${digits.join('')}${random}`;
}

/** Reads an id of any letter case. Returns null if the id does not have the form that `writeTestId` writes. */
export function readTestId(requestId: string): TestTerms | null {
  if (!/^0x7e57[0-9a-f]{60}$/i.test(requestId)) return null;
  let at = MARK.length;
  const next = (name: Field): bigint => BigInt(`0x${requestId.slice(at, (at += FIELDS[name]))}`);
  const kind = Number(next('kind'));
  const outcome = OUTCOMES[kind % 4];
  if (!outcome || kind >= 2 * CALLS) return null;
  return {
    outcome,
    isMadeUp: (kind & MADE_UP) !== 0,
    hasCalls: (kind & CALLS) !== 0,
    endsAt: Number(next('seconds')) * 1_000,
    chainId: Number(next('chainId')),
    originChainId: Number(next('originChainId')),
    amount: next('amount'),
    recipient: Number(next('recipient')),
    currency: Number(next('currency')),
  };
}

/** Returns a 16-bit hash of an address. It distinguishes most addresses in a test, but proves nothing. */
export function shortHash(address: string): number {
  let hash = 0;
  for (const byte of new TextEncoder().encode(addressKey(address))) hash = (Math.imul(hash, 31) + byte) >>> 0;
  return (hash ^ (hash >>> 16)) & 0xffff;
}

/** Returns a transaction hash of a test payment. The page and the server both derive it from the id. */
export const testHash = (requestId: string, kind: 'deposit' | 'delivery' | 'topup' | 'refund'): string =>
  `0x${{ deposit: 'da', delivery: 'f1', topup: 'f2', refund: 'fe' }[kind]}${requestId.slice(4)}`;
