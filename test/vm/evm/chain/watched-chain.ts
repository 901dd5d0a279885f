/** Helpers for the receipt tests: a fake chain, and a function that waits for a transaction's receipt. */
import type { WalletRequest } from '../../../../src/types.js';
import type { ExpectedTransaction } from '../../../../src/vm/family/abilities.js';
import type { Receipt } from '../../../../src/vm/family/sources.js';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import type { Address } from 'viem';
import { VirtualClock } from '../../../support/clock.js';
import type { FakeChain } from '../../../support/fake-chain.js';
import { fakeChain } from '../../../support/fake-chain.js';
import { batchOf, call, ids } from '../../../support/quotes.js';
import { MINUTE } from '../../../support/times.js';
import { transferLog } from '../../../support/transfer-log.js';

export const FROM: Address = `0x${'a1'.repeat(20)}`;
export const TO: string = `0x${'d0'.repeat(20)}`;
export const OTHER: string = `0x${'ee'.repeat(20)}`;
export const TOKEN: Address = `0x${'70'.repeat(20)}`;
export const AMOUNT = 25_000_000n;
export const DATA: string = call.depositErc20(FROM, TOKEN, AMOUNT, ids.order);
export const VALUE = 7n;

const expected: ExpectedTransaction = {
  from: FROM,
  to: TO,
  value: String(VALUE),
  dataHash: evmAdapter.hashText(DATA),
};
export const ownTransaction = { from: FROM, to: TO, data: DATA, value: VALUE };
export const otherTransaction = { from: FROM, to: OTHER, data: '0xa9059cbb', value: 0n };
/** The log of the deposit that `DATA` asks for. */
export const deposited = transferLog(TOKEN, FROM, TO, AMOUNT);
/** A batch of the payer's own account that contains the payment, by `execute` of EIP-7821. */
export const batched = { from: FROM, to: FROM, data: batchOf(DATA), value: 0n };
export const cancelling = { from: FROM, to: FROM, value: 0n };

const approval = (chainId: number): WalletRequest => ({
  kind: 'transaction',
  step: 'approve',
  chainId,
  from: FROM,
  to: TO,
  data: DATA,
  value: String(VALUE),
});

/** A time in milliseconds that is longer than every timeout of `waitForReceipt`. */
export const LONG: number = 11 * MINUTE;

/** The current result of the watch. `receipt` is null until `waitForReceipt` resolves. */
export type Watch = { receipt: Receipt | null; reason?: unknown };

export type WatchedChain = {
  time: VirtualClock;
  chain: FakeChain;
  stop: AbortController;
  /** The nonce of the payer's next transaction. */
  nonce: number;
  /**
   * @param o.wallet the chain as the wallet shows it; absent if the page cannot read through the wallet
   * @param o.isApproval true if the transaction is an approval; the chain does not show its allowance
   */
  watch(hash: string, o?: { nonce?: number; wallet?: FakeChain; isApproval?: boolean }): Watch;
};

export function watchedChain(): WatchedChain {
  const time = new VirtualClock();
  const chain = fakeChain();
  const stop = new AbortController();
  chain.send({ from: FROM, to: OTHER });
  chain.mine();
  const nonce = chain.nextNonce(FROM);
  const access = {
    chain: { id: chain.id, vmType: 'evm', httpRpcUrl: 'http://node.example' },
    fetch: chain.fetch,
    signal: stop.signal,
    clock: time,
  };
  return {
    time,
    chain,
    stop,
    nonce,
    watch(hash, o = { nonce }) {
      const watched: Watch = { receipt: null };
      const submission = { hash, ...(o.nonce !== undefined && { nonce: String(o.nonce) }) };
      const { wallet, isApproval } = o;
      const request = isApproval ? approval(chain.id) : undefined;
      const second = { access: async () => (wallet ? { ...access, fetch: wallet.fetch } : null) };
      evmAdapter.ledger.waitForReceipt(submission, expected, access, request, second).then(
        (receipt) => {
          watched.receipt = receipt;
        },
        (reason: unknown) => {
          watched.reason = reason;
        },
      );
      return watched;
    },
  };
}
