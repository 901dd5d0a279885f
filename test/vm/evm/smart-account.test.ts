import { expect } from 'chai';
import { encodeFunctionData, numberToHex, parseAbi } from 'viem';
import type { WalletRequest } from '../../../src/types.js';
import type { Finding, Receipt } from '../../../src/vm/adapter.js';
import { evmAdapter } from '../../../src/vm/evm/adapter.js';
import type { VirtualClock } from '../../support/clock.js';
import type { FakeChain } from '../../support/fake-chain.js';
import { DATA, FROM, LONG, OTHER, someoneElses, TO, VALUE, watchedChain, type WatchedChain } from './watched-chain.js';

/** What a Safe answers: of the transaction that its owners are to sign. */
const OWN_HASH = `0x${'5a'.repeat(32)}`;
const SPENDER = `0x${'57'.repeat(20)}` as const;
const HOURS = 2 * 60 * 60_000;
const approveAbi = parseAbi(['function approve(address, uint256)']);

describe('an account that is a contract', () => {
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

  it('F-118 has a hash of its own: a missing receipt says nothing, in two hours', async () => {
    const seen = watch(OWN_HASH);
    await time.advance(HOURS);
    expect(seen).to.deep.equal({ receipt: null });
  });

  it('F-118 nor does another transaction in the place that it might have had', async () => {
    const seen = watch(OWN_HASH);
    chain.send({ ...someoneElses, nonce });
    chain.mine();
    await time.advance(HOURS);
    expect(seen).to.deep.equal({ receipt: null });
  });

  it('while of an account that is none, that place is taken', async () => {
    chain.contracts.clear();
    const seen = watch(OWN_HASH);
    chain.send({ ...someoneElses, nonce });
    chain.mine();
    await time.advance(LONG);
    expect(seen.receipt?.outcome).to.equal('replaced');
  });

  it('F-122 may send transactions of its own all the same: they are found by their hash', async () => {
    const hash = chain.send({ from: FROM, to: TO, data: DATA, value: VALUE });
    const seen = watch(hash);
    chain.mine();
    await time.advance(10_000);
    expect(seen.receipt).to.deep.equal({ outcome: 'confirmed', hash });
  });

  it('is not looked for by its places where its answer was lost', async () => {
    chain.send({ ...someoneElses, nonce });
    chain.mine();
    const look = (): Promise<Finding> =>
      evmAdapter.find(
        {
          nonce: String(nonce),
          expected: { from: FROM, to: TO, value: String(VALUE), dataHash: evmAdapter.hash(DATA) },
          isOthers: () => false,
        },
        access(),
      );
    expect(await look()).to.equal(null);
    chain.contracts.clear();
    expect(await look()).to.include({ outcome: 'replaced' });
  });

  const access = (): Parameters<typeof evmAdapter.confirm>[2] => ({
    chain: { id: chain.id, vmType: 'evm', httpRpcUrl: 'http://node.example' },
    fetch: chain.fetch,
    signal: stop.signal,
    clock: time,
  });

  const approving = (amount: bigint): { seen: { receipt: Receipt | null } } => {
    const data = encodeFunctionData({ abi: approveAbi, functionName: 'approve', args: [SPENDER, amount] });
    const request: WalletRequest = {
      ...{ step: 'approve', chainId: chain.id, kind: 'transaction', from: FROM, to: OTHER, data, value: '0' },
    } as const;
    const expected = { from: FROM, to: OTHER, value: '0', dataHash: evmAdapter.hash(data) };
    const seen: { receipt: Receipt | null } = { receipt: null };
    void evmAdapter
      .confirm({ chainId: chain.id, hash: OWN_HASH, nonce: String(nonce) }, expected, access(), request)
      .then((receipt) => void (seen.receipt = receipt))
      .catch(() => undefined);
    return { seen };
  };

  it('F-118 has approved once the allowance on the chain says so, and not before', async () => {
    const { seen } = approving(25n);
    await time.advance(LONG);
    allowed = 24n;
    await time.advance(LONG);
    expect(seen.receipt).to.equal(null);
    allowed = 25n;
    await time.advance(10_000);
    expect(seen.receipt).to.deep.equal({ outcome: 'confirmed', hash: OWN_HASH });
  });

  it('has cleared an allowance once there is none', async () => {
    allowed = 7n;
    const { seen } = approving(0n);
    await time.advance(LONG);
    expect(seen.receipt).to.equal(null);
    allowed = 0n;
    await time.advance(10_000);
    expect(seen.receipt?.outcome).to.equal('confirmed');
  });

  it('is waited for while the allowance cannot be read', async () => {
    chain.override('eth_call', () => '0x');
    const { seen } = approving(0n);
    await time.advance(LONG);
    expect(seen.receipt).to.equal(null);
  });
});
