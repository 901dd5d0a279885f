/** Computes what becomes of an order: its status, and the transactions that the chains show. */
import { isNativeCurrency } from '../shared/chain.js';
import { testHash } from '../shared/test-mode/test-id.js';
import { SOLVER } from './chains.js';
import { encodeWords, quantity } from './hex.js';
import { DEPOSITORY } from '../shared/test-mode/test-chains.js';
import type { Order, TestAmount } from './ledger.js';

/** A transaction of a fake chain, with the Unix time of its block in milliseconds as `at`. */
export type TestTransaction = {
  chainId: number;
  hash: string;
  from: string;
  to: string;
  data: string;
  value: string;
  nonce: number;
  at: number;
  logs: readonly unknown[];
};

/** The transactions of an order that are mined now. `destination` contains the delivery and top-up, or the refund. */
export type Settled = { origin: TestTransaction[]; destination: TestTransaction[] };

/** `Transfer(address,address,uint256)`. */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** Returns the service's status of the order at this time. */
export function statusOf(order: Order, now: number): { status: string; inTxHashes?: string[]; txHashes?: string[] } {
  const { payment, plan } = order;
  if (!payment || now < payment.at) return { status: 'waiting' };
  const inTxHashes = [payment.hash];
  if (now < payment.at + plan.delayMs) return { status: 'pending', inTxHashes };
  const txHashes = settledTransactions(order, now).destination.map(({ hash }) => hash);
  return { status: plan.outcome, inTxHashes, ...(txHashes.length > 0 && { txHashes }) };
}

/** Returns the transactions of the order that are mined at this time. */
export function settledTransactions(order: Order, now: number): Settled {
  const { payment, pays, receives, topup, recipient, refundTo, plan, depositAddress = DEPOSITORY } = order;
  if (!payment || now < payment.at) return { origin: [], destination: [] };
  const { hash, from, to, data, value, nonce, at } = payment;
  const logs = isNativeCurrency(pays.currency) ? [] : [transferLog(pays, from, depositAddress)];
  const origin = [{ chainId: pays.chainId, hash, from, to: to.toLowerCase(), data, value, nonce, at, logs }];
  const end = at + plan.delayMs;
  if (now < end || plan.outcome === 'failure') return { origin, destination: [] };
  if (plan.outcome === 'refund') return { origin, destination: [transferOf(order, 'refund', pays, refundTo, end)] };
  const delivery = transferOf(order, 'delivery', receives, recipient, end);
  return { origin, destination: [delivery, ...(topup ? [transferOf(order, 'topup', topup, recipient, end)] : [])] };
}

/** Creates the transaction that sends the money: the solver delivers, and the depository or deposit address refunds. */
function transferOf(
  { requestId, depositAddress }: Order,
  kind: Parameters<typeof testHash>[1],
  money: TestAmount,
  receiver: string,
  at: number,
): TestTransaction {
  const isNative = isNativeCurrency(money.currency);
  const sender = kind === 'refund' ? (depositAddress ?? DEPOSITORY) : SOLVER;
  return {
    chainId: money.chainId,
    hash: testHash(requestId, kind),
    from: sender,
    to: (isNative ? receiver : money.currency).toLowerCase(),
    data: '0x',
    value: isNative ? quantity(BigInt(money.amount)) : '0x0',
    nonce: 0,
    at,
    logs: isNative ? [] : [transferLog(money, sender, receiver)],
  };
}

const transferLog = ({ currency, amount }: TestAmount, from: string, to: string): unknown => ({
  address: currency,
  topics: [TRANSFER_TOPIC, `0x${encodeWords(from)}`, `0x${encodeWords(to)}`],
  data: `0x${encodeWords(BigInt(amount))}`,
});
