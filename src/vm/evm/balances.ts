/** What an account holds of many currencies, read in one call through multicall3, each of which may fail alone. */
import type { Hex } from 'viem';
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils';
import type { Asset } from '../../types.js';
import type { ChainAccess } from '../adapter.js';
import { nativeAddress } from '../registry.js';
import { rpc } from './rpc.js';

const BATCH = 500;

/** Where multicall3 is on every chain that does not say otherwise. */
const MULTICALL3 = '0xca11bde05977b3631167028862be2a173976ca11';

const multicall3 = [
  {
    type: 'function',
    name: 'aggregate3',
    stateMutability: 'payable',
    inputs: [
      {
        name: 'calls',
        type: 'tuple[]',
        components: [
          { name: 'target', type: 'address' },
          { name: 'allowFailure', type: 'bool' },
          { name: 'callData', type: 'bytes' },
        ],
      },
    ],
    outputs: [
      {
        name: 'returnData',
        type: 'tuple[]',
        components: [
          { name: 'success', type: 'bool' },
          { name: 'returnData', type: 'bytes' },
        ],
      },
    ],
  },
] as const;

/** In the order of `assets`; null for one that cannot be read. Never throws, save when aborted. */
export async function balances(
  address: string,
  assets: readonly Pick<Asset, 'currency'>[],
  access: ChainAccess,
): Promise<(bigint | null)[]> {
  const batches = Array.from({ length: Math.ceil(assets.length / BATCH) }, (_, n) =>
    assets.slice(n * BATCH, (n + 1) * BATCH),
  );
  return (await Promise.all(batches.map((batch) => batchBalances(address, batch, access)))).flat();
}

async function batchBalances(
  address: string,
  assets: readonly Pick<Asset, 'currency'>[],
  access: ChainAccess,
): Promise<(bigint | null)[]> {
  const target = (access.chain.contracts?.multicall3 || MULTICALL3) as Hex;
  const native = nativeAddress(access.chain);
  const owner = address.slice(2).toLowerCase().padStart(64, '0');
  const calls = assets.map(({ currency }) =>
    currency.toLowerCase() === native
      ? { target, allowFailure: true, callData: `${GET_ETH_BALANCE}${owner}` as Hex }
      : { target: currency as Hex, allowFailure: true, callData: `${BALANCE_OF}${owner}` as Hex },
  );
  try {
    const data = encodeFunctionData({ abi: multicall3, functionName: 'aggregate3', args: [calls] });
    const answer = (await rpc(access, 'eth_call', [{ to: target, data }, 'latest'])) as Hex;
    const results = decodeFunctionResult({ abi: multicall3, functionName: 'aggregate3', data: answer });
    return assets.map((_, index) => {
      const result = results[index];
      return result?.success && result.returnData.length === WORD ? BigInt(result.returnData) : null;
    });
  } catch {
    access.signal.throwIfAborted();
    return assets.map(() => null);
  }
}

/** Multicall3's `getEthBalance(address)` and ERC-20's `balanceOf(address)`. */
const GET_ETH_BALANCE = '0x4d2301cc';
const BALANCE_OF = '0x70a08231';

/** The length of one 32-byte word as 0x-hex. */
const WORD = 66;
