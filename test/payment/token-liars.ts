/** What the contracts of tokens answer that are not what a service's list calls them. */
import { encodeAbiParameters, toHex, type Hex } from 'viem';
import type { World } from '../support/world.js';

/** The answers of a contract. Null means that the call reverts. A call without an entry has the usual answer. */
export type Answers = Partial<Record<'symbol' | 'decimals' | 'isUnique' | 'isKinds' | 'isAnything', Hex | null>>;

const supports = (id: string): Hex => `0x01ffc9a7${id.padEnd(64, '0')}`;
const CALLS: Readonly<Record<keyof Answers, Hex>> = {
  symbol: '0x95d89b41',
  decimals: '0x313ce567',
  isUnique: supports('80ac58cd'),
  isKinds: supports('d9b67a26'),
  isAnything: supports('ffffffff'),
};

export const text = (symbol: string): Hex => encodeAbiParameters([{ type: 'string' }], [symbol]);
export const number = (value: number): Hex => toHex(value, { size: 32 });
/** The text at the start of 32 bytes, as old tokens return it. */
export const padded = (symbol: string): Hex => `0x${toHex(symbol).slice(2).padEnd(64, '0')}`;

/** Lets the contract at this address give these answers from now on. */
export const answering = (world: World, token: string, answers: Answers): void => {
  const names = Object.keys(CALLS) as (keyof Answers)[];
  world.replies.set(token, (data) => {
    const name = names.find((each) => CALLS[each] === data);
    return name && name in answers ? answers[name] : undefined;
  });
};

/** Symbols that say nothing, or that a payer could take for another. */
export const ODD_SYMBOLS: Readonly<Record<string, string>> = {
  'an empty symbol': '',
  'a symbol of 2,000 bytes': 'USDC'.repeat(500),
  'a symbol of 41 characters': 'U'.repeat(41),
  'a symbol with a space at its end': 'USDC ',
  'a symbol with a space in it': 'US DC',
  'a symbol with a wide space': 'USDC\u3000',
  'a symbol with a line break': 'USDC\n',
  'a symbol with a zero in it': 'US\0DC',
  'a symbol with a control character': 'USD\u0007C',
  'a symbol with a character of no width': 'US\u200bDC',
  'a symbol that changes the direction': '\u202eCDSU',
  'a symbol with an invisible letter': 'USDC\u3164',
  'a symbol with a blank of braille': 'USDC\u2800',
  'a symbol with half a character': 'USDC\ud83d',
};

/** Contracts that do not confirm the token `USDC` with 6 decimals. */
export const LIARS: Readonly<Record<string, Answers>> = {
  'is a collection without decimals': { symbol: text('ART'), decimals: null, isUnique: number(1) },
  'is a collection that calls itself USDC, with 6 decimals': { isUnique: number(1) },
  'is a collection of several kinds that calls itself USDC': { isKinds: number(1) },
  'has another symbol': { symbol: text('JUNK') },
  'has the symbol in other letters': { symbol: text('usdc') },
  'has a look-alike symbol': { symbol: text('USD\u0421') },
  'has other decimals': { decimals: number(18) },
  'has other decimals and no symbol': { symbol: null, decimals: number(18) },
  'has other decimals and an empty answer for its symbol': { symbol: '0x', decimals: number(16) },
  'has no symbol': { symbol: null },
  'has no decimals': { decimals: null },
  'has neither': { symbol: null, decimals: null },
  'answers nothing at all': { symbol: '0x', decimals: '0x' },
  'has decimals of one byte': { decimals: '0x06' },
  'has decimals of two words': { decimals: `0x${'00'.repeat(63)}06` },
  'has more decimals than a byte can say': { decimals: number(262) },
  'has a symbol that is no text': { symbol: `0x${'ff'.repeat(64)}` },
  'has 32 bytes that are no text': { symbol: `0x${'ff'.repeat(32)}` },
  'has a symbol of a few bytes': { symbol: '0x55534443' },
  ...Object.fromEntries(Object.entries(ODD_SYMBOLS).map(([what, symbol]) => [`has ${what}`, { symbol: text(symbol) }])),
};

/** Contracts that confirm the token `USDC` with 6 decimals in an unusual form. */
export const ODD_BUT_HONEST: Readonly<Record<string, Answers>> = {
  'returns its symbol as 32 bytes': { symbol: padded('USDC') },
  'fills its symbol up with zeros': { symbol: text('USDC\0\0') },
  'answers yes to every interface': { isUnique: number(1), isKinds: number(1), isAnything: number(1) },
  'answers no to every interface': { isUnique: number(0), isKinds: number(0), isAnything: number(0) },
  'answers about interfaces with nothing': { isUnique: '0x', isKinds: '0x' },
};
