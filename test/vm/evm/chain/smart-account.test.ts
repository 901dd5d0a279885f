import { expect } from 'chai';
import { encodeFunctionData, numberToHex, parseAbi } from 'viem';
import type { WalletRequest } from '../../../../src/types.js';
import type { Receipt } from '../../../../src/vm/family/sources.js';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import type { VirtualClock } from '../../../support/clock.js';
import type { FakeChain } from '../../../support/fake-chain.js';
import { HOUR } from '../../../support/times.js';
import {
  DATA,
  FROM,
  LONG,
  OTHER,
  otherTransaction,
  TO,
  VALUE,
  watchedChain,
  type WatchedChain,
} from './watched-chain.js';

/** The hash that a Safe wallet returns. Usually no transaction on the chain has this hash. */
const OWN_HASH = `0x${'5a'.repeat(32)}`;
const SPENDER = `0x${'57'.repeat(20)}` as const;
const approveAbi = parseAbi(['function approve(address, uint256)']);

describe('smart account', () => {
  let time: VirtualClock;
  let chain: FakeChain;
  let stop: AbortController;
  let nonce: number;
  let watch: WatchedChain['watch'];
  let allowed: bigint;

  beforeEach(() => {
    ({ time, chain, stop, nonce, watch } = watchedChain());
    chain.contracts.add(FROM);
    allowed = 0n;
    chain.override('eth_call', () => numberToHex(allowed, { size: 32 }));
  });
  afterEach(() => {
    stop.abort();
  });

  it('F-118 has no outcome when its own hash has no receipt for two hours', async () => {
    const watched = watch(OWN_HASH);
    await time.advance(2 * HOUR);
    expect(watched).to.deep.equal({ receipt: null });
  });

  it('F-118 has no outcome when another transaction takes the expected nonce', async () => {
    const watched = watch(OWN_HASH);
    chain.send({ ...otherTransaction, nonce });
    chain.mine();
    await time.advance(2 * HOUR);
    expect(watched).to.deep.equal({ receipt: null });
  });

  it('F-122 has the outcome confirmed by hash when it sends a transaction of its own', async () => {
    const hash = chain.send({ from: FROM, to: TO, data: DATA, value: VALUE });
    const watched = watch(hash);
    chain.mine();
    await time.advance(10_000);
    expect(watched.receipt).to.deep.equal({ outcome: 'confirmed', hash });
  });

  const access = (): Parameters<typeof evmAdapter.ledger.waitForReceipt>[2] => ({
    chain: { id: chain.id, vmType: 'evm', httpRpcUrl: 'http://node.example' },
    fetch: chain.fetch,
    signal: stop.signal,
    clock: time,
  });

  const approving = (amount: bigint): { watched: { receipt: Receipt | null } } => {
    const data = encodeFunctionData({ abi: approveAbi, functionName: 'approve', args: [SPENDER, amount] });
    const request: WalletRequest = {
      step: 'approve',
      chainId: chain.id,
      kind: 'transaction',
      from: FROM,
      to: OTHER,
      data,
      value: '0',
    } as const;
    const expected = { from: FROM, to: OTHER, value: '0', dataHash: evmAdapter.hashText(data) };
    const watched: { receipt: Receipt | null } = { receipt: null };
    void evmAdapter.ledger
      .waitForReceipt({ hash: OWN_HASH, nonce: String(nonce) }, expected, access(), request)
      .then((receipt) => void (watched.receipt = receipt))
      .catch(() => undefined);
    return { watched };
  };

  it('F-118 has an approval confirmed only when the allowance on the chain is reached', async () => {
    const { watched } = approving(25n);
    await time.advance(LONG);
    allowed = 24n;
    await time.advance(LONG);
    expect(watched.receipt).to.equal(null);
    allowed = 25n;
    await time.advance(10_000);
    expect(watched.receipt).to.deep.equal({ outcome: 'confirmed', hash: OWN_HASH });
  });

  it('has a cleared allowance confirmed when the allowance on the chain is zero', async () => {
    allowed = 7n;
    const { watched } = approving(0n);
    await time.advance(LONG);
    expect(watched.receipt).to.equal(null);
    allowed = 0n;
    await time.advance(10_000);
    expect(watched.receipt?.outcome).to.equal('confirmed');
  });

  it('has no outcome while the allowance cannot be read', async () => {
    chain.override('eth_call', () => '0x');
    const { watched } = approving(0n);
    await time.advance(LONG);
    expect(watched.receipt).to.equal(null);
  });
});
