/**
 * Checks whether a text looks like an account address or a currency of a chain type. Also recognizes well-known
 * addresses that nobody should pay. Does not check any checksum.
 */
import { isHexAccount, sameAddress, ZERO_ADDRESS } from '../../shared/chain.js';
import { BYTES32 } from '../../shared/text/patterns.js';
import type { VmType } from '../../types.js';

/** The forms of the addresses of a chain type: of accounts, of currencies, and of the native currency. */
type Forms = {
  /** Whether the text has the form of an account. */
  isAccount: (text: string) => boolean;
  /** The form of a currency; absent if this form is not checked. */
  currency?: RegExp;
  /** The address of the native currency; absent if the chains of this type do not all have the same one. */
  native?: string;
};

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/**
 * The forms by `vmType`. `judge-address.ts` also checks the bytes and checksums of accounts, except the checksum of an
 * EVM address.
 */
const forms: Readonly<Record<VmType, Forms>> = {
  evm: { isAccount: isHexAccount, native: ZERO_ADDRESS },
  // A currency is a token id, which the name of a DEX in hex can follow.
  hypevm: { isAccount: isHexAccount, currency: /^0x[0-9a-f]{32}([2-7][0-9a-f]){0,32}$/i },
  // An account is an index, or the EVM address of the owner.
  lvm: { isAccount: (text) => isHexAccount(text) || /^[1-9]\d{0,17}$/.test(text) },
  // A currency is a mint. Its address has the form of an account.
  svm: { isAccount: (text) => BASE58.test(text), currency: BASE58, native: '1'.repeat(32) },
  // Old Bitcoin addresses are base58, and newer Bitcoin addresses are bech32 or bech32m.
  bvm: { isAccount: (text) => /^([13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[02-9ac-hj-np-z]{11,71})$/i.test(text) },
  tvm: { isAccount: (text) => /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text) },
  tonvm: { isAccount: (text) => /^([EU][Qf][\w/+-]{46}|(0|-1):[\da-f]{64})$/i.test(text) },
  suivm: { isAccount: (text) => BYTES32.test(text) },
};

/** Whether this package can check the addresses of this chain type. */
export const isKnownVm = (vmType: string): vmType is VmType => Object.hasOwn(forms, vmType);

/** Returns true if `text` has the form of an account address on this chain type, or false for an unknown chain type. */
export const looksLikeAddress = (text: string, vmType: string): boolean =>
  isKnownVm(vmType) && forms[vmType].isAccount(text);

/** Returns true if `text` has the form of an account address on any chain type. */
export const looksLikeAnyAddress = (text: string): boolean =>
  Object.values(forms).some(({ isAccount }) => isAccount(text));

/**
 * Whether `all` contains this address, compared with `sameAddress`. A record's missing address must be undefined in
 * `all`, and not '', which would equal an empty address of a quote.
 */
export const isOneOf = (address: string, all: readonly (string | undefined)[]): boolean =>
  all.some((each) => each !== undefined && sameAddress(each, address));

const burns: readonly RegExp[] = [
  /^0x0+$/i,
  /^0x(0+dead|dead0+|dead(dead)+|f{40})$/i,
  /^1{32}$/,
  /^1nc1nerator1+$/,
  /^1{21}4oLvT2$|^1BitcoinEaterAddressDontSendf59kuE$/,
  /^T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb$/,
  // The TON account whose address consists of zeros.
  /^([EU]QA{43}|(0|-1):0+$)/,
  // Placeholder addresses, which other clients of the service use in requests for a price while no payer is known.
  /^(CbKGgVKLJFb8bBrf58DnAkdryX6ubewVytn7X957YwNr|CrfbABN2sSvmoZLu9eDDfXpaC2nHg42R7AXbHs9eg4S9)$/,
  /^(bc1q4vxn43l44h30nkluqfxd9eckf45vr2awz38lwa|THa7BwoPfacfiELa63pbmm3g5PGKYmtJyt)$/i,
  // Well-known addresses of SVM chains, such as programs, most of which begin with a name and end with many digits 1.
  /^[A-Z]\w*1{10,}\w{0,3}$/,
  // Both token programs, the program that creates token accounts, and both memo programs.
  /^(TokenkegQfeZyiNwAJbN|TokenzQdBNbLqP5VEhdk|ATokenGPvbdGVxr1b2hv|MemoSq4gqABAXKb96qnH|Memo1UhkJRfHyvLMcVuc)\w+$/,
];

/** Whether the address is a well-known one to which no money should go, such as a burn address or a program. */
export const isBurnAddress = (text: string): boolean => burns.some((pattern) => pattern.test(text));

/**
 * Whether this EVM address has the form of one that belongs to the chain itself: a precompile, such as `0x…0001`, or a
 * predeploy, such as `0x4200…0006`. Such an address contains 16 or more zero bytes in a row, and nobody can find a key
 * for it.
 */
export const isSystemAddress = (text: string): boolean => /^0x(?:0{36}|(?!0{4})[\da-f]{4}0{32})[\da-f]{4}$/i.test(text);

/** Whether all letters have the same case. An EVM address in one case has no checksum. */
export const isOneCase = (text: string): boolean => text === text.toLowerCase() || text === text.toUpperCase();

/**
 * Whether the letters of an SVM address all have the same case, which almost certainly means that somebody has changed
 * it. About a quarter of all Solana addresses are still valid in lower case, but then belong to nobody.
 */
export const isRecased = (text: string, vmType: string): boolean =>
  vmType === 'svm' && /[a-z]/i.test(text) && isOneCase(text);

/** Returns false if the currency cannot be one of this chain type, and true where no form is known. */
export const looksLikeCurrency = (text: string, vmType: string): boolean =>
  (isKnownVm(vmType) ? forms[vmType].currency?.test(text) : undefined) ?? true;

/** Returns the address of the native currency of every chain of this type, or undefined if there is no common one. */
export const commonNative = (vmType: string): string | undefined =>
  isKnownVm(vmType) ? forms[vmType].native : undefined;

/** Whether the address is, for at least one chain type, the native currency of every chain of this type. */
export const isCommonNative = (address: string): boolean =>
  Object.values(forms).some(({ native }) => native === address);
