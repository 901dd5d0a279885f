/** An EIP-1193 wallet with a local key, without a page: it says yes to everything unless a test says otherwise. */

import { numberToHex, type Address, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Devnet } from '../../demo/devnet/index.js';
import type { EIP1193Provider } from '../../src/headless.js';
import { clientsOf, ORIGIN } from './support.js';

export interface LocalWallet {
  readonly provider: EIP1193Provider;
  readonly address: Address;
  /** What would have opened a window, in order. */
  readonly prompts: readonly string[];
  /** The next prompt of this method is refused. */
  refuse(method: string): void;
}

const SILENT = ['eth_accounts', 'eth_chainId'];

export function localWallet(devnet: Devnet, key: Hex): LocalWallet {
  const { address } = privateKeyToAccount(key);
  const prompts: string[] = [];
  const refused = new Set<string>();
  let chainId = ORIGIN;

  async function answer(method: string, [first]: readonly unknown[]): Promise<unknown> {
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
        const { to, data, value } = first as { to: Address; data?: Hex; value?: Hex };
        return clientsOf(devnet, chainId, key).wallet.sendTransaction({
          to,
          ...(data && { data }),
          value: BigInt(value ?? 0),
        });
      }
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
        if (!SILENT.includes(method)) prompts.push(method);
        if (refused.delete(method)) throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
        return answer(method, (params ?? []) as readonly unknown[]);
      },
    },
  };
}
