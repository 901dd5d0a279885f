/** Checks whether a text looks like an account address, for each chain type of the service. */
import { isHexAccount, sameAddress } from '../shared/chain.js';
import { BYTES32 } from '../shared/patterns.js';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** For each `vmType`, a function that checks whether a text looks like an address. It ignores checksums. */
export const forms: Readonly<Record<string, (text: string) => boolean>> = {
  evm: isHexAccount,
  hypevm: isHexAccount,
  // An account index, or the owner's EVM address.
  lvm: (text) => isHexAccount(text) || /^[1-9]\d{0,17}$/.test(text),
  svm: (text) => base58Bytes(text)?.length === 32,
  // Old addresses start with a version byte. All other addresses are bech32 in a single case.
  bvm: (text) => hasVersion(text, 0x00, 0x05) || (/^bc1[02-9ac-hj-np-z]{11,71}$/i.test(text) && isOneCase(text)),
  tvm: (text) => hasVersion(text, 0x41),
  tonvm: (text) => /^[EU]Q[\w-]{46}$/.test(text) || /^(0|-1):[0-9a-f]{64}$/i.test(text),
  suivm: (text) => BYTES32.test(text),
};

/** True if `text` has the form of an account address on this chain type. False for an unknown chain type. */
export const looksLikeAddress = (text: string, vmType: string): boolean => {
  const form = Object.hasOwn(forms, vmType) ? forms[vmType] : undefined;
  return form?.(text) ?? false;
};

/** Whether `all` contains this address, compared with `sameAddress`. */
export const isOneOf = (address: string, all: readonly string[]): boolean =>
  all.some((each) => sameAddress(each, address));

const burns: readonly RegExp[] = [
  /^0x0+$/i,
  /^0x(0+dead|dead0+|dead(dead)+|f{40})$/i,
  /^1{32}$/,
  /^1nc1nerator1+$/,
  /^1{21}4oLvT2$|^1BitcoinEaterAddressDontSendf59kuE$/,
  /^T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb$/,
  // Placeholders that price requests use in place of a payer.
  /^(CbKGgVKLJFb8bBrf58DnAkdryX6ubewVytn7X957YwNr|CrfbABN2sSvmoZLu9eDDfXpaC2nHg42R7AXbHs9eg4S9)$/,
  /^(bc1q4vxn43l44h30nkluqfxd9eckf45vr2awz38lwa|THa7BwoPfacfiELa63pbmm3g5PGKYmtJyt)$/i,
  // Programs of SVM chains. Most of them have a name that is filled up with the digit 1.
  /^[A-Z]\w*1{10,}\w{0,3}$/,
  /^(TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA|ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL)$/,
];

/** Whether the address is a well-known burn address, placeholder or program. Money that is sent to it is lost. */
export const isBurnAddress = (text: string): boolean => burns.some((pattern) => pattern.test(text));

/** Whether all letters are lower case, or all are upper case. An EVM address in this form has no checksum. */
export const isOneCase = (text: string): boolean => text === text.toLowerCase() || text === text.toUpperCase();

/** Checks the length and the version byte of a base58check address, but not its checksum. */
const hasVersion = (text: string, ...versions: number[]): boolean => {
  const bytes = base58Bytes(text);
  return bytes?.length === 25 && versions.includes(bytes[0] ?? -1);
};

/** Decodes base58. Null if the text is not base58 or is longer than 64 characters. */
export function base58Bytes(text: string): number[] | null {
  if (text.length > 64 || !/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return null;
  let value = 0n;
  for (const letter of text) value = value * 58n + BigInt(BASE58.indexOf(letter));
  const hex = value === 0n ? '' : value.toString(16);
  const bytes = (hex.length % 2 === 0 ? hex : `0${hex}`).match(/../g) ?? [];
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  return [...Array.from({ length: zeros }, () => 0), ...bytes.map((byte) => Number.parseInt(byte, 16))];
}

const PRIME = (1n << 255n) - 19n;

/**
 * Whether a key can control the account of this SVM address. Only a point of the curve ed25519 is a public key. A token
 * account and the account of a program are no such point.
 */
export function canHaveKey(address: string): boolean {
  const bytes = base58Bytes(address) ?? [];
  const y = bytes.reduceRight((all, byte) => all * 256n + BigInt(byte), 0n) & ((1n << 255n) - 1n);
  const squared = (y * y) % PRIME;
  // With the curve's constants, x² is a square exactly if this product is one.
  const product = (squared - 1n) * (121_666n - 121_665n * squared) * 121_666n;
  return powerOf(((product % PRIME) + PRIME) % PRIME, (PRIME - 1n) / 2n) <= 1n;
}

/** `base` to the power of `exponent`, modulo `PRIME`. */
const powerOf = (base: bigint, exponent: bigint): bigint => {
  if (exponent === 0n) return 1n;
  const half = powerOf((base * base) % PRIME, exponent / 2n);
  return exponent % 2n === 0n ? half : (half * base) % PRIME;
};
