/**
 * Reads the symbol and the decimals of tokens from their contracts. This code loads when the page needs the first token
 * that is not in the chain's record.
 */
import { decodeAbiParameters, hexToBytes, hexToNumber } from 'viem/utils';
import type { Hex } from 'viem';
import type { Asset } from '../../../types.js';
import type { TokenInfo } from '../../family/adapter.js';
import type { ChainAccess } from '../../family/sources.js';
import { WORD } from '../abi/constants.js';
import { callOf, readResults, type MulticallEntry as Call } from './balances.js';
import { rpc } from '../../family/rpc.js';

/** Function selectors of ERC-20: `symbol()` and `decimals()`. */
const SYMBOL = '0x95d89b41';
const DECIMALS = '0x313ce567';

/**
 * Maximum length of the data that `symbol()` returns, in characters with `0x`. If the data is longer, the code reports
 * no symbol.
 */
const LONGEST = 2 + 64 * 8;

/** The largest value of `decimals()`, which is a uint8. */
const MOST_DECIMALS = 255n;

/**
 * Returns symbol and decimals in the order of `assets`. The entry of a token is null if its contract gives no valid
 * answers. The function throws only after an abort.
 */
export async function tokenInfo(
  assets: readonly Pick<Asset, 'currency'>[],
  access: ChainAccess,
): Promise<(TokenInfo | null)[]> {
  const calls = assets.flatMap(({ currency }) => [callOf(currency, SYMBOL), callOf(currency, DECIMALS)]);
  // A read through the wallet calls each token directly and not through Multicall3. The address of Multicall3 can come
  // from the service, and a false Multicall3 could report wrong values.
  const results = await (access.request ? readEach(calls, access) : readResults(calls, access));
  return assets.map((_, index) => {
    const symbol = textOf(results[2 * index]);
    const decimals = results[2 * index + 1];
    const isNumber = decimals?.length === WORD && BigInt(decimals) <= MOST_DECIMALS;
    return symbol && isNumber ? { symbol, decimals: hexToNumber(decimals) } : null;
  });
}

const readEach = (calls: readonly Call[], access: ChainAccess): Promise<(Hex | null)[]> =>
  Promise.all(
    calls.map(async ({ target, callData }) => {
      try {
        return (await rpc(access, 'eth_call', [{ to: target, data: callData }, 'latest'])) as Hex;
      } catch {
        access.signal.throwIfAborted();
        return null;
      }
    }),
  );

/** Decodes a symbol. Some old tokens return 32 bytes instead of an ABI string. */
function textOf(data: Hex | null | undefined): string | null {
  if (!data || data.length > LONGEST) return null;
  try {
    if (data.length > WORD) return decodeAbiParameters([{ type: 'string' }], data)[0];
    return new TextDecoder().decode(hexToBytes(data.replace(/(00)+$/, '') as Hex));
  } catch {
    return null;
  }
}
