/** The data of token accounts, mints and lookup tables, as an SVM chain stores it. */
import { base58 } from '@scure/base';
import { fromHex } from '../../../src/vm/svm/data/bytes.js';
import { le } from '../../support/svm-quotes.js';

const key = (address: string): string => fromBytes(base58.decode(address));
const fromBytes = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const zeros = (bytes: number): string => '00'.repeat(bytes);
const option = (address: string | undefined): string => (address === undefined ? zeros(36) : `01000000${key(address)}`);

type Held = { delegate?: string; closer?: string; state?: number; more?: string };

/** A token account. `more` is hex after the account, such as its extensions. */
export const tokenAccount = (
  mint: string,
  owner: string,
  amount: bigint,
  { delegate, closer, state = 1, more = '' }: Held = {},
): Uint8Array =>
  fromHex(
    [
      key(mint),
      key(owner),
      le(amount, 8),
      option(delegate),
      le(BigInt(state), 1),
      zeros(12),
      zeros(8),
      option(closer),
      more,
    ].join(''),
  );

/** A mint. `extensions` are pairs of a type and the hex of the extension. */
export const mintAccount = (
  decimals: number,
  ...extensions: readonly (readonly [type: number, hex: string])[]
): Uint8Array => {
  const mint = `${option(undefined)}${le(10n ** 15n, 8)}${le(BigInt(decimals), 1)}01${option(undefined)}`;
  if (extensions.length === 0) return fromHex(mint);
  const entries = extensions.map(([type, hex]) => `${le(BigInt(type), 2)}${le(BigInt(hex.length / 2), 2)}${hex}`);
  return fromHex(`${mint}${zeros(165 - 82)}01${entries.join('')}`);
};

/** The extension of a mint that keeps a part of each transfer. Points are hundredths of a percent. */
export const feeExtension = (now: number, later = now): readonly [number, string] => {
  const fee = (points: number): string => `${zeros(8)}${le(10n ** 9n, 8)}${le(BigInt(points), 2)}`;
  return [1, `${zeros(72)}${fee(now)}${fee(later)}`];
};

/** The extension of a mint that calls a program with each transfer. */
export const hookExtension = (program?: string): readonly [number, string] => [
  14,
  `${zeros(32)}${program === undefined ? zeros(32) : key(program)}`,
];

const NEVER = 2n ** 64n - 1n;

/** A lookup table. `removedAt` is the slot in which its removal began. */
export const lookupTable = (addresses: readonly string[], removedAt: bigint = NEVER): Uint8Array =>
  fromHex(`01000000${le(removedAt, 8)}${zeros(8)}00${zeros(1)}${zeros(32)}${zeros(2)}${addresses.map(key).join('')}`);
