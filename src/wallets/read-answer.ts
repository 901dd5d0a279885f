/**
 * Reads the answers of EVM wallets, because wallets write chain ids, accounts, hashes and signatures in different
 * forms. All code uses these functions, so that every check applies to every form. An answer that cannot be read
 * becomes null or is left out.
 */
import { isHexAccount } from '../shared/chain.js';

/** The members in which wallets and their libraries wrap an answer. */
const WRAPS = ['result', 'data'] as const;

/**
 * Reads a chain id, written as a number or bigint, as decimal or hex text, or as a CAIP-2 id such as `eip155:1`. An
 * object can contain it as `chainId`, `result` or `data`. Returns null for any other answer.
 */
export function readChainId(answer: unknown): number | null {
  const ids = valuesIn(answer, ['chainId', ...WRAPS]).map(numberOf);
  return ids.find((id) => Number.isSafeInteger(id) && id > 0) ?? null;
}

function numberOf(value: unknown): number {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  const text = typeof value === 'string' ? value.trim().replace(/^eip155:/i, '') : '';
  return /^(0x[0-9a-f]+|\d+)$/i.test(text) ? Number(text.toLowerCase()) : NaN;
}

/**
 * Reads a list of accounts, and returns the valid addresses in lower case, each once, in the wallet's order. The answer
 * is an array, one account, or an object that contains the list as `accounts`, `result` or `data`. An account is an
 * address in any letter case, a CAIP-10 id such as `eip155:1:0x…`, or an object with `address`.
 */
export function readAccounts(answer: unknown): string[] {
  const list = valuesIn(answer, ['accounts', ...WRAPS]).find(Array.isArray) as unknown[] | undefined;
  const items = list ?? [answer];
  return [...new Set(items.flatMap((each) => accountOf(each) ?? []))];
}

function accountOf(item: unknown): string | null {
  const texts = textsIn(item, ['address']).map((text) => text.toLowerCase().replace(/^eip155:\d+:/, ''));
  return texts.find(isHexAccount) ?? null;
}

/**
 * Reads the hash of a transaction, and returns it in lower case with `0x`. The wallet's answer is 32 bytes in hex, with
 * or without `0x`, or an object with the hash. Returns null for anything else, such as a signature.
 */
export function readHash(answer: unknown): string | null {
  return hexIn(textsIn(answer, ['hash', 'transactionHash', 'txHash', 'txid', ...WRAPS]), /^(?:0x)?([0-9a-f]{64})$/i);
}

/**
 * Reads a signature over typed data, and returns it in lower-case hex with `0x`. The wallet's answer is hex with or
 * without `0x`, or an object with the signature or with its parts `r`, `s` and `v`. Returns null for any other answer,
 * and for fewer than 64 or more than 4,096 bytes. A key's signature has 64 or 65 bytes, and that of a contract account
 * can be longer.
 */
export function readSignature(answer: unknown): string | null {
  const { result, data } = Object(answer) as Record<string, unknown>;
  const texts = [...textsIn(answer, ['signature', ...WRAPS]), ...[answer, result, data].map(joined)];
  return hexIn(texts, /^(?:0x)?((?:[0-9a-f]{2}){64,4096})$/i);
}

/** Returns the digits of the first text that has this form, in lower case and with `0x`, or null if none has it. */
function hexIn(texts: readonly string[], form: RegExp): string | null {
  const digits = texts.map((text) => form.exec(text)?.[1]).find((each) => each !== undefined);
  return digits === undefined ? null : `0x${digits.toLowerCase()}`;
}

/** Joins `r`, `s` and the parity, which is `yParity` or else `v`. Returns an empty text if a part is missing. */
function joined(answer: unknown): string {
  const { r, s, v, yParity = v } = Object(answer) as Record<string, unknown>;
  const parity = numberOf(yParity);
  const word = (part: unknown): string => (typeof part === 'string' ? part.replace(/^0x/i, '').padStart(64, '0') : '');
  return Number.isInteger(parity) && parity >= 0 && parity < 256 && word(r) && word(s)
    ? `0x${word(r)}${word(s)}${parity.toString(16).padStart(2, '0')}`
    : '';
}

/**
 * Returns a key's signature in its usual form: 65 bytes, of which the last one is 27 or 28. Some wallets write 0 or 1
 * there. Others return the 64 bytes of EIP-2098, with this bit at the front of `s`. Each signature has a twin with the
 * other `s` and the other last byte. Keys in a cloud return either of them, but token contracts accept only the one
 * with the smaller `s`. Any other signature is returned unchanged, for example a longer one of a contract account.
 * @param signature the result of `readSignature`
 */
export function keySignature(signature: string): string {
  if (signature.length !== COMPACT && signature.length !== FULL) return signature;
  const word = BigInt(`0x${signature.slice(66, 130)}`);
  const isCompact = signature.length === COMPACT;
  const parity = isCompact ? Number(word >> 255n) : PARITIES.indexOf(signature.slice(130)) % 2;
  const s = isCompact ? BigInt.asUintN(255, word) : word;
  if (parity < 0 || s >= CURVE_ORDER) return signature;
  const isSmall = s <= CURVE_ORDER / 2n;
  const digits = (isSmall ? s : CURVE_ORDER - s).toString(16).padStart(64, '0');
  return `${signature.slice(0, 66)}${digits}${(parity === 0) === isSmall ? '1b' : '1c'}`;
}

/** The lengths of the hex text of a signature with 64 and with 65 bytes, including `0x`. */
const COMPACT = 2 + 128;
const FULL = 2 + 130;

/** The last bytes of a signature. Those with an odd index mean an odd parity. */
const PARITIES: readonly string[] = ['00', '01', '1b', '1c'];

/** The order of the curve secp256k1. */
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Returns the texts among `valuesIn`, without white space around them. */
const textsIn = (answer: unknown, names: readonly string[]): string[] =>
  valuesIn(answer, names).flatMap((each) => (typeof each === 'string' ? each.trim() : []));

/**
 * Returns the answer itself or, if it is an object, the values of these members, in the order of `names`. If such a
 * value is an object, returns the values of its members instead, because libraries can wrap an answer twice. The caller
 * takes the first value that it can read, because a wallet can use one of these names for something else.
 */
function valuesIn(answer: unknown, names: readonly string[], depth = 0): unknown[] {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return [answer];
  if (depth > 1) return [];
  return names.flatMap((name) => valuesIn((answer as Record<string, unknown>)[name], names, depth + 1));
}
