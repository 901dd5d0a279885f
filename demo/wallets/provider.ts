/**
 * The demo wallet's EIP-1193 provider. The provider answers read requests, and shows all other requests to the wallet's
 * owner.
 */
import type { Hex } from 'viem';
import { addressAt, chainIdOf, rpcUrlOf } from './execute-request.js';
import type { RequestQueue } from './request-queue.js';
import { activeChainId, updateState, walletState } from './wallet-state.js';
import { ProviderError } from './provider-error.js';
import { typedDataOf, type TransactionParameters } from './describe-request.js';

type Listener = (value: unknown) => void;
export type ProviderRequest = { method: string; params?: unknown };

export interface DemoProvider {
  request(request: ProviderRequest): Promise<unknown>;
  on(event: string, listener: Listener): DemoProvider;
  removeListener(event: string, listener: Listener): DemoProvider;
  /**
   * Emits `accountsChanged` or `chainChanged` if the value has changed. The caller must call `refresh` after every
   * change of the stored state.
   */
  refresh(): void;
}

export function createProvider(requests: RequestQueue): DemoProvider {
  const listeners = new Map<string, Set<Listener>>();
  let emitted = { accounts: shared(), chainId: hex(activeChainId()) };

  function refresh(): void {
    const now = { accounts: shared(), chainId: hex(activeChainId()) };
    const before = emitted;
    emitted = now;
    if (now.accounts.join() !== before.accounts.join()) emit('accountsChanged', now.accounts);
    if (now.chainId !== before.chainId) emit('chainChanged', now.chainId);
  }

  function emit(event: string, value: unknown): void {
    for (const listener of listeners.get(event) ?? []) listener(value);
  }

  const provider: DemoProvider = {
    async request({ method, params }) {
      const list = Array.isArray(params) ? (params as unknown[]) : [];
      const result = await answer(requests, method, list);
      refresh();
      return result;
    },
    on(event, listener) {
      const registered = listeners.get(event) ?? new Set();
      listeners.set(event, registered.add(listener));
      return provider;
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener);
      return provider;
    },
    refresh,
  };
  return provider;
}

/** Returns the accounts that the page can see. The list is empty until the wallet is connected. */
function shared(): readonly string[] {
  const { connected, account } = walletState();
  return connected ? [addressAt(account)] : [];
}

async function answer(requests: RequestQueue, method: string, params: readonly unknown[]): Promise<unknown> {
  switch (method) {
    case 'eth_accounts':
      return shared();
    case 'eth_chainId':
      return hex(activeChainId());
    case 'net_version':
      return String(activeChainId());
    case 'eth_requestAccounts':
      return walletState().connected ? shared() : requests.request(method, params);
    case 'wallet_requestPermissions':
      return requests.request(method, params);
    case 'wallet_revokePermissions':
      updateState({ connected: false });
      return null;
    case 'wallet_getPermissions':
      return walletState().connected ? [{ parentCapability: 'eth_accounts' }] : [];
    case 'wallet_switchEthereumChain':
      if (chainIdOf(params) === walletState().unknownChainId) throw new ProviderError(4902, 'Unrecognized chain ID');
      rpcUrlOf(chainIdOf(params));
      return chainIdOf(params) === activeChainId() ? null : requests.request(method, params);
    case 'wallet_addEthereumChain':
      rpcUrlOf(chainIdOf(params));
      return chainIdOf(params) === walletState().unknownChainId ? requests.request(method, params) : null;
    case 'eth_sendTransaction': {
      const { from, chainId } = params[0] as TransactionParameters;
      requireOwnAccount(from);
      requireActiveChain(chainId);
      return requests.request(method, params);
    }
    case 'wallet_getCapabilities':
      requireOwnAccount(params[0]);
      return { [hex(activeChainId())]: { atomic: { status: isBatching() ? 'supported' : 'unsupported' } } };
    case 'wallet_sendCalls': {
      const { from, chainId } = params[0] as TransactionParameters;
      requireOwnAccount(from);
      requireActiveChain(chainId);
      if (!isBatching()) throw new ProviderError(5760, 'This wallet cannot send a batch of calls.');
      return requests.request(method, params);
    }
    case 'wallet_getCallsStatus':
      return callsStatus(String(params[0]));
    case 'personal_sign':
      requireOwnAccount(params[1]);
      return requests.request(method, params);
    case 'eth_signTypedData_v4':
      requireOwnAccount(params[0]);
      requireActiveChain(typedDataOf(params).domain['chainId'] as Hex | number | undefined);
      return requests.request(method, params);
    default:
      if (/^(?:wallet_|personal_|eth_sign)/u.test(method)) throw new ProviderError(4200, `${method} is not supported`);
      return forward(method, params);
  }
}

const isBatching = (): boolean => walletState().form === 'batching';

/** Returns the status of a batch. On the chain, a batch is one transaction. */
async function callsStatus(id: string): Promise<unknown> {
  const hash = walletState().batches[id];
  if (!hash) throw new ProviderError(5730, 'Unknown bundle id');
  const receipt = (await forward('eth_getTransactionReceipt', [hash])) as { status: Hex } | null;
  const ended = receipt?.status === '0x1' ? 200 : 500;
  const status = receipt === null ? 100 : ended;
  return { version: '2.0.0', id, status, atomic: true, ...(receipt && { receipts: [receipt] }) };
}

function requireOwnAccount(address: unknown): void {
  const isShared = shared().some((account) => account.toLowerCase() === String(address).toLowerCase());
  if (!isShared) throw new ProviderError(4100, 'The requested account has not been authorized by the user.');
}

/** Throws if the request is for a network that is not active. Real wallets do the same. */
function requireActiveChain(chainId: Hex | number | undefined): void {
  if (chainId === undefined || Number(chainId) === activeChainId()) return;
  throw new ProviderError(-32603, `Active chainId is ${hex(activeChainId())} but received ${hex(Number(chainId))}`);
}

/** Sends a read request to the chain node. */
async function forward(method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(rpcUrlOf(activeChainId()), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const body = (await response.json()) as { result?: unknown; error?: { code: number; message: string } };
  if (body.error) throw new ProviderError(body.error.code, body.error.message);
  return body.result;
}

const hex = (number: number): Hex => `0x${number.toString(16)}`;
