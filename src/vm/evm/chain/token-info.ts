/**
 * Reads the symbol, the decimals and the kind of a token from its contract. This code loads for the first token that is
 * not in the merchant's registry.
 */
import { decodeAbiParameters, hexToBytes, hexToNumber } from 'viem/utils';
import type { Hex } from 'viem';
import type { Asset } from '../../../types.js';
import type { TokenInfo } from '../../family/adapter.js';
import type { ChainAccess } from '../../family/sources.js';
import { WORD } from '../abi/constants.js';
import { rpc } from '../../family/rpc.js';
import { isRevert } from './is-revert.js';

/** Function selectors of ERC-20: `symbol()` and `decimals()`. */
const SYMBOL = '0x95d89b41';
const DECIMALS = '0x313ce567';

/** Returns the call `supportsInterface(id)` of ERC-165. */
const supports = (id: string): string => `0x01ffc9a7${id.padEnd(64, '0')}`;

/**
 * The calls that ask whether the contract is a collection: of unique pieces (ERC-721) or of several kinds (ERC-1155).
 */
const COLLECTIBLE = ['80ac58cd', 'd9b67a26'].map(supports);

/** The call with the id that ERC-165 reserves for no interface. A contract that returns true for it proves nothing. */
const NOTHING = supports('ffffffff');

/**
 * The maximum length of an answer to `symbol()` from which the page reads a symbol, in characters with `0x`.
 */
const LONGEST = 2 + 64 * 8;

/** The largest value of `decimals()`, which is a uint8. */
const MOST_DECIMALS = 255n;

/** The number of tokens that are read at the same time. More requests could exceed the limits of a public node. */
const AT_ONCE = 4;

/**
 * Reads the tokens in the order of `assets`. Throws only after an abort. Calls each contract directly and not through
 * Multicall3, whose address can come from the service.
 */
export async function tokenInfo(assets: readonly Pick<Asset, 'currency'>[], access: ChainAccess): Promise<TokenInfo[]> {
  const found: TokenInfo[] = [];
  for (let at = 0; at < assets.length; at += AT_ONCE) {
    const some = assets.slice(at, at + AT_ONCE);
    found.push(...(await Promise.all(some.map(({ currency }) => readToken(currency, access)))));
  }
  return found;
}

async function readToken(token: string, access: ChainAccess): Promise<TokenInfo> {
  const ask = (data: string): Promise<Answer> => readCall(token, data, access);
  const [symbol, decimals, ...flags] = await Promise.all([ask(SYMBOL), ask(DECIMALS), ...COLLECTIBLE.map(ask)]);
  const isNumber = decimals?.length === WORD && BigInt(decimals) <= MOST_DECIMALS;
  return {
    symbol: textOf(symbol),
    decimals: isNumber ? hexToNumber(decimals) : null,
    isCollectible: flags.some(isYes) && !isYes(await ask(NOTHING)),
    ...((symbol === undefined || decimals === undefined) && { isUnread: true as const }),
  };
}

/**
 * The data that the contract returned, null if it returned no data or refused the call, undefined without an answer.
 */
type Answer = Hex | null | undefined;

const isYes = (data: Answer): boolean => data?.length === WORD && BigInt(data) !== 0n;

async function readCall(to: string, data: string, access: ChainAccess): Promise<Answer> {
  try {
    const answer = await rpc(access, 'eth_call', [{ to, data }, 'latest']);
    return typeof answer === 'string' && /^0x(?:[0-9a-f]{2})+$/i.test(answer) ? (answer as Hex) : null;
  } catch (error) {
    access.signal.throwIfAborted();
    return isRevert(error) ? null : undefined;
  }
}

/**
 * Decodes a symbol, or returns null if it is empty or invalid. Some old tokens return 32 bytes instead of an ABI
 * string. Zeros at the end do not belong to the symbol.
 */
function textOf(data: Answer): string | null {
  if (!data || data.length > LONGEST || data.length < WORD) return null;
  try {
    const isWord = data.length === WORD;
    const [text] = isWord ? [utf8.decode(hexToBytes(data))] : decodeAbiParameters([{ type: 'string' }], data);
    return text.replace(/\0+$/, '') || null;
  } catch {
    return null;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
