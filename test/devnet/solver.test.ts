/** Tests the decisions of the solver and the statuses of an order, with scripted chains. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { pad, type Hex } from 'viem';
import { createFaults, type Faults } from '../../demo/devnet/orders/faults.js';
import { createSolver, type Solver, type SolverChain, type Wait } from '../../demo/devnet/solver/solver.js';
import { createState, type Deposit, type Order, type State } from '../../demo/devnet/orders/order-state.js';

const REQUEST: Hex = pad('0xa1');
const ORDER: Hex = pad('0xb2');

describe('devnet solver', () => {
  let state: State;
  let faults: Faults;
  let solver: Solver;
  let waits: number[];
  let wait: Wait;
  let chains: { id: number; emit(deposit: Deposit): void; answer: () => Promise<string>; paid: string[] }[];

  beforeEach(() => {
    state = createState();
    faults = createFaults();
    waits = [];
    wait = async (milliseconds) => void waits.push(milliseconds);
    chains = [1, 2].map((id) => ({ id, emit: () => {}, answer: async () => `paid on ${id}`, paid: [] }));
    solver = createSolver(chains.map(fakeChain), state, faults, (...how) => wait(...how));
    state.add({
      requestId: REQUEST,
      orderId: ORDER,
      createdAt: Date.now(),
      deadline: Date.now() + 60_000,
      origin: { chainId: 1, currency: 'in', amount: 100n, user: 'payer', refundTo: 'refund address' },
      destination: { chainId: 2, currency: 'out', amount: 97n, recipient: 'shop' },
      quoted: {} as Order['quoted'],
    });
  });
  afterEach(() => solver.stop());

  const fakeChain = (chain: (typeof chains)[number]): SolverChain => {
    const payout =
      (kind: string) =>
      async (currency: string, to: string, amount: bigint): Promise<string> => {
        chain.paid.push(`${kind} ${amount} ${currency} to ${to}`);
        return chain.answer();
      };
    return {
      id: chain.id,
      watchDeposits: (onDeposit) => {
        chain.emit = onDeposit;
        return () => {};
      },
      watchTransactions: () => () => {},
      transaction: async () => undefined,
      depositsIn: async (hash) => (hash === 'known' ? [deposit({ hash })] : []),
      liquidity: async () => 10n ** 9n,
      fill: payout('fill'),
      refund: payout('refund'),
      execute: async () => ({ hash: '0x', cost: Promise.resolve(null) }),
      charge: (amount) => payout('charge')('usdc', 'solver', amount),
      usePermit: (to) => payout('permit')('usdc', to, 0n),
    };
  };
  const deposit = (changes: Partial<Deposit> = {}): Deposit => ({
    orderId: ORDER,
    chainId: 1,
    currency: 'in',
    amount: 100n,
    hash: pad('0xd1'),
    block: 7n,
    ...changes,
  });
  const order = (): Order => state.byRequestId(REQUEST)!;
  const settled = async (): Promise<Order> => {
    // The fake chains use no timers, so the solver finishes its work within five turns of the event loop.
    for (let turns = 0; turns < 5; turns++) await turn();
    return order();
  };
  const paid = (): string[] => chains.flatMap((chain) => chain.paid);

  it('fills exactly the order once when a deposit is reported several times', async () => {
    for (let times = 0; times < 3; times++) chains[0]!.emit(deposit());
    const { history, payouts, deposits } = await settled();
    assert.deepEqual(history, ['waiting', 'pending', 'success']);
    assert.deepEqual(paid(), ['fill 97 out to shop']);
    assert.deepEqual(payouts, [{ chainId: 2, hash: 'paid on 2' }]);
    assert.deepEqual(deposits, [deposit()]);
  });

  it('passes failure and pending on the way to the refund when the fill is refused', async () => {
    faults.set({ failFills: true });
    chains[0]!.emit(deposit());
    const { history, payouts, failReason } = await settled();
    assert.deepEqual(history, ['waiting', 'pending', 'failure', 'pending', 'refund']);
    assert.deepEqual(paid(), ['refund 100 in to refund address']);
    assert.deepEqual(payouts, [{ chainId: 1, hash: 'paid on 1' }]);
    assert.equal(failReason, 'DESTINATION_TX_FAILED');
    assert.deepEqual(waits, [0, 2_500]);
  });

  it('waits before a fill and before a refund as the faults configure', async () => {
    faults.set({ failFills: true, fillDelayMs: 70, refundAfterMs: 80 });
    chains[0]!.emit(deposit());
    await settled();
    assert.deepEqual(waits, [70, 80]);
  });

  it('refunds when the fill transaction fails', async () => {
    chains[1]!.answer = () => Promise.reject(new Error('execution reverted'));
    chains[0]!.emit(deposit());
    assert.equal((await settled()).history.at(-1), 'refund');
    assert.deepEqual(paid(), ['refund 100 in to refund address', 'fill 97 out to shop']);
  });

  it('ends in failure with the reason when the refund cannot be paid', async () => {
    for (const chain of chains) chain.answer = () => Promise.reject(new Error('BLOCKED'));
    chains[0]!.emit(deposit());
    const { history, refundFailReason } = await settled();
    assert.deepEqual(history, ['waiting', 'pending', 'failure', 'pending', 'failure']);
    assert.equal(refundFailReason, 'BLOCKED');
  });

  it('keeps a failed request failed when neverRefund is on', async () => {
    faults.set({ failFills: true, neverRefund: true });
    chains[0]!.emit(deposit());
    assert.deepEqual((await settled()).history, ['waiting', 'pending', 'failure']);
    assert.deepEqual(paid(), []);
  });

  for (const [what, changes] of Object.entries({
    amount: { amount: 99n },
    currency: { currency: 'other' },
    chain: { chainId: 2 },
  })) {
    it(`refunds a deposit unchanged and sends no fill when its ${what} is wrong`, async () => {
      const wrong = deposit(changes);
      chains[0]!.emit(wrong);
      assert.equal((await settled()).failReason, `DEPOSIT_${what.toUpperCase()}_MISMATCH`);
      assert.deepEqual(paid(), [`refund ${wrong.amount} ${wrong.currency} to refund address`]);
      assert.equal(order().payouts[0]!.chainId, wrong.chainId);
    });
  }

  it('refunds a deposit when it arrives after the deadline', async () => {
    const overdue = { ...order(), requestId: pad('0xa3'), orderId: pad('0xb4'), deadline: Date.now() - 1 } as const;
    state.add(overdue);
    chains[0]!.emit(deposit({ orderId: overdue.orderId }));
    await settled();
    assert.equal(state.byRequestId(overdue.requestId)!.failReason, 'ORDER_EXPIRED');
    assert.deepEqual(paid(), ['refund 100 in to refund address']);
  });

  it('refunds a second deposit once and leaves the first order unchanged', async () => {
    chains[0]!.emit(deposit());
    await settled();
    for (let times = 0; times < 2; times++) chains[0]!.emit(deposit({ hash: pad('0xd2') }));
    assert.deepEqual((await settled()).history, ['waiting', 'pending', 'success']);
    assert.deepEqual(chains[0]!.paid, ['refund 100 in to refund address']);
    const child = state.all().find(({ parentId }) => parentId === REQUEST)!;
    assert.equal(child.history.at(-1), 'refund');
  });

  it('fills an ignored deposit when it is reported again after the fault is off', async () => {
    faults.set({ ignoreDeposits: true });
    chains[0]!.emit(deposit());
    assert.deepEqual((await settled()).history, ['waiting']);
    faults.clear();
    chains[0]!.emit(deposit());
    assert.equal((await settled()).history.at(-1), 'success');
  });

  it('checks a transaction when a client reports it', async () => {
    await solver.check(1, 'unknown');
    assert.deepEqual((await settled()).history, ['waiting']);
    await solver.check(1, 'known');
    assert.equal((await settled()).history.at(-1), 'success');
  });

  it('moves no money when a deposit names an unknown order', async () => {
    chains[0]!.emit(deposit({ orderId: pad('0xff') }));
    assert.deepEqual((await settled()).history, ['waiting']);
    assert.deepEqual(paid(), []);
  });

  it('does not fill when it has been stopped', async () => {
    wait = (_, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
    chains[0]!.emit(deposit());
    solver.stop();
    await settled();
    assert.deepEqual(paid(), []);
  });
});
