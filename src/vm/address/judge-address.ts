/**
 * Decodes the addresses of all chain types, checks their checksums, and describes what is wrong. It does not check the
 * checksum of EVM addresses, and does not load for a valid EVM address on a chain with EVM addresses.
 */
import { base58, base64, base64url, bech32, bech32m, createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2';
import { isHexAccount } from '../../shared/chain.js';
import { BYTES32 } from '../../shared/text/patterns.js';
import type { AddressProblem, VmType } from '../../types.js';

/**
 * What an address is.
 * `spendable`: a key or a script can control the account.
 * `keyless`: no key controls the account. Perhaps a program does, or anyone can spend the money.
 * `checksum`: a character or its letter case was changed.
 * `test-network`: the address belongs to a test network.
 * `form`: the text is no address of this chain type.
 */
type Judgement = 'spendable' | 'keyless' | 'checksum' | 'test-network' | 'form';

/**
 * Returns `checksum` for an EVM address. On a chain with EVM addresses, the caller has already accepted every valid
 * one.
 */
const judgeEvm = (text: string): Judgement => (isHexAccount(text) ? 'checksum' : 'form');

const BITCOIN: Readonly<Record<number, Judgement>> = {
  0x00: 'spendable',
  0x05: 'spendable',
  0x6f: 'test-network',
  0xc4: 'test-network',
};
const TRON: Readonly<Record<number, Judgement>> = { 0x41: 'spendable' };

type Family = {
  judge: (text: string) => Judgement;
  /** The form of an address, for error messages to a developer. */
  needs: string;
  /** The text before "needs" in a message such as "Solana needs a Solana address". */
  needer: string;
  /** The name under which payers know the network of such addresses; absent if there is none. */
  network?: string;
  /** True if no other family with this mark has addresses of this form. */
  hasOwnForm?: true;
};

const HEX = 'an EVM address (0x and 40 hex digits)';

const families: Readonly<Record<VmType, Family>> = {
  evm: { judge: judgeEvm, needs: HEX, needer: 'an EVM chain', network: 'Ethereum', hasOwnForm: true },
  hypevm: { judge: judgeEvm, needs: HEX, needer: 'the perps venue', network: 'Ethereum' },
  lvm: {
    judge: (text) => (/^[1-9]\d{0,17}$/.test(text) ? 'spendable' : judgeEvm(text)),
    needs: 'an account index, or an EVM address (0x and 40 hex digits)',
    needer: 'this chain',
  },
  svm: {
    judge: judgeSvm,
    needs: 'a Solana address (32 bytes in base58)',
    needer: 'Solana',
    network: 'Solana',
    hasOwnForm: true,
  },
  bvm: {
    judge: (text) => (/^(bc|tb|bcrt)1/i.test(text) ? judgeSegwit(text) : judgeBase58(text, BITCOIN)),
    needs: 'a Bitcoin address of the main network',
    needer: 'Bitcoin',
    network: 'Bitcoin',
    hasOwnForm: true,
  },
  tvm: {
    judge: (text) => judgeBase58(text, TRON),
    needs: 'a Tron address (base58, with T at its start)',
    needer: 'Tron',
    network: 'Tron',
    hasOwnForm: true,
  },
  tonvm: {
    judge: judgeTon,
    needs: 'a TON address (48 characters of base64, or its raw form)',
    needer: 'TON',
    network: 'TON',
    hasOwnForm: true,
  },
  suivm: {
    judge: (text) => (BYTES32.test(text) && text.startsWith('0x') ? 'spendable' : 'form'),
    needs: 'a Sui address (0x and 64 hex digits)',
    needer: 'Sui',
    network: 'Sui',
    hasOwnForm: true,
  },
};

const names = Object.keys(families) as VmType[];

/** The maximum length of a text that this code decodes. Every address is shorter. */
const LONGEST = 90;

const isKnown = (vmType: string): vmType is VmType => Object.hasOwn(families, vmType);

const judge = (text: string, vmType: VmType): Judgement =>
  text.length > LONGEST ? 'form' : families[vmType].judge(text);

const isAddress = (judgement: Judgement): boolean => judgement === 'spendable' || judgement === 'keyless';

/**
 * Returns true if the form of this valid address shows that no key can control its account. Perhaps nobody can spend
 * the money there.
 */
export const isKeyless = (text: string, vmType: string): boolean =>
  isKnown(vmType) && judge(text, vmType) === 'keyless';

/**
 * Returns why the text is not a valid address of this chain type, or null if the text is one. Returns a problem even
 * for a valid EVM address, because the caller has already accepted it on a chain with EVM addresses.
 */
export function problemOf(text: string, vmType: string): AddressProblem | null {
  if (!isKnown(vmType))
    return { fault: 'form', wanted: vmType, message: `cannot be checked: the chain type ${vmType} is unknown` };
  const fault = judge(text, vmType);
  if (fault === 'spendable' || fault === 'keyless') return null;
  const own = families[vmType];
  const needs = `, but ${own.needer} needs ${own.needs}`;
  const networks = { ...(own.network && { wanted: own.network }) };
  const of = (why: string): AddressProblem => ({ fault, wanted: vmType, names: networks, message: `"${text}" ${why}` });
  if (fault === 'checksum' && vmType === 'svm')
    return of('has letters of one case only: copy it unchanged, because Solana distinguishes upper and lower case');
  if (fault === 'checksum') return of('has a wrong checksum: a character of it was changed');
  if (fault === 'test-network') return of(`is an address of a test network${needs}`);
  const isOf = (family: VmType): boolean => isAddress(judge(text, family)) || (family === 'evm' && isHexAccount(text));
  const found = names.find((family) => families[family].hasOwnForm && isOf(family));
  if (found) {
    const other = families[found];
    const named = { ...networks, ...(other.network && { found: other.network }) };
    return { ...of(`is ${other.needs.replace(/ \(.*/, '')}${needs}`), fault: 'family', found, names: named };
  }
  return of(`is not ${own.needs}${vmType === 'evm' ? NAMES : `, which ${own.needer} needs`}`);
}

const NAMES = '; names such as acme.eth are not accepted';

/** Decodes the text, or returns null if the text does not have the encoding of `codec`. */
const decoded = (codec: { decode: (text: string) => Uint8Array }, text: string): Uint8Array | null => {
  try {
    return codec.decode(text);
  } catch {
    return null;
  }
};

const base58check = createBase58check(sha256);

function judgeBase58(text: string, versions: Readonly<Record<number, Judgement>>): Judgement {
  const raw = decoded(base58, text);
  const judgement = raw?.length === 25 ? versions[raw[0] ?? -1] : undefined;
  if (judgement === undefined) return 'form';
  return decoded(base58check, text) ? judgement : 'checksum';
}

/**
 * Judges a segwit address of Bitcoin. Version 0 has a bech32 checksum (BIP-173), and later versions have a bech32m
 * checksum (BIP-350).
 */
function judgeSegwit(text: string): Judgement {
  const plain = bech32.decodeUnsafe(text);
  const read = plain ?? bech32m.decodeUnsafe(text);
  if (!read) return /^[a-z]+1[02-9ac-hj-np-z]{11,}$/.test(text.toLowerCase()) ? 'checksum' : 'form';
  const [version = -1, ...words] = read.words;
  const length = bech32.fromWordsUnsafe(words)?.length ?? 0;
  const isLengthRight = version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40;
  if (version < 0 || version > 16 || !isLengthRight) return 'form';
  if ((version === 0) !== (plain !== undefined)) return 'checksum';
  if (read.prefix !== 'bc') return 'test-network';
  // An address of any other version or length is `keyless`, because anyone can spend the money.
  return version === 0 || (version === 1 && length === 32) ? 'spendable' : 'keyless';
}

const TEST_ONLY = 0x80;
const BOUNCEABLE = 0x11;
const NOT_BOUNCEABLE = 0x51;

function judgeTon(text: string): Judgement {
  if (/^(0|-1):[\da-f]{64}$/i.test(text)) return 'spendable';
  const bytes = decoded(base64url, text) ?? decoded(base64, text);
  if (bytes?.length !== 36) return 'form';
  const [tag = 0, workchain] = bytes;
  const isTag = [BOUNCEABLE, NOT_BOUNCEABLE].includes(tag & ~TEST_ONLY);
  if (!isTag || (workchain !== 0 && workchain !== 0xff)) return 'form';
  if (crc16(bytes) !== 0) return 'checksum';
  return tag & TEST_ONLY ? 'test-network' : 'spendable';
}

/** Computes CRC-16/XMODEM, which is 0 if the bytes end with their correct checksum. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc;
}

/** Returns the 32 bytes of an SVM address, or null if the text is not an SVM address. */
export function svmBytes(text: string): Uint8Array | null {
  const bytes = text.length > LONGEST ? null : decoded(base58, text);
  return bytes?.length === 32 ? bytes : null;
}

/**
 * Judges an SVM address, which has no checksum. If all letters have the same case, somebody has almost certainly
 * changed it, because practically every real address with letters has both cases. In lower case, about a quarter of all
 * addresses are still valid, but then belong to nobody.
 */
function judgeSvm(text: string): Judgement {
  const bytes = svmBytes(text);
  if (!bytes) return 'form';
  if (/[a-z]/.test(text) !== /[A-Z]/.test(text)) return 'checksum';
  return isOnCurve(bytes) ? 'spendable' : 'keyless';
}

const PRIME = (1n << 255n) - 19n;

/** True if the bytes are a point of the curve ed25519, as public keys are. Addresses that programs derive are not. */
function isOnCurve(bytes: Uint8Array): boolean {
  const y = bytes.reduceRight((all, byte) => all * 256n + BigInt(byte), 0n) & ((1n << 255n) - 1n);
  const squared = (y * y) % PRIME;
  // The bytes are a point of the curve exactly if this product is a square modulo `PRIME`.
  const product = (squared - 1n) * (121_666n - 121_665n * squared) * 121_666n;
  return powerOf(((product % PRIME) + PRIME) % PRIME, (PRIME - 1n) / 2n) <= 1n;
}

/** `base` to the power of `exponent`, modulo `PRIME`. */
function powerOf(base: bigint, exponent: bigint): bigint {
  if (exponent === 0n) return 1n;
  const half = powerOf((base * base) % PRIME, exponent / 2n);
  return exponent % 2n === 0n ? half : (half * base) % PRIME;
}
