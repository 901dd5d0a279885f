/** The wallet on the phone: signs what its holder has agreed to, and sends to the local chains. */
import { createWalletClient, defineChain, encodeFunctionData, http, parseAbi, type Address, type Hex } from 'viem';
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { phonePayers } from '../base/accounts.js';
import type { Devnet } from '../index.js';

/** An account of the phone. The contract account is an account of the first key. */
export type PhoneAccount = { address: Address; isContract: boolean };

/** The methods that the wallet approves for a page. */
export const PHONE_METHODS = [
  'eth_sendTransaction',
  'personal_sign',
  'eth_signTypedData_v4',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
];

export interface PhoneWallet {
  readonly accounts: readonly PhoneAccount[];
  /** The chains that the wallet knows. */
  readonly chains: readonly number[];
  /**
   * Executes a request of the page, and returns the wallet's answer.
   * @throws an error with a code of EIP-1193 or EIP-5792, or the error of the chain's node
   */
  request(request: { method: string; params?: unknown }, chainId: number): Promise<unknown>;
}

type Call = { from?: Address; to?: Address; data?: Hex; value?: Hex };
type TypedData = Parameters<PrivateKeyAccount['signTypedData']>[0];

const executeAbi = parseAbi([
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function execute(Call[] calls)',
]);

export function createPhoneWallet({ chains, addresses }: Pick<Devnet, 'chains' | 'addresses'>): PhoneWallet {
  const keys = phonePayers.map(({ key }) => privateKeyToAccount(key));
  const contract: PhoneAccount = { address: addresses.phoneSmartAccount, isContract: true };
  const accounts = [...keys.map(({ address }): PhoneAccount => ({ address, isContract: false })), contract];
  const batches = new Map<string, { hash: Hex; chainId: number }>();
  // The keys of the phone are keys of EVM chains.
  const urls = new Map(chains.flatMap(({ id, httpRpcUrl }) => (id < SVM_IDS ? [[id, httpRpcUrl] as const] : [])));

  const urlOf = (chainId: number): string => urls.get(chainId) ?? fail(4902, `The phone does not know ${chainId}`);
  const accountOf = (address: unknown): PhoneAccount =>
    accounts.find((each) => isSame(each.address, address)) ?? fail(4100, 'The phone does not have this account');
  const keyOf = ({ address, isContract }: PhoneAccount): PrivateKeyAccount =>
    keys.find((each) => isContract || isSame(each.address, address))!;

  const send = (chainId: number, from: unknown, calls: readonly Call[]): Promise<Hex> => {
    const account = accountOf(from);
    const url = urlOf(chainId);
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
    const chain = defineChain({ id: chainId, name: '', nativeCurrency, rpcUrls: { default: { http: [url] } } });
    const client = createWalletClient({ account: keyOf(account), chain, transport: http(url, { retryCount: 0 }) });
    const [{ to, data, value = '0x0' } = {}] = calls;
    return client.sendTransaction(
      account.isContract
        ? { to: account.address, data: wrapped(calls) }
        : { ...(to && { to }), ...(data && { data }), value: BigInt(value) },
    );
  };

  const callsStatus = async (id: string): Promise<object> => {
    const { hash, chainId } = batches.get(id) ?? fail(5730, 'Unknown bundle id');
    const receipt = (await rpc(urlOf(chainId), 'eth_getTransactionReceipt', [hash])) as { status: Hex } | null;
    const ended = receipt?.status === '0x1' ? 200 : 500;
    return { version: '2.0.0', id, status: receipt ? ended : 100, atomic: true, receipts: receipt ? [receipt] : [] };
  };

  return {
    accounts,
    chains: [...urls.keys()],
    async request({ method, params }, chainId) {
      const [first, second] = params as readonly unknown[];
      switch (method) {
        case 'eth_sendTransaction':
          return send(chainId, (first as Call).from, [first as Call]);
        case 'personal_sign':
          return keyOf(accountOf(second)).signMessage({ message: { raw: first as Hex } });
        case 'eth_signTypedData_v4':
          return keyOf(accountOf(first)).signTypedData(JSON.parse(String(second)) as TypedData);
        case 'wallet_sendCalls': {
          const { id, from, calls } = first as { id: string; from: Address; calls: readonly Call[] };
          if (!accountOf(from).isContract) return fail(5700, 'This account cannot send several calls together');
          batches.set(id, { hash: await send(chainId, from, calls), chainId });
          return { id };
        }
        case 'wallet_getCallsStatus':
          return callsStatus(String(first));
        default:
          return fail(4200, `${method} is not supported`);
      }
    },
  };
}

/** The ids of the devnet's EVM chains are smaller than this number, and that of its SVM chain is larger. */
const SVM_IDS = 1_000_000;

/** Wraps the calls in one call of the contract account. If one call fails, all calls revert. */
function wrapped(all: readonly Call[]): Hex {
  const calls = all.map(({ to = '0x', data: callData = '0x', value = '0x0' }) => ({
    target: to,
    allowFailure: false,
    value: BigInt(value),
    callData,
  }));
  return encodeFunctionData({ abi: executeAbi, args: [calls] });
}

async function rpc(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return ((await response.json()) as { result?: unknown }).result;
}

const isSame = (address: string, other: unknown): boolean => address.toLowerCase() === String(other).toLowerCase();

function fail(code: number, message: string): never {
  throw Object.assign(new Error(message), { code });
}
