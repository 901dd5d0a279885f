/** An EVM chain as the solver sees it: deposits into the depository, and payments out. */

import { setTimeout as sleep } from 'node:timers/promises';
import { encodeFunctionData, parseEventLogs, TransactionReceiptNotFoundError, zeroAddress } from 'viem';
import type { Address, Hex, Log, TransactionReceipt } from 'viem';
import { depositoryAbi, proxyAbi, routerAbi, tokenAbi } from './abi.js';
import { solver, sponsor } from './accounts.js';
import { addresses, type EvmChain } from './chains.js';
import type { Call } from './service/quote-fields.js';
import type { Sent, SolverChain } from './solver.js';
import type { Deposit } from './state.js';

const LOOK_MS = 125;
const SWEEP_MS = 1_000;
const RECEIPT_MS = 20;
const depository = addresses.depository;

export function createEvmSolverChain(chain: EvmChain): SolverChain {
  const { read, write } = chain;
  const queues = new Map([solver, sponsor].map((account) => [account, createQueue()]));

  async function pay(to: Address, data: Hex, value: bigint, account = solver): Promise<string> {
    // One transaction at a time takes the next nonce; the receipts are awaited side by side.
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

/** The recipient's part and the calls in one transaction of the router, so that a call that fails undoes it all. */
function fillWithCalls(
  currency: string,
  recipient: Address,
  amount: bigint,
  calls: readonly Call[],
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

/** Looks again and again, one look at a time; returns how to stop. */
function poll(look: (signal: AbortSignal) => Promise<void>): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      await look(signal).catch(() => {}); // a chain that does not answer now is asked again
      await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    }
  };
  void watch();
  return () => stopped.abort();
}

/**
 * Tells every deposit at least once: new blocks at once, and the whole chain each second, which finds what a
 * reorganisation brought back and what was not taken the first time. Plain requests, because nothing of them is left
 * when the chain ends.
 */
function watchDeposits({ id, read }: EvmChain, onDeposit: (deposit: Deposit) => void): () => void {
  let seen = 0n;
  let swept = 0;
  const look = async (signal: AbortSignal): Promise<void> => {
    const head = await read.getBlockNumber();
    const sweep = Date.now() - swept >= SWEEP_MS;
    if (!sweep && head === seen) return;
    const logs = await read.getLogs({ address: depository, fromBlock: sweep ? 0n : seen + 1n, toBlock: head });
    if (signal.aborted) return;
    depositsOf(id, logs).forEach(onDeposit);
    seen = head;
    if (sweep) swept = Date.now();
  };
  return poll(look);
}

/** Block by block from now on; a reorganisation makes the head fall, and what comes after it is read again. */
function watchTransactions({ id, read }: EvmChain, onTransaction: (sent: Sent) => void): () => void {
  let seen: bigint | undefined;
  const look = async (signal: AbortSignal): Promise<void> => {
    const head = await read.getBlockNumber();
    seen = seen === undefined || head < seen ? head - 1n : seen;
    while (seen < head && !signal.aborted) {
      const { transactions } = await read.getBlock({ blockNumber: seen + 1n, includeTransactions: true });
      seen += 1n;
      for (const each of transactions) onTransaction(sentOf(id, each, seen));
    }
  };
  return poll(look);
}

type Mined = { hash: Hex; from: Address; to: Address | null; input: Hex; value: bigint };
const sentOf = (chainId: number, { hash, from, to, input, value }: Mined, block: bigint): Sent => ({
  chainId,
  hash,
  block,
  from: from.toLowerCase(),
  to: (to ?? '').toLowerCase(),
  data: input.toLowerCase(),
  value,
});

function depositsOf(chainId: number, logs: Log[]): Deposit[] {
  const standing = logs.filter((log) => !log.removed && log.address.toLowerCase() === depository);
  const events = parseEventLogs({ abi: depositoryAbi, logs: standing });
  return events.map(({ args, transactionHash, blockNumber }) => ({
    orderId: args.id,
    chainId,
    currency: 'token' in args ? args.token.toLowerCase() : zeroAddress,
    amount: args.amount,
    hash: transactionHash,
    block: blockNumber,
  }));
}

/**
 * The receipt, however long it takes. viem's own wait looks once and then at each new block: where a transaction is
 * mined at once and no block follows, it may look too early and never again.
 */
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

/** Runs one task after the other; a failed one does not stop the next. */
function createQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task, task);
    last = next.catch(() => {});
    return next;
  };
}
