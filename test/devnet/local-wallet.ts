/** An EIP-1193 wallet with a local key, for Node. It approves each request unless a test calls `refuse` first. */

import { encodeFunctionData, numberToHex, parseAbi, type Address, type Hex, type TypedDataDefinition } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Devnet } from '../../demo/devnet/index.js';
import type { EIP1193Provider } from '../../src/headless.js';
import { clientsOf, ORIGIN } from './support.js';

export interface LocalWallet {
  readonly provider: EIP1193Provider;
  readonly address: Address;
  /** The requested methods for which a real wallet opens a window, in order. */
  readonly prompts: readonly string[];
  /** Rejects the next request of this method. */
  refuse(method: string): void;
}

const SILENT = /^(eth_(accounts|chainId|blockNumber|call|get\w+)|wallet_get\w+)$/u;

type WalletCall = { to: Address; data?: Hex; value?: Hex };

const executeAbi = parseAbi([
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function execute(Call[] calls)',
]);

/** @param batches True for the first payer's smart account, which can make several calls in one transaction */
export function localWallet(devnet: Devnet, key: Hex, batches = false): LocalWallet {
  const account = privateKeyToAccount(key);
  const address = batches ? devnet.addresses.smartAccount : account.address;
  const sent = new Map<string, Hex>();
  const prompts: string[] = [];
  const refused = new Set<string>();
  let chainId = ORIGIN;

  async function answer(method: string, [first, second]: readonly unknown[]): Promise<unknown> {
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return [address];
      case 'eth_chainId':
        return numberToHex(chainId);
      case 'wallet_switchEthereumChain':
        chainId = Number((first as { chainId: Hex }).chainId);
        return null;
      case 'eth_sendTransaction': {
        const { to, data, value } = first as WalletCall;
        return clientsOf(devnet, chainId, key).wallet.sendTransaction({
          to,
          ...(data && { data }),
          value: BigInt(value ?? 0),
        });
      }
      case 'eth_signTypedData_v4':
        return account.signTypedData(JSON.parse(String(second)) as TypedDataDefinition);
      case 'wallet_getCapabilities':
        return { [numberToHex(chainId)]: { atomic: { status: batches ? 'supported' : 'unsupported' } } };
      case 'wallet_sendCalls': {
        const { id, calls } = first as { id: string; calls: WalletCall[] };
        const all = calls.map(({ to: target, data: callData = '0x', value = '0x0' }) => ({
          target,
          allowFailure: false,
          value: BigInt(value),
          callData,
        }));
        const data = encodeFunctionData({ abi: executeAbi, args: [all] });
        sent.set(id, await clientsOf(devnet, chainId, key).wallet.sendTransaction({ to: address, data }));
        return { id };
      }
      case 'eth_blockNumber':
      case 'eth_call':
        return clientsOf(devnet, chainId, key).read.request({
          method,
          params: [first, second].filter((each) => each !== undefined),
        } as never);
      case 'wallet_getCallsStatus':
        return { status: 200, receipts: [{ transactionHash: sent.get(String(first)) }] };
      default:
        throw Object.assign(new Error(`${method} is not supported`), { code: 4200 });
    }
  }

  return {
    address,
    prompts,
    refuse: (method) => void refused.add(method),
    provider: {
      async request({ method, params }) {
        if (!SILENT.test(method)) prompts.push(method);
        if (refused.delete(method)) throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
        return answer(method, (params ?? []) as readonly unknown[]);
      },
    },
  };
}
