/** A payer and a client for the devnet tests, built on viem and fetch without the element's code. */

import { on, once } from 'node:events';
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeFunctionData,
  erc20Abi,
  http,
  parseAbi,
  zeroAddress,
  type Address,
  type Hash,
  type Hex,
  type TransactionReceipt,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import WebSocket from 'ws';
import { receiptOf } from '../../demo/devnet/solver/evm-solver-chain.js';
import type { Devnet } from '../../demo/devnet/index.js';
import type { QuoteAnswer, TransactionData } from '../../demo/devnet/orders/quote-answer.js';

export const ORIGIN = 31337;
export const DESTINATION = 31338;
/** The EVM chain of the perps venue. */
export const VENUE_EVM = 999;
export const NATIVE = zeroAddress;

/** Ends a test that hangs. However slow the machine is, no test takes this long. */
export const GUARD = { timeout: 600_000 };

export interface ServiceAnswer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: T;
}

export async function request<T = Record<string, unknown>>(
  devnet: Devnet,
  path: string,
  body?: unknown,
): Promise<ServiceAnswer<T>> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`${devnet.serviceUrl}${path}`, init);
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}

/** A valid quote request: 25 USDC for the recipient on the other chain, paid in USDC. */
export function quoteBody(devnet: Devnet, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const user = devnet.payers[0]!.address;
  return {
    user,
    recipient: devnet.recipient,
    refundTo: user,
    tradeType: 'EXACT_OUTPUT',
    amount: '25000000',
    originChainId: ORIGIN,
    originCurrency: devnet.addresses.usdc,
    destinationChainId: DESTINATION,
    destinationCurrency: devnet.addresses.usdc,
    explicitDeposit: true,
    ...changes,
  };
}

/** @throws If the service rejects the request */
export async function getQuote(devnet: Devnet, changes: Record<string, unknown> = {}): Promise<QuoteAnswer> {
  const { status, body } = await request<QuoteAnswer>(devnet, '/quote/v2', quoteBody(devnet, changes));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

/** Sends one transaction of a quote and waits for its receipt. */
export async function send(devnet: Devnet, call: Partial<TransactionData>, payer = 0): Promise<TransactionReceipt> {
  const { wallet, read } = clientsOf(devnet, call.chainId ?? ORIGIN, devnet.payers[payer]!.key);
  const { to, data = '0x', value = '0' } = call;
  const hash = await wallet.sendTransaction({ to: to!, data, value: BigInt(value) });
  const receipt = await receiptOf({ read }, hash);
  if (receipt.status !== 'success') throw new Error(`reverted: ${hash}`);
  return receipt;
}

/** Sends the transactions of a quote in order. Returns the hash of the last transaction, which is the payment. */
export async function pay(devnet: Devnet, { steps }: QuoteAnswer, payer = 0): Promise<Hash> {
  let hash: Hash = '0x';
  for (const { items } of steps) hash = (await send(devnet, items[0]!.data, payer)).transactionHash;
  return hash;
}

export interface StatusBody {
  status: string;
  inTxHashes: string[];
  txHashes: string[];
  updatedAt: number;
  failReason?: string;
  refundFailReason?: string;
}

/** Resolves with the body of the wanted status, and with every status since `follow` was called. */
export type Reached = (wanted: string) => Promise<StatusBody & { statuses: string[] }>;

/**
 * Follows the statuses of a request on the status stream. Resolves when the service has confirmed the subscription, so
 * that no later status is missed. The service need not know the request yet.
 */
export async function follow(devnet: Devnet, requestId: string): Promise<Reached> {
  const read = async (): Promise<Partial<StatusBody>> =>
    (await request<Partial<StatusBody>>(devnet, `/intents/status/v3?requestId=${requestId}`)).body;
  const socket = new WebSocket(devnet.streamUrl);
  const signal = AbortSignal.timeout(GUARD.timeout);
  const messages = on(socket, 'message', { signal });
  await once(socket, 'open', { signal });
  const next = async (): Promise<{ type?: string; data: StatusBody }> => {
    const { value } = (await messages.next()) as { value: [data: Buffer] };
    return JSON.parse(String(value[0])) as { type?: string; data: StatusBody };
  };
  const filters = { id: requestId };
  socket.send(JSON.stringify({ type: 'subscribe', event: 'request.status.updated', filters }));
  while ((await next()).type !== 'subscribe');

  let last = await read();
  const statuses = last.status === undefined ? [] : [last.status];
  return async (wanted) => {
    try {
      while (last.status !== wanted) {
        if (last.status === 'success' || last.status === 'refund') throw new Error(`It ended in ${last.status}.`);
        const { data } = await next();
        // The status that was read can be newer than a message.
        if (data.updatedAt <= (last.updatedAt ?? 0)) continue;
        last = data;
        statuses.push(data.status);
      }
    } catch (cause) {
      throw new Error(`${wanted} was not reached: ${statuses.join(', ')}`, { cause });
    } finally {
      socket.terminate();
    }
    // Only the body of the request has the reason of a failure.
    return { ...((await read()) as StatusBody), ...last, statuses };
  };
}

/** Resolves when the request has the wanted status. */
export const reaches = async (devnet: Devnet, requestId: string, wanted: string): ReturnType<Reached> =>
  (await follow(devnet, requestId))(wanted);

export function approval(token: Address, spender: Address, amount: bigint, chainId = ORIGIN): Partial<TransactionData> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] });
  return { chainId, to: token, data };
}

/** A deposit of a token for an order. The amount can differ from the order's amount. */
export function tokenDeposit(
  devnet: Devnet,
  order: { orderId: Hex; token: Address; amount: bigint; chainId?: number },
): Partial<TransactionData> {
  const { orderId, token, amount, chainId = ORIGIN } = order;
  const args = [devnet.payers[0]!.address, token, amount, orderId] as const;
  const data = encodeFunctionData({ abi: depositAbi, functionName: 'depositErc20', args });
  return { chainId, to: devnet.addresses.depository, data };
}

const depositAbi = parseAbi(['function depositErc20(address depositor, address token, uint256 amount, bytes32 id)']);

export function balance(devnet: Devnet, chainId: number, currency: string, owner: Address): Promise<bigint> {
  const { read } = clientsOf(devnet, chainId);
  if (currency === NATIVE) return read.getBalance({ address: owner });
  return read.readContract({ address: currency as Address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] });
}

export function clientsOf(devnet: Devnet, chainId: number, key: Hex = devnet.payers[0]!.key) {
  const { name, httpRpcUrl } = devnet.chains.find(({ id }) => id === chainId)!;
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
  const chain = defineChain({ id: chainId, name, nativeCurrency, rpcUrls: { default: { http: [httpRpcUrl] } } });
  const transport = http(httpRpcUrl);
  return {
    read: createPublicClient({ chain, transport, cacheTime: 0 }),
    wallet: createWalletClient({ chain, transport, account: privateKeyToAccount(key) }),
  };
}
