import { expect } from 'chai';
import type { VirtualClock } from '../../../support/clock.js';
import { fakeChain, type FakeChain } from '../../../support/fake-chain.js';
import { MINUTE } from '../../../support/times.js';
import { operationLog, transferLog } from '../../../support/transfer-log.js';
import type { WatchedChain } from './watched-chain.js';
import {
  AMOUNT,
  DATA,
  deposited,
  FROM,
  LONG,
  OTHER,
  ownTransaction,
  otherTransaction,
  TO,
  TOKEN,
  watchedChain,
} from './watched-chain.js';

describe('waitForReceipt with a misleading wallet or node', () => {
  let time: VirtualClock;
  let chain: FakeChain;
  let stop: AbortController;
  let nonce: number;
  let watch: WatchedChain['watch'];

  beforeEach(() => {
    ({ time, chain, stop, nonce, watch } = watchedChain());
  });
  afterEach(() => {
    stop.abort();
  });

  describe('F-67 when the payer chose a later nonce', () => {
    it('returns confirmed by the hash when another transaction uses the expected nonce', async () => {
      const hash = chain.send({ ...ownTransaction, nonce: nonce + 1 });
      const watched = watch(hash);
      chain.send({ ...otherTransaction, nonce });
      await time.advance(2_000);
      chain.mine();
      await time.advance(10_000);
      expect(watched.receipt).to.deep.equal({ outcome: 'confirmed', hash });
    });

    it('does not return replaced when ours still waits and another transaction uses the expected nonce', async () => {
      const hash = chain.send({ ...ownTransaction, nonce: nonce + 2 });
      const watched = watch(hash);
      chain.send({ ...otherTransaction, nonce });
      chain.mine();
      await time.advance(LONG);
      expect(watched.receipt).to.equal(null);
    });
  });

  describe('when a source shows nothing between two polls that show a reverted transaction', () => {
    it('needs two more polls in a row if the node fails and the wallet shows nothing', async () => {
      const hash = chain.send({ ...ownTransaction, reverts: true });
      chain.mine();
      const watched = watch(hash, { nonce, wallet: fakeChain() });
      await time.advance(500);
      chain.fault = 'error';
      await time.advance(1_000);
      chain.fault = null;
      const seen = chain.methods.length;
      while (chain.methods.length === seen) await time.advance(100);
      expect(watched.receipt).to.equal(null);
      await time.advance(2_000);
      expect(watched.receipt).to.deep.equal({ outcome: 'reverted', hash });
    });

    it('needs two more polls in a row if the node shows nothing and the wallet fails', async () => {
      const hash = chain.send({ ...ownTransaction, reverts: true });
      const wallet = fakeChain();
      wallet.fault = 'error';
      chain.mine();
      const watched = watch(hash, { nonce, wallet });
      await time.advance(500);
      chain.override('eth_getTransactionReceipt', () => null);
      await time.advance(1_000);
      chain.override('eth_getTransactionReceipt', null);
      const seen = chain.methods.length;
      while (chain.methods.length === seen) await time.advance(100);
      expect(watched.receipt).to.equal(null);
      await time.advance(2_000);
      expect(watched.receipt).to.deep.equal({ outcome: 'reverted', hash });
    });
  });

  describe('F-89 when the node does not know the transaction', () => {
    it('returns confirmed once the transaction is mined', async () => {
      const hash = chain.send(ownTransaction);
      chain.hide(hash);
      const watched = watch(hash);
      await time.advance(LONG);
      expect(watched.receipt).to.equal(null);
      chain.mine();
      await time.advance(10_000);
      expect(watched.receipt).to.deep.equal({ outcome: 'confirmed', hash });
    });

    it('returns no outcome for ten minutes when another transaction uses the expected nonce', async () => {
      const hash = chain.send({ ...ownTransaction, nonce: nonce + 2 });
      chain.hide(hash);
      const watched = watch(hash);
      chain.send({ ...otherTransaction, nonce });
      chain.mine();
      await time.advance(9 * MINUTE);
      expect(watched.receipt).to.equal(null);
      chain.send({ ...otherTransaction, nonce: nonce + 1 });
      chain.mine();
      await time.advance(10_000);
      expect(watched.receipt).to.deep.equal({ outcome: 'confirmed', hash });
    });

    it('P-4 returns no outcome when another transaction used the nonce from before the prompt', async () => {
      const unknownHash = `0x${'cc'.repeat(32)}`;
      const watched = watch(unknownHash);
      chain.send({ ...otherTransaction, nonce });
      chain.mine();
      await time.advance(3 * LONG);
      expect(watched.receipt).to.equal(null);
    });

    it('never returns replaced when the expected nonce is unknown', async () => {
      const watched = watch(`0x${'cc'.repeat(32)}`, {});
      chain.send({ ...otherTransaction, nonce });
      chain.mine();
      await time.advance(LONG);
      expect(watched.receipt).to.equal(null);
    });
  });

  describe('when the transaction with the wallet’s hash is not the expected one', () => {
    // With a smart wallet, a bundler sends `handleOps` instead of the expected call.
    const wrapped = { from: OTHER, to: TO, data: '0x1fad948c', value: 0n };

    for (const [what, isMined] of [
      ['waiting', false],
      ['mined', true],
    ] as const) {
      it(`never returns replaced or cancelled when that transaction is ${what} and another one takes the nonce`, async () => {
        const hash = chain.send(wrapped);
        const watched = watch(hash);
        chain.send({ ...otherTransaction, nonce });
        if (!isMined) chain.holdBack(hash);
        chain.mine();
        await time.advance(3 * LONG);
        expect(watched.receipt).to.equal(null);
      });
    }

    // A relayer sends the call for the payer, directly or through its own contract.
    const forwarded = { ...ownTransaction, from: OTHER };
    const within = (selector: string) => {
      const size = (DATA.length / 2 - 1).toString(16).padStart(64, '0');
      const data = `${selector}${'00'.repeat(32)}${size}${DATA.slice(2)}${'00'.repeat(28)}`;
      return { from: OTHER, to: OTHER, data, value: 0n };
    };

    it('F-64 returns confirmed when a relayer sends the call for the payer', async () => {
      const hash = chain.send({ ...forwarded, logs: [deposited] });
      const watched = watch(hash);
      chain.mine();
      await time.advance(10_000);
      expect(watched.receipt).to.deep.equal({ outcome: 'confirmed', hash });
    });

    it('F-64 returns confirmed when the call is inside and tokens of the payer moved, and nothing before', async () => {
      const still = chain.send({ ...within('0xbeef0001') });
      const paid = chain.send({ ...within('0xbeef0002'), logs: [deposited] });
      const [one, two] = [watch(still), watch(paid)];
      chain.mine();
      await time.advance(3 * LONG);
      expect([one.receipt, two.receipt]).to.deep.equal([null, { outcome: 'confirmed', hash: paid }]);
    });

    // A paymaster takes its fee in tokens of the payer, also from an operation that has failed.
    const fee = transferLog(TOKEN, FROM, `0x${'fe'.repeat(20)}`, 31_000n);
    for (const [what, logs, sent] of [
      ['a paymaster’s fee', [fee], within('0x1fad948c')],
      ['a relayer’s fee', [fee], forwarded],
      ['a transfer of nothing', [transferLog(TOKEN, FROM, TO, 0n)], within('0x765e827f')],
      ['the same amount of another token', [transferLog(OTHER, FROM, TO, AMOUNT)], within('0x765e827f')],
      ['a failed operation', [deposited, operationLog(OTHER, FROM, false)], within('0x765e827f')],
    ] as const) {
      it(`F-64 returns no outcome when a transaction of a relayer shows only ${what}`, async () => {
        const hash = chain.send({ ...sent, logs });
        const watched = watch(hash);
        chain.mine();
        await time.advance(3 * LONG);
        expect(watched.receipt).to.equal(null);
      });
    }

    it('F-64 returns confirmed when a bundle pays, with a fee, and an operation of a stranger fails', async () => {
      const logs = [fee, deposited, operationLog(OTHER, TO, false), operationLog(OTHER, FROM, true)];
      const hash = chain.send({ ...within('0x765e827f'), logs });
      const watched = watch(hash);
      chain.mine();
      await time.advance(10_000);
      expect(watched.receipt).to.deep.equal({ outcome: 'confirmed', hash });
    });

    for (const [what, sent] of [
      ['the call itself', forwarded],
      ['the call inside', within('0xbeef0003')],
    ] as const) {
      it(`F-64 returns reverted when a relayer’s transaction with ${what} reverts`, async () => {
        const hash = chain.send({ ...sent, reverts: true });
        const watched = watch(hash);
        chain.mine();
        await time.advance(10_000);
        expect(watched.receipt).to.deep.equal({ outcome: 'reverted', hash });
      });
    }

    it('F-64 returns no outcome when a bundle reverts, because a bundler sends the operation again', async () => {
      const hash = chain.send({ ...within('0x1fad948c'), reverts: true });
      const watched = watch(hash);
      chain.mine();
      await time.advance(3 * LONG);
      expect(watched.receipt).to.equal(null);
    });

    it('F-64 returns no outcome when a reverted transaction of a stranger has nothing of the call', async () => {
      const hash = chain.send({ from: OTHER, to: TO, data: `0xbeef${'00'.repeat(200)}`, value: 0n, reverts: true });
      const watched = watch(hash);
      chain.mine();
      await time.advance(3 * LONG);
      expect(watched.receipt).to.equal(null);
    });

    it('F-66 returns no outcome when that transaction has our nonce: it does not replace itself', async () => {
      const hash = chain.send({ ...ownTransaction, to: OTHER, nonce });
      chain.mine();
      const watched = watch(hash);
      await time.advance(3 * LONG);
      expect(watched.receipt).to.equal(null);
    });

    it('returns no outcome when only the receipt is readable and the node lies about the transaction', async () => {
      const hash = chain.send({ ...ownTransaction, nonce: nonce + 1 });
      const watched = watch(hash);
      await time.advance(2_000);
      const other = chain.send({ from: OTHER, to: FROM });
      chain.send({ ...otherTransaction, nonce });
      chain.mine();
      chain.override('eth_getTransactionByHash', () => null);
      const lie = {
        hash: other,
        from: FROM,
        to: OTHER,
        input: '0x',
        value: '0x0',
        nonce: `0x${(nonce + 1).toString(16)}`,
      };
      chain.override('eth_getBlockByNumber', () => ({ transactions: [lie] }));
      await time.advance(3 * LONG);
      expect(watched.receipt).to.equal(null);
    });

    it('P-4 returns no outcome when that transaction disappears and another one takes its nonce', async () => {
      const hash = chain.send({ ...ownTransaction, to: OTHER, nonce });
      const watched = watch(hash);
      await time.advance(LONG);
      chain.send({ ...otherTransaction, nonce });
      chain.mine();
      await time.advance(2 * LONG);
      expect(watched.receipt).to.equal(null);
    });

    it('returns repriced when our own transaction is mined with the expected nonce', async () => {
      const watched = watch(chain.send(wrapped));
      const hash = chain.send({ ...ownTransaction, nonce });
      chain.mine();
      await time.advance(10_000);
      expect(watched.receipt).to.deep.equal({ outcome: 'repriced', hash });
    });
  });

  describe('F-64 when the wallet returned a foreign hash', () => {
    it('returns repriced by nonce when the hash belongs to an earlier payment', async () => {
      const earlier = chain.send({ ...ownTransaction, data: `${DATA}00` });
      chain.mine();
      const watched = watch(earlier, { nonce: chain.nextNonce(FROM) });
      await time.advance(MINUTE);
      expect(watched.receipt).to.equal(null);
      const hash = chain.send(ownTransaction);
      chain.mine();
      await time.advance(10_000);
      expect(watched.receipt).to.deep.equal({ outcome: 'repriced', hash });
    });

    it('returns no outcome when the hash belongs to another sender’s transaction', async () => {
      const otherHash = chain.send({ ...ownTransaction, from: OTHER });
      chain.mine();
      const watched = watch(otherHash);
      await time.advance(LONG);
      expect(watched.receipt).to.equal(null);
    });

    it('returns repriced by nonce when no transaction has the hash', async () => {
      const watched = watch(`0x${'cc'.repeat(32)}`);
      const hash = chain.send(ownTransaction);
      chain.mine();
      await time.advance(10_000);
      expect(watched.receipt).to.deep.equal({ outcome: 'repriced', hash });
    });
  });

  const edited = { ...ownTransaction, data: `${DATA.slice(0, -1)}9` };

  it('F-66 returns confirmed when the payer changed the amount of an approval in the wallet', async () => {
    const hash = chain.send(edited);
    chain.mine();
    const watched = watch(hash, { nonce, isApproval: true });
    await time.advance(5_000);
    expect(watched.receipt).to.deep.equal({ outcome: 'confirmed', hash });
  });

  for (const reverts of [false, true])
    it(`F-66 returns no outcome of another call to the contract that is paid (reverts: ${reverts})`, async () => {
      const watched = watch(chain.send({ ...edited, reverts, logs: [deposited] }));
      chain.mine();
      await time.advance(LONG);
      chain.send({ ...otherTransaction, nonce: nonce + 1 });
      chain.mine();
      await time.advance(LONG);
      expect(watched.receipt).to.equal(null);
    });

  it('returns confirmed when the hash is in upper case', async () => {
    const hash = chain.send(ownTransaction);
    chain.mine();
    const watched = watch(hash.toUpperCase().replace('0X', '0x'));
    await time.advance(5_000);
    expect(watched.receipt).to.deep.equal({ outcome: 'confirmed', hash });
  });

  for (const fault of ['down', 'busy', 'html', 'error', 'silent'] as const) {
    it(`F-87 returns no outcome and polls less often while the node is ${fault}`, async () => {
      const hash = chain.send(ownTransaction);
      const watched = watch(hash);
      await time.advance(2_000);
      chain.fault = fault;
      chain.mine();
      const before = chain.methods.length;
      await time.advance(LONG);
      expect(watched.receipt).to.equal(null);
      expect(chain.methods.length - before).to.be.within(1, LONG / 15_000 + 10);
      chain.fault = null;
      await time.advance(30_000);
      expect(watched.receipt).to.deep.equal({ outcome: 'confirmed', hash });
    });
  }

  describe('F-88 when the node lies', () => {
    const lies: Record<string, (hash: string) => [method: string, answer: unknown][]> = {
      'the receipt of another transaction': () => [
        [
          'eth_getTransactionReceipt',
          { transactionHash: `0x${'99'.repeat(32)}`, blockHash: `0x${'b0'.repeat(32)}`, status: '0x1', logs: [] },
        ],
      ],
      'a receipt without a status': (hash) => [
        ['eth_getTransactionReceipt', { transactionHash: hash, blockHash: `0x${'b0'.repeat(32)}`, logs: [] }],
      ],
      'a receipt without a block': (hash) => [
        ['eth_getTransactionReceipt', { transactionHash: hash, blockHash: null, status: '0x1', logs: [] }],
      ],
      'a transaction of another hash': () => [
        [
          'eth_getTransactionByHash',
          { hash: `0x${'99'.repeat(32)}`, from: FROM, to: TO, input: DATA, value: '0x7', nonce: '0x1' },
        ],
      ],
      'nonsense instead of a transaction': () => [['eth_getTransactionByHash', 'yes']],
      'a nonce that is no number': () => [
        ['eth_getTransactionByHash', null],
        ['eth_getTransactionCount', 'many'],
      ],
      'a used nonce that is in no block': () => [
        ['eth_getTransactionByHash', null],
        ['eth_getTransactionCount', '0xff'],
      ],
      'a block without a list of transactions': () => [
        ['eth_getTransactionByHash', null],
        ['eth_getTransactionCount', '0xff'],
        ['eth_getBlockByNumber', { transactions: 'none' }],
      ],
    };
    it('does not return replaced when the node answers with a transaction of another hash', async () => {
      const hash = chain.send(ownTransaction);
      chain.hide(hash);
      const other = { hash: `0x${'99'.repeat(32)}`, from: FROM, to: TO, input: DATA, value: '0x7', nonce: '0x0' };
      chain.override('eth_getTransactionByHash', () => other);
      const watched = watch(hash);
      await time.advance(10_000);
      chain.override('eth_getTransactionByHash', null);
      await time.advance(MINUTE);
      expect(watched.receipt).to.equal(null);
    });

    for (const [what, answers] of Object.entries(lies)) {
      it(`returns no outcome when the node answers with ${what}`, async () => {
        const hash = chain.send(ownTransaction);
        for (const [method, answer] of answers(hash)) chain.override(method, () => answer);
        const watched = watch(hash);
        await time.advance(LONG);
        expect(watched.receipt).to.equal(null);
        for (const [method] of answers(hash)) chain.override(method, null);
        chain.mine();
        await time.advance(30_000);
        expect(watched.receipt).to.deep.equal({ outcome: 'confirmed', hash });
      });
    }
  });
});
