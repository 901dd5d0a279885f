import { expect } from '@open-wc/testing';
import { HubPayError } from '../../../src/errors.js';
import { evmAdapter } from '../../../src/vm/evm/adapter.js';
import { evmWallet } from '../../../src/wallets/evm-wallet.js';
import type { Wallet } from '../../../src/wallets/wallet.js';
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
    expect(await evmAdapter.sendCalls(calls, wallet)).to.equal('one');
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
    [walletError(5750, 'upgrade rejected'), 'wallet-rejected'],
    [walletError(5730, 'unknown bundle'), 'outcome-unknown'],
    [walletError(-32603, 'Internal'), 'outcome-unknown'],
    [walletError(undefined, 'User rejected'), 'outcome-unknown'],
    [{}, 'outcome-unknown'],
    [null, 'outcome-unknown'],
    [HASH, 'outcome-unknown'],
  ] as const) {
    it(`F-128 are \`${code}\` after ${answer instanceof Error ? answer.message : JSON.stringify(answer)}`, async () => {
      fake.on('wallet_sendCalls', answer);
      const error: unknown = await evmAdapter.sendCalls(calls, wallet).catch((cause: unknown) => cause);
      expect(error).to.be.instanceOf(HubPayError).and.to.include({ code });
      expect(fake.asked).to.have.length(1);
    });
  }

  for (const code of [5700, 5710, 5740, 5760]) {
    it(`are nothing that the wallet can do after ${code}: nothing was sent`, async () => {
      fake.on('wallet_sendCalls', walletError(code, 'cannot'));
      expect(await evmAdapter.sendCalls(calls, wallet)).to.equal(null);
      expect(fake.asked).to.have.length(1);
    });
  }

  for (const [answer, state] of [
    [{ status: 100 }, { name: 'open' }],
    [
      { status: 200, receipts: [{ transactionHash: HASH }] },
      { name: 'done', hash: HASH },
    ],
    [{ status: 200 }, { name: 'unclear' }],
    [{ status: 400 }, { name: 'unclear' }],
    [{ status: 500, receipts: [{ transactionHash: HASH }] }, { name: 'unclear' }],
    [{ status: 'CONFIRMED' }, { name: 'open' }],
    [null, { name: 'open' }],
  ] as const) {
    it(`F-125 F-126 stand as ${JSON.stringify(state)} after ${JSON.stringify(answer)}`, async () => {
      fake.on('wallet_getCallsStatus', answer);
      expect(await evmAdapter.callsState('one', wallet)).to.deep.equal(state);
    });
  }
});
