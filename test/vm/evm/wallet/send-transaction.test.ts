import { expect } from 'chai';
import { HubPayError } from '../../../../src/errors.js';
import type { WalletRequest } from '../../../../src/types.js';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import { evmWallet } from '../../../../src/wallets/evm-wallet.js';
import { NotAskedError } from '../../../../src/wallets/wallet-errors.js';
import type { EvmWallet, Wallet } from '../../../../src/wallets/wallet.js';
import type { FakeChain } from '../../../support/fake-chain.js';
import { fakeChain } from '../../../support/fake-chain.js';
import type { FakeEvmWallet } from '../../../support/fake-evm-wallet.js';
import { fakeEvmWallet, PAYER, walletError } from '../../../support/fake-evm-wallet.js';
import { fakeActivation, type FakeActivation } from '../../../support/fakes/user-activation.js';

const TO = `0x${'d0'.repeat(20)}`;
const HASH = `0x${'fa'.repeat(32)}`;

const request: WalletRequest & { kind: 'transaction' } = {
  kind: 'transaction',
  step: 'deposit',
  chainId: 31337,
  from: PAYER,
  to: TO,
  data: '0x49290c1c',
  value: '1000000000000000001',
};

describe('sendTransaction', () => {
  let chain: FakeChain;

  beforeEach(() => {
    chain = fakeChain();
  });

  describe('submit', () => {
    let fake: FakeEvmWallet;
    let wallet: Wallet;
    beforeEach(() => {
      fake = fakeEvmWallet({ connected: true, chain });
      wallet = evmWallet({ id: 'w', name: 'W', icon: null, vmType: 'evm' }, fake.provider, () => Promise.resolve());
    });

    const refusal = async (): Promise<HubPayError> => {
      const error: unknown = await evmAdapter.transactions.submit(request, wallet).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(HubPayError);
      return error as HubPayError;
    };

    it('reports that nothing was sent when the wallet was not asked, whatever the code', async () => {
      for (const code of [4900, 4200, 4902]) {
        fake.provider.request = () => Promise.reject(new NotAskedError(code, 'The wallet has ended the connection'));
        expect(await refusal(), String(code)).to.have.property('code', 'wallet-failed');
        fake.provider.request = () => Promise.reject(walletError(code, 'The wallet has ended the connection'));
        expect(await refusal(), `${code} of the wallet`).to.have.property('code', 'outcome-unknown');
      }
    });

    it('reports the changed account when the wallet was not asked for it', async () => {
      const cause = new HubPayError('account-changed', 'no longer shared', { values: { old: PAYER, new: TO } });
      fake.provider.request = () => Promise.reject(new NotAskedError(4100, 'no longer shared', { cause }));
      expect(await refusal()).to.include({ code: 'account-changed' });
    });

    it('G19 F-84 sends only from, to, data, value and chain id to the wallet when the request has more members', async () => {
      const withExtraMembers = {
        ...request,
        gas: '0x1',
        maxFeePerGas: '0x1',
        authorizationList: [],
        nonce: '0x0',
      } as WalletRequest;
      const hash = await evmAdapter.transactions.submit(withExtraMembers, wallet);
      expect(hash).to.match(/^0x[0-9a-f]{64}$/);
      expect(fake.requests).to.deep.equal([
        {
          method: 'eth_sendTransaction',
          params: [{ from: PAYER, to: TO, data: '0x49290c1c', value: '0xde0b6b3a7640001', chainId: '0x7a69' }],
        },
      ]);
    });

    it('sends the value 0x0 when the request has no value', async () => {
      await evmAdapter.transactions.submit({ ...request, value: '0' }, wallet);
      expect(fake.requests[0]?.params).to.have.nested.property('[0].value', '0x0');
    });

    it('returns the hash in lower case when the wallet answers in upper case', async () => {
      fake.once('eth_sendTransaction', HASH.toUpperCase().replace('0X', '0x'));
      expect(await evmAdapter.transactions.submit(request, wallet)).to.equal(HASH);
    });

    for (const answer of [HASH.slice(2), { hash: HASH }, { result: HASH }, HASH.toUpperCase()]) {
      it(`F-64 returns the hash when the wallet answers ${JSON.stringify(answer).slice(0, 16)}`, async () => {
        fake.once('eth_sendTransaction', answer);
        expect(await evmAdapter.transactions.submit(request, wallet)).to.equal(HASH);
      });
    }

    const certain: [code: number | string, message: string, meaning: string][] = [
      [4001, 'MetaMask Tx Signature: User denied transaction signature.', 'wallet-rejected'],
      [5000, 'User rejected', 'wallet-rejected'],
      ['ACTION_REJECTED', 'user rejected transaction', 'wallet-rejected'],
      [
        -32002,
        "Request of type 'eth_sendTransaction' already pending for origin https://shop.example. Please wait.",
        'wallet-busy',
      ],
      [-32002, 'Already processing eth_requestAccounts. Please wait.', 'wallet-busy'],
      [4100, 'The requested account and/or method has not been authorized by the user.', 'wallet-locked'],
      [-32602, 'Invalid parameters: active chainId is different than the one provided.', 'wrong-network'],
      [-32603, 'Invalid parameters: active chainId is 0x1 but received 0x2105.', 'wrong-network'],
    ];
    for (const [code, message, meaning] of certain) {
      it(`F-57 F-51 throws \`${meaning}\` with nothing sent when the wallet fails with ${code} "${message.slice(0, 50)}"`, async () => {
        fake.once('eth_sendTransaction', walletError(code, message));
        expect(await refusal()).to.include({ code: meaning, money: 'not-sent' });
        expect(fake.requests).to.have.length(1);
      });
    }

    const open: [code: number | string | undefined, message: string][] = [
      [-32000, 'User rejected transaction'],
      [-32000, 'already known'],
      [-32000, 'nonce too low'],
      [-32000, 'replacement transaction underpriced'],
      [-32000, 'insufficient funds for gas * price + value'],
      [-32002, 'request timed out'],
      [-32002, 'request timed out while waiting for the transaction'],
      [-32002, 'RPC request failed: server is busy'],
      [-32003, 'transaction rejected'],
      [-32005, 'limit exceeded'],
      [-32602, 'invalid argument 0'],
      [-32603, 'Internal JSON-RPC error.'],
      [-32603, 'User rejected the request'],
      [4200, 'unsupported'],
      [4900, 'Disconnected'],
      [undefined, 'User rejected the request'],
      [undefined, 'timeout'],
    ];
    for (const [code, message] of open) {
      it(`F-58 F-59 F-90 throws \`outcome-unknown\` without a retry when the wallet fails with ${code} "${message}"`, async () => {
        fake.once('eth_sendTransaction', walletError(code, message));
        expect(await refusal()).to.include({ code: 'outcome-unknown', money: 'unknown' });
        expect(fake.requests).to.have.length(1);
      });
    }

    describe('with a window that the browser blocked', () => {
      const blocked = walletError(-32603, 'Pop up window failed to open');
      let activation: FakeActivation;
      beforeEach(() => {
        activation = fakeActivation();
      });
      afterEach(() => {
        activation.restore();
      });

      it('F-58 throws `wallet-failed` with nothing sent when no press was fresh at the request', async () => {
        fake.once('eth_sendTransaction', blocked);
        expect(await refusal()).to.include({ code: 'wallet-failed', reason: 'window-blocked', money: 'not-sent' });
      });

      it('F-58 throws `outcome-unknown` when a press was fresh, or the browser does not tell', async () => {
        fake.once('eth_sendTransaction', blocked);
        activation.press();
        const unclear = { code: 'outcome-unknown', reason: 'window-blocked', money: 'unknown' };
        expect(await refusal()).to.include(unclear);
        activation.restore();
        fake.once('eth_sendTransaction', blocked);
        expect(await refusal()).to.include(unclear);
      });

      it('F-58 throws `outcome-unknown` when the press was used up only after the request', async () => {
        activation.press();
        fake.once('eth_sendTransaction', () => {
          activation.use();
          throw blocked;
        });
        expect(await refusal()).to.include({ code: 'outcome-unknown' });
      });

      for (const message of [
        'Transaction sent, but the window was closed and its result could not be read',
        'Popup window closed, could not get the transaction hash',
        'window.ethereum.request failed',
        'The popup was opened, and its transaction failed',
        'User denied in the popup window',
      ]) {
        it(`F-58 throws \`outcome-unknown\` without a fresh press when the wallet says "${message}"`, async () => {
          fake.once('eth_sendTransaction', walletError(-32603, message));
          expect(await refusal()).to.include({ code: 'outcome-unknown', money: 'unknown' });
        });
      }
    });

    it('throws `outcome-unknown` when the wallet rejects with a value that is not an error object', async () => {
      for (const thrown of ['rejected', null, undefined, 4001] as unknown as Error[]) {
        fake.once('eth_sendTransaction', () => Promise.reject(thrown));
        expect((await refusal()).code).to.equal('outcome-unknown');
      }
    });

    it('throws `outcome-unknown` when the provider throws synchronously', async () => {
      const broken: EvmWallet = {
        ...wallet,
        vmType: 'evm',
        provider: {
          request: () => {
            throw new Error('not now');
          },
        },
      };
      const error: unknown = await evmAdapter.transactions.submit(request, broken).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(HubPayError).with.property('code', 'outcome-unknown');
    });

    const shapes: [answer: unknown, details: string][] = [
      [null, 'null'],
      [undefined, 'undefined'],
      ['null', 'a text of 4 characters'],
      ['', 'a text of 0 characters'],
      ['0x', '0 bytes'],
      [`0x${'ab'.repeat(65)}`, '65 bytes'],
      [`0x${'ab'.repeat(31)}`, '31 bytes'],
      [`0x${'zz'.repeat(32)}`, 'a text of 66 characters'],
      [42, 'number'],
      [{ hash: 7 }, 'object'],
      [true, 'boolean'],
    ];
    it('F-65 says that the payer declined, without proof, when the wallet answers null: Rainbow', async () => {
      for (const answer of [null, 'null']) {
        fake.once('eth_sendTransaction', () => answer);
        expect(await refusal()).to.include({ code: 'outcome-unknown', reason: 'declined', money: 'unknown' });
      }
      fake.once('eth_sendTransaction', () => undefined);
      expect(await refusal()).to.not.have.property('reason', 'declined');
    });

    for (const [answer, details] of shapes) {
      it(`F-64 F-65 throws \`outcome-unknown\` with the shape as details when the wallet answers ${details}`, async () => {
        fake.once('eth_sendTransaction', () => answer);
        expect(await refusal()).to.include({ code: 'outcome-unknown', details });
      });
    }
  });
});
