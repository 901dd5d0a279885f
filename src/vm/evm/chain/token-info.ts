/** Reads the symbol and the decimals of tokens from their contracts. The code loads with the first unpinned token. */
import { decodeAbiParameters, hexToBytes, hexToNumber } from 'viem/utils';
import type { Hex } from 'viem';
import type { Asset } from '../../../types.js';
import type { ChainAccess, TokenInfo } from '../../adapter.js';
import { WORD } from '../abi/constants.js';
import { callOf, readResults, type MulticallEntry as Call } from './balances.js';
import { rpc } from './rpc.js';

/** Function selectors: ERC-20's `symbol()` and `decimals()`. */
const SYMBOL = '0x95d89b41';
const DECIMALS = '0x313ce567';

/** A longer answer is no symbol. */
const LONGEST = 2 + 64 * 8;

/** `decimals()` returns a uint8. */
const MOST_DECIMALS = 255n;

/** In the order of `assets`. Null for a token without valid answers. Throws only after an abort. */
export async function tokenInfo(
  assets: readonly Pick<Asset, 'currency'>[],
  access: ChainAccess,
): Promise<(TokenInfo | null)[]> {
  const calls = assets.flatMap(({ currency }) => [callOf(currency, SYMBOL), callOf(currency, DECIMALS)]);
  // Through the wallet, each contract is asked itself. Multicall3's address can be the service's word, and lie.
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

/** Decodes a text. Some old tokens return 32 bytes instead. */
function textOf(data: Hex | null | undefined): string | null {
  if (!data || data.length > LONGEST) return null;
  try {
    if (data.length > WORD) return decodeAbiParameters([{ type: 'string' }], data)[0];
    return new TextDecoder().decode(hexToBytes(data.replace(/(00)+$/, '') as Hex));
  } catch {
    return null;
  }
}
