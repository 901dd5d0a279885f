/** A payer and a client for the devnet tests, built on viem and fetch without the element's code. */

import { setTimeout as sleep } from 'node:timers/promises';
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
import { receiptOf } from '../../demo/devnet/evm/solver-chain.js';
import type { Devnet } from '../../demo/devnet/index.js';
import type { QuoteAnswer, TransactionData } from '../../demo/devnet/service/quote-answer.js';

export const ORIGIN = 31337;
export const DESTINATION = 31338;
/** The EVM chain of the perps venue. */
export const VENUE_EVM = 999;
export const NATIVE = zeroAddress;

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

/**
 * Polls until the request has the wanted status, and returns every observed status.
 * @throws If the request does not have this status within a minute
 */
export async function reaches(
  devnet: Devnet,
  requestId: string,
  wanted: string,
): Promise<StatusBody & { statuses: string[] }> {
  const statuses: string[] = [];
  const start = Date.now();
  while (Date.now() - start < 60_000) {
    const { body } = await request<StatusBody>(devnet, `/intents/status/v3?requestId=${requestId}`);
    if (statuses.at(-1) !== body.status) statuses.push(body.status);
    if (body.status === wanted) return { ...body, statuses };
    await sleep(5);
  }
  throw new Error(`${wanted} was not reached: ${statuses.join(', ')}`);
}

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
