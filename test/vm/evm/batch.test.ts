import { expect } from '@open-wc/testing';
import { HubPayError } from '../../../src/errors.js';
import { evmAdapter } from '../../../src/vm/evm/adapter.js';
import { evmWallet } from '../../../src/wallets/evm-wallet.js';
import type { ChainAccess } from '../../../src/vm/adapter.js';
import type { Wallet } from '../../../src/wallets/wallet.js';
import { VirtualClock } from '../../support/clock.js';
import { fakeChain, type FakeChain } from '../../support/fake-chain.js';
import { fakeEvmWallet, PAYER, walletError, type FakeEvmWallet } from '../../support/fake-evm-wallet.js';

const TOKEN = `0x${'70'.repeat(20)}`;
const TO = `0x${'d0'.repeat(20)}`;
const HASH = `0x${'fa'.repeat(32)}`;
const call = (step: string, to: string, data: string) =>
  ({ kind: 'transaction', step, chainId: 8453, from: PAYER, to, data, value: '7' }) as const;
const calls = [call('approve', TOKEN, '0x095ea7b3'), call('deposit', TO, '0xe8017952')];

describe('several calls as one', () => {
  let fake: FakeEvmWallet;
  let wallet: Wallet;
  beforeEach(() => {
    fake = fakeEvmWallet({ connected: true });
    wallet = evmWallet({ id: 'w', name: 'W', icon: null, vmType: 'evm' }, fake.provider, () => Promise.resolve());
  });

  for (const [answer, can] of [
    [{ '0x2105': { atomic: { status: 'supported' } } }, true],
    [{ '0x2105': { atomic: { status: 'ready' } } }, false],
    [{ '0x2105': { atomic: { status: 'unsupported' } } }, false],
    [{ '0x2105': { atomicBatch: { supported: true } } }, false],
    [{ '0x1': { atomic: { status: 'supported' } } }, false],
    [{}, false],
    [null, false],
    ['yes', false],
  ] as const) {
    it(`are ${can ? '' : 'not '}sent by a wallet that says ${JSON.stringify(answer)}`, async () => {
      fake.on('wallet_getCapabilities', answer);
      expect(await evmAdapter.canBatch(calls[0]!, wallet)).to.equal(can);
      expect(fake.asked).to.deep.equal([{ method: 'wallet_getCapabilities', params: [PAYER, ['0x2105']] }]);
    });
  }

  it('G18 are asked for once, all or none, with nothing but what was guarded', async () => {
    fake.on('wallet_sendCalls', { id: 'one', capabilities: {} });
    expect(await evmAdapter.sendCalls(calls, wallet)).to.deep.equal({ id: 'one' });
    expect(fake.asked).to.deep.equal([
      {
        method: 'wallet_sendCalls',
        params: [
          {
            version: '2.0.0',
            from: PAYER,
            chainId: '0x2105',
            atomicRequired: true,
            calls: [
              { to: TOKEN, data: '0x095ea7b3', value: '0x7' },
              { to: TO, data: '0xe8017952', value: '0x7' },
            ],
          },
        ],
      },
    ]);
  });

  it('G18 are never of two accounts or chains, nor none at all', async () => {
    for (const wrong of [[calls[0]!, { ...calls[1]!, chainId: 1 }], [calls[0]!, { ...calls[1]!, from: TO }], []]) {
      expect(await evmAdapter.sendCalls(wrong, wallet).catch((error: unknown) => error)).to.be.instanceOf(TypeError);
    }
    expect(fake.asked).to.deep.equal([]);
  });

  for (const [answer, code] of [
    [walletError(4001, 'no'), 'wallet-rejected'],
    [walletError(-32601, 'the method eth_sendRawTransaction does not exist'), 'outcome-unknown'],
    [walletError(5730, 'unknown bundle'), 'outcome-unknown'],
    [walletError(-32603, 'Internal'), 'outcome-unknown'],
    [walletError(undefined, 'User rejected'), 'outcome-unknown'],
    [{}, 'outcome-unknown'],
    [null, 'outcome-unknown'],
    ['', 'outcome-unknown'],
    [{ id: 7 }, 'outcome-unknown'],
  ] as const) {
    it(`F-128 are \`${code}\` after ${answer instanceof Error ? answer.message : JSON.stringify(answer)}`, async () => {
      fake.on('wallet_sendCalls', answer);
      const error: unknown = await evmAdapter.sendCalls(calls, wallet).catch((cause: unknown) => cause);
      expect(error).to.be.instanceOf(HubPayError).and.to.include({ code });
      expect(fake.asked).to.have.length(1);
    });
  }

  for (const error of [
    ...[4200, 5700, 5710, 5740, 5760].map((code) => walletError(code, 'cannot')),
    walletError(-32601, 'wallet_sendCalls is not available'),
  ]) {
    it(`are nothing that the wallet can do after ${JSON.stringify(error)} ${error.message}: nothing was sent`, async () => {
      fake.on('wallet_sendCalls', error);
      expect(await evmAdapter.sendCalls(calls, wallet)).to.equal('unable');
      expect(fake.asked).to.have.length(1);
    });
  }

  it('F-124 are nothing that the payer wants where the account would have to be changed', async () => {
    fake.on('wallet_sendCalls', walletError(5750, 'upgrade rejected'));
    expect(await evmAdapter.sendCalls(calls, wallet)).to.equal('unwilling');
  });

  it('have a name of the wallet’s own, in both forms of the standard', async () => {
    fake.on('wallet_sendCalls', HASH);
    expect(await evmAdapter.sendCalls(calls, wallet)).to.deep.equal({ id: HASH });
  });

  describe('once the wallet has taken them', () => {
    let chain: FakeChain;
    let access: ChainAccess;
    let mined: string;
    let reverted: string;
    beforeEach(() => {
      chain = fakeChain(8453);
      mined = chain.send({ from: PAYER, to: PAYER });
      reverted = chain.send({ from: PAYER, to: PAYER, reverts: true });
      chain.mine();
      access = {
        chain: { id: 8453, vmType: 'evm', httpRpcUrl: 'http://node.example' },
        fetch: chain.fetch,
        signal: new AbortController().signal,
        clock: new VirtualClock(),
      };
    });

    for (const [title, status, named, name] of [
      ['wait', 100, null, 'open'],
      ['have no number', 'CONFIRMED', 'mined', 'open'],
      ['are done and say nowhere', 200, null, 'open'],
      ['are done by what no node knows', 200, 'unknown', 'open'],
      ['are done', 200, 'mined', 'done'],
      ['are done by what has reverted', 200, 'reverted', 'failed'],
      ['were never sent', 400, null, 'failed'],
      ['have reverted and say nowhere', 500, null, 'failed'],
      ['have reverted by what no node knows', 500, 'unknown', 'failed'],
      ['have reverted by what is mined well', 500, 'mined', 'failed'],
      ['have reverted', 500, 'reverted', 'reverted'],
      ['have reverted in part', 600, 'reverted', 'reverted'],
    ] as const) {
      it(`F-125 F-126 F-127 they ${title}: ${name}`, async () => {
        const hash = { mined, reverted, unknown: HASH }[named ?? 'unknown'];
        const receipts = named ? [{}, { transactionHash: hash.toUpperCase().replace('0X', '0x') }] : undefined;
        fake.on('wallet_getCallsStatus', { status, receipts });
        const told = name === 'done' || name === 'reverted' ? { name, hash } : { name };
        expect(await evmAdapter.callsState('one', wallet, access)).to.deep.equal(told);
        expect(fake.asked).to.deep.equal([{ method: 'wallet_getCallsStatus', params: ['one'] }]);
      });
    }

    it('F-125 nothing is learned from nonsense, nor where wallet or chain cannot be read', async () => {
      fake.on('wallet_getCallsStatus', null, walletError(5730, 'unknown'), {
        status: 200,
        receipts: [{ transactionHash: mined }],
      });
      expect(await evmAdapter.callsState('one', wallet, access)).to.deep.equal({ name: 'open' });
      const ask = () => evmAdapter.callsState('one', wallet, access).catch((error: unknown) => error);
      expect(await ask()).to.be.instanceOf(Error);
      chain.fault = 'down';
      expect(await ask()).to.be.instanceOf(Error);
    });
  });
});
