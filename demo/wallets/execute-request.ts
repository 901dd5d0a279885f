/** Executes the wallet requests that the owner has approved. */
import { createWalletClient, defineChain, encodeFunctionData, http, keccak256, parseAbi } from 'viem';
import type { Address, Hex, LocalAccount } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { chainUrls, keys, smartAccount } from '../shop/devnet-data.js';
import { saveRequest, updateState, walletState, type PendingRequest } from './wallet-state.js';
import { ProviderError } from './provider-error.js';
import { networkName, typedDataOf, type TransactionParameters } from './describe-request.js';

export const accounts: readonly LocalAccount[] = keys.map((key) => privateKeyToAccount(key));

/** @throws RangeError if the wallet does not have the account */
export function accountAt(index: number): LocalAccount {
  const account = accounts[index];
  if (!account) throw new RangeError(`The demo wallet has no account ${index}`);
  return account;
}

/** Returns the address that pages see. The setting `form` decides whether this is the address of the smart account. */
export const addressAt = (index: number): Address => (isContract() ? smartAccount : accountAt(index).address);

/** Executes an approved request. Returns the result that EIP-1193 or a related standard requires. */
export async function executeRequest(request: PendingRequest): Promise<unknown> {
  const account = accountAt(request.account);
  switch (request.method) {
    case 'eth_requestAccounts':
      updateState({ connected: true });
      return [addressAt(request.account)];
    case 'wallet_requestPermissions':
      updateState({ connected: true });
      return [{ parentCapability: 'eth_accounts' }];
    case 'wallet_switchEthereumChain':
      updateState({ chainId: chainIdOf(request.params) });
      return null;
    case 'wallet_addEthereumChain':
      updateState({ unknownChainId: 0 });
      return null;
    case 'personal_sign':
      return account.signMessage({ message: { raw: request.params[0] as Hex } });
    case 'eth_signTypedData_v4': {
      const { domain, types, primaryType, message } = typedDataOf(request.params);
      return account.signTypedData({ domain, types, primaryType, message });
    }
    case 'eth_sendTransaction':
      return send(request, account);
    case 'wallet_sendCalls':
      return { id: await send(request, account) };
    default:
      throw new ProviderError(4200, `${request.method} is not supported`);
  }
}

export const chainIdOf = (params: readonly unknown[]): number => Number((params[0] as { chainId: Hex }).chainId);

export function rpcUrlOf(chainId: number): string {
  const url = chainUrls[chainId];
  if (!url) throw new ProviderError(4902, `Unrecognized chain ID ${chainId}`);
  return url;
}

async function send(request: PendingRequest, account: LocalAccount): Promise<Hex> {
  const url = rpcUrlOf(request.chainId);
  const name = networkName(request.chainId);
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
  const chain = defineChain({ id: request.chainId, name, nativeCurrency, rpcUrls: { default: { http: [url] } } });
  const client = createWalletClient({ account, chain, transport: http(url, { retryCount: 0 }) });
  let signed = request.signed as Hex | undefined;
  if (signed) {
    // Ignores errors, because the network may already have this transaction.
    await client.sendRawTransaction({ serializedTransaction: signed }).catch(() => undefined);
    return hashOf(signed);
  }
  const calls = callsIn(request).map(({ to, data, value }): AccountCall => ({ to, data, value: BigInt(value ?? 0) }));
  const prepared = await client.prepareTransactionRequest(isContract() ? wrapped(calls) : calls[0]!);
  signed = await client.signTransaction(prepared);
  saveRequest({ ...request, approved: true, signed });
  const hash = await client.sendRawTransaction({ serializedTransaction: signed });
  updateState({ batches: { ...walletState().batches, [hashOf(signed)]: hash } });
  return hashOf(signed);
}

/** Returns the single call, or all calls of a batch. */
const callsIn = ({ method, params }: Pick<PendingRequest, 'method' | 'params'>): TransactionParameters[] =>
  method === 'wallet_sendCalls'
    ? (params[0] as { calls: TransactionParameters[] }).calls
    : [params[0] as TransactionParameters];

const isContract = (): boolean => walletState().form !== 'key';

/**
 * Returns the hash for the page. With a smart account, this hash is not on the chain, because the real transaction has
 * another hash.
 */
const hashOf = (signed: Hex): Hex => (isContract() ? keccak256(keccak256(signed)) : keccak256(signed));

const executeAbi = parseAbi([
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function execute(Call[] calls)',
]);

type AccountCall = { to?: Address | undefined; data?: Hex | undefined; value: bigint };

/** Wraps the calls in one call of the smart account. If one call fails, all calls revert. */
function wrapped(all: readonly AccountCall[]): Required<AccountCall> {
  const calls = all.map(({ to = smartAccount, data: callData = '0x', value }) => ({
    target: to,
    allowFailure: false,
    value,
    callData,
  }));
  return { to: smartAccount, data: encodeFunctionData({ abi: executeAbi, args: [calls] }), value: 0n };
}
