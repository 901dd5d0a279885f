/** The solver's functions for an EVM chain: they watch deposits and send payouts. */

import { setTimeout as sleep } from 'node:timers/promises';
import { encodeFunctionData, parseEventLogs, TransactionReceiptNotFoundError, zeroAddress } from 'viem';
import type { Address, Hex, Log, TransactionReceipt } from 'viem';
import { WebSocket } from 'ws';
import { childController } from '../../../src/shared/time/on-abort.js';
import { depositoryAbi, proxyAbi, routerAbi, tokenAbi } from '../base/contract-abis.js';
import { solver, sponsor } from '../base/accounts.js';
import { addresses, type EvmChain } from '../evm/start-evm.js';
import type { DestinationCall } from '../orders/quote-fields.js';
import type { EvmAbilities, SentTransaction, SolverChain } from './solver.js';
import type { Deposit } from '../orders/order-state.js';

const SWEEP_MS = 1_000;
/** How often the blocks are asked for that the socket has not told. */
const UNTOLD_MS = 10_000;
const RECEIPT_MS = 20;
const depository = addresses.depository;

export function createEvmSolverChain(chain: EvmChain): SolverChain & EvmAbilities {
  const { read, write } = chain;
  const queues = new Map([solver, sponsor].map((account) => [account, createQueue()]));

  async function pay(to: Address, data: Hex, value: bigint, account = solver): Promise<string> {
    // The queue sends one transaction at a time, because each transaction needs its own nonce.
    const hash = await queues.get(account)!(() => write.sendTransaction({ account, to, data, value }));
    const receipt = await receiptOf(chain, hash);
    if (receipt.status !== 'success') throw new Error('DESTINATION_TX_FAILED');
    return hash;
  }

  return {
    id: chain.id,
    watchDeposits: (onDeposit) => watchDeposits(chain, onDeposit),
    watchTransactions: (onTransaction) => watchTransactions(chain, onTransaction),
    async transaction(hash) {
      const at = { hash: hash as Hex };
      const receipt = await read.getTransactionReceipt(at).catch(() => undefined);
      if (receipt?.status !== 'success') return undefined;
      return sentOf(chain.id, await read.getTransaction(at), receipt.blockNumber);
    },
    async depositsIn(hash) {
      const receipt = await read.getTransactionReceipt({ hash: hash as Hex }).catch(() => undefined);
      return receipt?.status === 'success' ? depositsOf(chain.id, receipt.logs) : [];
    },
    liquidity(currency) {
      if (currency === zeroAddress) return read.getBalance({ address: solver.address });
      const args = [solver.address] as const;
      return read.readContract({ address: currency as Address, abi: tokenAbi, functionName: 'balanceOf', args });
    },
    fill(currency, recipient, amount, calls = []) {
      if (calls.length > 0) {
        const { to, data, value } = fillWithCalls(currency, recipient as Address, amount, calls);
        return pay(to, data, value);
      }
      if (currency === zeroAddress) return pay(recipient as Address, '0x', amount);
      const args = [recipient as Address, amount] as const;
      return pay(currency as Address, encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args }), 0n);
    },
    async execute({ to, data, authorizationList }) {
      const request = { account: solver, to, data, authorizationList: [...authorizationList] };
      const hash = await queues.get(solver)!(() => write.sendTransaction(request));
      const cost = receiptOf(chain, hash).then(({ status, gasUsed, effectiveGasPrice }) =>
        status === 'success' ? gasUsed * effectiveGasPrice : null,
      );
      return { hash, cost };
    },
    charge(amount) {
      const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [solver.address, amount] });
      return pay(addresses.usdc, data, 0n, sponsor);
    },
    usePermit: (to, data) => pay(to as Address, data as Hex, 0n),
    refund(currency, refundTo, amount) {
      const args = [currency as Address, refundTo as Address, amount] as const;
      return pay(depository, encodeFunctionData({ abi: depositoryAbi, functionName: 'release', args }), 0n);
    },
  };
}

/**
 * Returns a transaction of the router that pays the recipient and makes the calls. If a call fails, the whole
 * transaction reverts.
 */
function fillWithCalls(
  currency: string,
  recipient: Address,
  amount: bigint,
  calls: readonly DestinationCall[],
): { to: Address; data: Hex; value: bigint } {
  const spent = calls.reduce((sum, { value }) => sum + BigInt(value), 0n);
  const native = currency === zeroAddress;
  const transfer = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [recipient, amount] });
  const delivery = native
    ? { target: recipient, allowFailure: false, value: amount - spent, callData: '0x' as const }
    : { target: currency as Address, allowFailure: false, value: 0n, callData: transfer };
  const rest = calls.map(({ to, value, data }) => ({
    target: to,
    allowFailure: false,
    value: BigInt(value),
    callData: data,
  }));
  const all = [delivery, ...rest];
  const back = [all, solver.address, zeroAddress, '0x'] as const;
  if (native) {
    const data = encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: back });
    return { to: addresses.router, data, value: amount };
  }
  const args = [[currency as Address], [amount], ...back] as const;
  const data = encodeFunctionData({ abi: proxyAbi, functionName: 'transferAndMulticall', args });
  return { to: addresses.approvalProxy, data, value: 0n };
}

/**
 * Calls `readNew` for each new block, and when no block has come for `pauseMs`. Waits for each call. Returns a function
 * that ends this.
 */
function onBlocks(
  { wsRpcUrl }: EvmChain,
  pauseMs: number,
  readNew: (signal: AbortSignal) => Promise<void>,
): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  let wake = (): void => undefined;
  const socket = new WebSocket(wsRpcUrl);
  socket.on('open', () => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }));
  });
  socket.on('message', () => wake());
  socket.on('error', () => undefined); // Without the socket, the other calls go on.
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      const block = new Promise<void>((resolve) => (wake = resolve));
      await readNew(signal).catch(() => {}); // If the chain does not answer, the next call tries again.
      const paused = childController(signal);
      const tick = sleep(pauseMs, undefined, { signal: paused.signal }).catch(() => {});
      await Promise.race([block, tick]);
      paused.abort();
    }
    socket.terminate();
  };
  void watch();
  return () => stopped.abort();
}

/**
 * Reports every deposit at least once. Every second, the function reads the whole chain again. Therefore it also
 * reports deposits that a reorganization restored, or that the solver ignored before.
 */
function watchDeposits(chain: EvmChain, onDeposit: (deposit: Deposit) => void): () => void {
  const { id, read } = chain;
  let lastBlock = 0n;
  let lastSweep = 0;
  const readLogs = async (signal: AbortSignal): Promise<void> => {
    // An idle chain gets one request a second, because a devnet is idle most of the time.
    const isSweep = Date.now() - lastSweep >= SWEEP_MS;
    const head = isSweep ? undefined : await read.getBlockNumber();
    if (head === lastBlock) return;
    const fromBlock = isSweep ? 0n : lastBlock + 1n;
    const logs = await read.getLogs({ address: depository, fromBlock, toBlock: head ?? 'latest' });
    if (signal.aborted) return;
    depositsOf(id, logs).forEach(onDeposit);
    if (head === undefined) lastSweep = Date.now();
    else lastBlock = head;
  };
  return onBlocks(chain, SWEEP_MS, readLogs);
}

/**
 * Reports the transactions of every new block. After a reorganization that shortens the chain, continues with the new
 * last block.
 */
function watchTransactions(chain: EvmChain, onTransaction: (sent: SentTransaction) => void): () => void {
  const { id, read } = chain;
  let lastBlock: bigint | undefined;
  const readBlocks = async (signal: AbortSignal): Promise<void> => {
    const head = await read.getBlockNumber();
    lastBlock = lastBlock === undefined || head < lastBlock ? head - 1n : lastBlock;
    while (lastBlock < head && !signal.aborted) {
      const { transactions } = await read.getBlock({ blockNumber: lastBlock + 1n, includeTransactions: true });
      lastBlock += 1n;
      for (const each of transactions) onTransaction(sentOf(id, each, lastBlock));
    }
  };
  return onBlocks(chain, UNTOLD_MS, readBlocks);
}

type Mined = { hash: Hex; from: Address; to: Address | null; input: Hex; value: bigint };
const sentOf = (chainId: number, { hash, from, to, input, value }: Mined, block: bigint): SentTransaction => ({
  chainId,
  hash,
  block,
  from: from.toLowerCase(),
  to: (to ?? '').toLowerCase(),
  data: input.toLowerCase(),
  value,
});

function depositsOf(chainId: number, logs: Log[]): Deposit[] {
  const current = logs.filter((log) => !log.removed && log.address.toLowerCase() === depository);
  const events = parseEventLogs({ abi: depositoryAbi, logs: current });
  return events.map(({ args, transactionHash, blockNumber }) => ({
    orderId: args.id,
    chainId,
    currency: 'token' in args ? args.token.toLowerCase() : zeroAddress,
    amount: args.amount,
    hash: transactionHash,
    block: blockNumber,
  }));
}

/** Waits for the receipt without a time limit. viem's own function can wait forever if no new block follows. */
export async function receiptOf({ read }: Pick<EvmChain, 'read'>, hash: Hex): Promise<TransactionReceipt> {
  for (;;) {
    try {
      return await read.getTransactionReceipt({ hash });
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error;
    }
    await sleep(RECEIPT_MS);
  }
}

/** Runs tasks one after the other. A failed task does not stop the next task. */
function createQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task, task);
    last = next.catch(() => {});
    return next;
  };
}
