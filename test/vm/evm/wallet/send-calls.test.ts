import { expect } from 'chai';
import type { Address } from 'viem';
import { HubPayError } from '../../../../src/errors.js';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import { evmWallet } from '../../../../src/wallets/evm-wallet.js';
import type { ExpectedCall } from '../../../../src/vm/family/abilities.js';
import type { ChainAccess } from '../../../../src/vm/family/sources.js';
import type { Wallet } from '../../../../src/wallets/wallet.js';
import { batchCalldata } from '../../../support/world-service.js';
import { VirtualClock } from '../../../support/clock.js';
import { fakeChain, type FakeChain } from '../../../support/fake-chain.js';
import { fakeEvmWallet, PAYER, walletError, type FakeEvmWallet } from '../../../support/fake-evm-wallet.js';
import { amounts, call as encode, ids } from '../../../support/quotes.js';
import { operationLog, transferLog } from '../../../support/transfer-log.js';

const TOKEN: Address = `0x${'70'.repeat(20)}`;
const TO = `0x${'d0'.repeat(20)}`;
const HASH = `0x${'fa'.repeat(32)}`;
const call = (step: string, to: string, data: string) =>
  ({ kind: 'transaction', step, chainId: 8453, from: PAYER, to, data, value: '7' }) as const;
const DEPOSIT = encode.depositErc20(PAYER as Address, TOKEN, amounts.usdc, ids.order);
const calls = [call('approve', TOKEN, '0x095ea7b3'), call('deposit', TO, DEPOSIT)];

describe('sendCalls', () => {
  let fake: FakeEvmWallet;
  let wallet: Wallet;
  beforeEach(() => {
    fake = fakeEvmWallet({ connected: true });
    wallet = evmWallet({ id: 'w', name: 'W', icon: null, vmType: 'evm' }, fake.provider, () => Promise.resolve());
  });

  for (const [answer, can] of [
    [{ '0x2105': { atomic: { status: 'supported' } } }, true],
    [{ '0x02105': { atomic: { status: 'supported' } } }, true],
    [{ '8453': { atomic: { status: 'supported' } } }, true],
    [{ 'eip155:8453': { atomic: { status: 'supported' } } }, true],
    [{ '0x2105': { atomic: { status: 'ready' } } }, false],
    [{ '0x2105': { atomic: { status: 'unsupported' } } }, false],
    [{ '0x2105': { atomicBatch: { supported: true } } }, false],
    [{ '0x1': { atomic: { status: 'supported' } } }, false],
    [{}, false],
    [null, false],
    ['yes', false],
  ] as const) {
    it(`is ${can ? '' : 'not '}offered by canBatch when the wallet reports ${JSON.stringify(answer)}`, async () => {
      fake.once('wallet_getCapabilities', answer);
      expect(await evmAdapter.batches.canBatch(calls[0]!, wallet)).to.equal(can);
      expect(fake.requests).to.deep.equal([{ method: 'wallet_getCapabilities', params: [PAYER, ['0x2105']] }]);
    });
  }

  it('G18 F-127 sends one atomic request with only the guarded members', async () => {
    fake.once('wallet_sendCalls', { id: 'one', capabilities: {} });
    expect(await evmAdapter.batches.sendCalls('one', calls, wallet)).to.deep.equal({ id: 'one' });
    expect(fake.requests).to.deep.equal([
      {
        method: 'wallet_sendCalls',
        params: [
          {
            version: '2.0.0',
            id: 'one',
            from: PAYER,
            chainId: '0x2105',
            atomicRequired: true,
            calls: [
              { to: TOKEN, data: '0x095ea7b3', value: '0x7' },
              { to: TO, data: DEPOSIT, value: '0x7' },
            ],
          },
        ],
      },
    ]);
  });

  it('G18 throws before the wallet is called when accounts or chains differ or there are no calls', async () => {
    for (const wrong of [[calls[0]!, { ...calls[1]!, chainId: 1 }], [calls[0]!, { ...calls[1]!, from: TO }], []]) {
      expect(
        await evmAdapter.batches.sendCalls('one', wrong, wallet).catch((error: unknown) => error),
      ).to.be.instanceOf(TypeError);
    }
    expect(fake.requests).to.deep.equal([]);
  });

  for (const [id, answer, code] of [
    ['F-57', walletError(4001, 'no'), 'wallet-rejected'],
    ['F-58', walletError(-32601, 'the method eth_sendRawTransaction does not exist'), 'outcome-unknown'],
    ['F-128', walletError(5730, 'unknown bundle'), 'outcome-unknown'],
    ['F-58', walletError(-32603, 'Internal'), 'outcome-unknown'],
    ['F-58', walletError(-32603, 'Pop up window failed to open'), 'outcome-unknown'],
    ['F-58', walletError(undefined, 'User rejected'), 'outcome-unknown'],
    ['F-58', {}, 'outcome-unknown'],
    ['F-58', null, 'outcome-unknown'],
    ['F-58', '', 'outcome-unknown'],
    ['F-58', { id: 7 }, 'outcome-unknown'],
  ] as const) {
    it(`${id} throws \`${code}\` without a retry when the answer is ${answer instanceof Error ? answer.message : JSON.stringify(answer)}`, async () => {
      fake.once('wallet_sendCalls', answer);
      const error: unknown = await evmAdapter.batches.sendCalls('one', calls, wallet).catch((cause: unknown) => cause);
      expect(error).to.be.instanceOf(HubPayError).and.to.include({ code });
      expect(fake.requests).to.have.length(1);
    });
  }

  for (const error of [
    ...[4200, 5700, 5710, 5740, 5760].map((code) => walletError(code, 'cannot')),
    walletError(-32601, 'wallet_sendCalls is not available'),
  ]) {
    it(`returns \`unsupported\` without a retry when the wallet fails with ${JSON.stringify(error)} ${error.message}`, async () => {
      fake.once('wallet_sendCalls', error);
      expect(await evmAdapter.batches.sendCalls('one', calls, wallet)).to.equal('unsupported');
      expect(fake.requests).to.have.length(1);
    });
  }

  it('F-124 returns `upgrade-rejected` when the payer rejects the upgrade of the account', async () => {
    fake.once('wallet_sendCalls', walletError(5750, 'upgrade rejected'));
    expect(await evmAdapter.batches.sendCalls('one', calls, wallet)).to.equal('upgrade-rejected');
  });

  it('returns the wallet’s own id when the wallet answers with an id or with an object', async () => {
    fake.once('wallet_sendCalls', HASH);
    expect(await evmAdapter.batches.sendCalls('one', calls, wallet)).to.deep.equal({ id: HASH });
  });

  describe('status of sent calls', () => {
    let chain: FakeChain;
    let access: ChainAccess;
    let clock: VirtualClock;
    /** Transaction hashes by name. The table below uses these names. */
    let sent: Record<string, string>;
    const paying = calls[1]!;
    const among = batchCalldata([...calls, calls[0]!]);
    const payingCall: ExpectedCall = {
      expected: { from: PAYER, to: TO, value: paying.value, dataHash: evmAdapter.hashText(paying.data) },
      size: DEPOSIT.length / 2 - 1,
    };
    const state = (): Promise<unknown> => evmAdapter.batches.getCallsState('one', wallet, payingCall, access);

    beforeEach(() => {
      chain = fakeChain(8453);
      clock = new VirtualClock();
      const send = (from: string, to: string, data: string, reverts = false): string =>
        chain.send({ from, to, data, reverts, logs, ...(to === TO && { value: 7n }) });
      const deposited = transferLog(TOKEN, PAYER, TO, amounts.usdc);
      let logs = [deposited];
      sent = {
        done: send(PAYER, PAYER, among),
        alone: send(PAYER, TO, paying.data),
        reverted: send(PAYER, PAYER, among, true),
        'done by somebody else': send(TOKEN, TOKEN, among),
        'another one': send(PAYER, PAYER, batchCalldata([calls[0]!])),
        'unknown to the node': HASH,
      };
      logs = [transferLog(TOKEN, TO, PAYER, amounts.usdc)];
      sent['sent by another account in a bundle with these calls'] = send(TOKEN, TOKEN, among);
      sent['alone, of a token with other logs'] = send(PAYER, TO, paying.data);
      logs = [transferLog(TOKEN, PAYER, HASH.slice(0, 42), 31_000n)];
      sent['a bundle that only took its fee'] = send(TOKEN, TOKEN, among);
      logs = [deposited, operationLog(TOKEN, PAYER, false)];
      sent['a bundle in which the operation failed'] = send(TOKEN, TOKEN, among);
      chain.mine();
      access = {
        chain: { id: 8453, vmType: 'evm', httpRpcUrl: 'http://node.example' },
        fetch: chain.fetch,
        signal: new AbortController().signal,
        clock,
      };
    });

    for (const [id, status, named, name] of [
      ['F-125', 100, 'nothing', 'pending'],
      ['F-125', 200, 'nothing', 'pending'],
      ['F-125', 200, 'unknown to the node', 'pending'],
      ['F-125', 200, 'another one', 'pending'],
      ['F-125', 200, 'done', 'done'],
      ['F-125', 200, 'alone', 'done'],
      ['F-125', 200, 'done by somebody else', 'done'],
      ['F-126', 200, 'sent by another account in a bundle with these calls', 'failed'],
      ['F-125', 200, 'alone, of a token with other logs', 'done'],
      ['F-126', 200, 'a bundle that only took its fee', 'failed'],
      ['F-126', 200, 'a bundle in which the operation failed', 'failed'],
      ['F-126', 200, 'reverted', 'failed'],
      ['F-126', 400, 'nothing', 'failed'],
      ['F-126', 500, 'unknown to the node', 'failed'],
      ['F-126', 500, 'another one', 'failed'],
      ['F-126', 500, 'done', 'failed'],
      ['F-126', 500, 'reverted', 'failed'],
      ['F-127', 600, 'reverted', 'failed'],
      ['F-127', 600, 'nothing', 'failed'],
    ] as const) {
      it(`${id} is ${name} when the wallet reports ${status} and the transaction is: ${named}`, async () => {
        const hash = sent[named] ?? '';
        const receipts = hash && [{}, { transactionHash: hash.toUpperCase().replace('0X', '0x') }];
        fake.once('wallet_getCallsStatus', { status, receipts });
        expect(await state()).to.deep.equal(name === 'done' ? { name, hash } : { name });
        expect(fake.requests).to.deep.equal([{ method: 'wallet_getCallsStatus', params: ['one'] }]);
      });
    }

    it('F-125 is null when the answer is malformed and throws when the wallet does not know the calls', async () => {
      for (const answer of [null, 'CONFIRMED', { status: 'CONFIRMED' }, { status: 0 }, {}]) {
        fake.once('wallet_getCallsStatus', answer);
        expect(await state(), JSON.stringify(answer)).to.equal(null);
      }
      fake.once('wallet_getCallsStatus', walletError(5730, 'unknown'));
      expect(await state().catch((error: unknown) => error)).to.be.instanceOf(Error);
    });

    it('is pending when the wallet reports success and the node does not answer', async () => {
      chain.fault = 'silent';
      fake.once('wallet_getCallsStatus', { status: 200, receipts: [{ transactionHash: sent['done'] }] });
      const answer = state();
      await clock.advance(2_500);
      expect(await answer).to.deep.equal({ name: 'pending' });
    });

    it('is pending or failed as the wallet reports when the node is down', async () => {
      chain.fault = 'down';
      for (const [status, named, name] of [
        [200, 'done', 'pending'],
        [500, 'reverted', 'failed'],
      ] as const) {
        fake.once('wallet_getCallsStatus', { status, receipts: [{ transactionHash: sent[named] }] });
        expect(await state()).to.deep.equal({ name });
      }
    });
  });
});
