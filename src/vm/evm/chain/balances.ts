/** Reads up to 500 balances with one call of Multicall3. If a token refuses the read, the others can still be read. */
import type { Hex } from 'viem';
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils';
import type { Asset } from '../../../types.js';
import type { ChainAccess } from '../../family/sources.js';
import { nativeAddress } from '../../registry/registry.js';
import { abiFunction } from '../abi/abi-function.js';
import { WORD } from '../abi/constants.js';
import { rpc } from '../../family/rpc.js';
import { addressWord } from './quantities.js';
import { batchesOf } from '../../../shared/builtins/batches.js';

const BATCH = 500;

/** The address of Multicall3 on most chains. The code uses it if the chain's record contains none. */
const MULTICALL3 = '0xca11bde05977b3631167028862be2a173976ca11';

/** Function selectors: Multicall3's `getEthBalance(address)` and ERC-20's `balanceOf(address)`. */
const GET_ETH_BALANCE = '0x4d2301cc';
const BALANCE_OF = '0x70a08231';

const callList = {
  type: 'tuple[]',
  components: [
    { name: 'target', type: 'address' },
    { name: 'allowFailure', type: 'bool' },
    { name: 'callData', type: 'bytes' },
  ],
} as const;
const resultList = {
  type: 'tuple[]',
  components: [
    { name: 'success', type: 'bool' },
    { name: 'returnData', type: 'bytes' },
  ],
} as const;
const multicall3 = [{ ...abiFunction('aggregate3', callList), outputs: [resultList] }] as const;

/** Returns the balances in the order of `assets`, with null for one that cannot be read. Throws only after an abort. */
export function balances(
  address: string,
  assets: readonly Pick<Asset, 'currency'>[],
  access: ChainAccess,
): Promise<(bigint | null)[]> {
  const native = nativeAddress(access.chain);
  const owner = addressWord(address);
  const calls = assets.map(({ currency }) =>
    currency.toLowerCase() === native
      ? callOf(multicallAddress(access), `${GET_ETH_BALANCE}${owner}`)
      : callOf(currency, `${BALANCE_OF}${owner}`),
  );
  return readWords(calls, access);
}

/** One call of a Multicall3 request. */
export type MulticallEntry = { target: Hex; allowFailure: true; callData: Hex };

/** Creates one call of a Multicall3 request. Its failure does not affect the other calls of the request. */
export const callOf = (target: string, callData: string): MulticallEntry => ({
  target: target as Hex,
  allowFailure: true,
  callData: callData as Hex,
});

/** Returns the address of Multicall3 from the chain's record, or `MULTICALL3` if the record contains none. */
const multicallAddress = ({ chain }: ChainAccess): string => chain.contracts?.multicall3 || MULTICALL3;

/**
 * Reads one 32-byte word for each call, in the order of `calls`. A call that failed or did not return exactly one word
 * gives null.
 */
const readWords = async (calls: readonly MulticallEntry[], access: ChainAccess): Promise<(bigint | null)[]> =>
  (await readResults(calls, access)).map((data) => (data?.length === WORD ? BigInt(data) : null));

/**
 * Returns the data of each call in the order of `calls`, with null for a call that failed. Throws only after an abort.
 */
export async function readResults(calls: readonly MulticallEntry[], access: ChainAccess): Promise<(Hex | null)[]> {
  const batches = batchesOf(calls, BATCH);
  return (await Promise.all(batches.map((batch) => readBatch(batch, access)))).flat();
}

async function readBatch(calls: readonly MulticallEntry[], access: ChainAccess): Promise<(Hex | null)[]> {
  try {
    const data = encodeFunctionData({ abi: multicall3, functionName: 'aggregate3', args: [calls] });
    const answer = (await rpc(access, 'eth_call', [{ to: multicallAddress(access), data }, 'latest'])) as Hex;
    const results = decodeFunctionResult({ abi: multicall3, functionName: 'aggregate3', data: answer });
    return calls.map((_, index) => {
      const result = results[index];
      return result?.success ? result.returnData : null;
    });
  } catch {
    access.signal.throwIfAborted();
    return calls.map(() => null);
  }
}
