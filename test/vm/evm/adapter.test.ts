import { expect } from 'chai';
import { HubPayError } from '../../../src/errors.js';
import type { WalletRequest } from '../../../src/types.js';
import type { ChainAccess } from '../../../src/vm/adapter.js';
import { loadAdapter } from '../../../src/vm/load-adapter.js';
import { evmAdapter } from '../../../src/vm/evm/adapter.js';
import { evmWallet } from '../../../src/wallets/eip1193-wallet.js';
import type { Wallet } from '../../../src/wallets/wallet.js';
import { VirtualClock } from '../../support/clock.js';
import type { FakeChain } from '../../support/fake-chain.js';
import { fakeChain } from '../../support/fake-chain.js';
import type { FakeEvmWallet } from '../../support/fake-evm-wallet.js';
import { fakeEvmWallet, PAYER, walletError } from '../../support/fake-evm-wallet.js';

const TO = `0x${'d0'.repeat(20)}`;
const NATIVE = `0x${'00'.repeat(20)}`;
const TOKEN = `0x${'70'.repeat(20)}`;
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

describe('EVM adapter', () => {
  let chain: FakeChain;
  let stop: AbortController;
  const access = (): ChainAccess => ({
    chain: { id: chain.id, vmType: 'evm', httpRpcUrl: 'http://node.example' },
    fetch: chain.fetch,
    signal: stop.signal,
    clock: new VirtualClock(),
  });

  beforeEach(() => {
    chain = fakeChain();
    stop = new AbortController();
  });

  it('is the result of loadAdapter when the chain kind is evm', async () => {
    expect(await loadAdapter('evm')).to.equal(evmAdapter);
  });

  it('hashes text with Keccak-256', () => {
    expect(evmAdapter.hashCalldata('')).to.equal('0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470');
    expect(evmAdapter.hashCalldata('abc')).to.equal(
      '0x4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45',
    );
  });

  describe('submit', () => {
    let fake: FakeEvmWallet;
    let wallet: Wallet;
    beforeEach(() => {
      fake = fakeEvmWallet({ connected: true, chain });
      wallet = evmWallet({ id: 'w', name: 'W', icon: null, vmType: 'evm' }, fake.provider, () => Promise.resolve());
    });

    const refusal = async (): Promise<HubPayError> => {
      const error: unknown = await evmAdapter.submit(request, wallet).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(HubPayError);
      return error as HubPayError;
    };

    it('G19 sends only from, to, data, value and chain id to the wallet when the request has more members', async () => {
      const withExtraMembers = {
        ...request,
        gas: '0x1',
        maxFeePerGas: '0x1',
        authorizationList: [],
        nonce: '0x0',
      } as WalletRequest;
      const hash = await evmAdapter.submit(withExtraMembers, wallet);
      expect(hash).to.match(/^0x[0-9a-f]{64}$/);
      expect(fake.requests).to.deep.equal([
        {
          method: 'eth_sendTransaction',
          params: [{ from: PAYER, to: TO, data: '0x49290c1c', value: '0xde0b6b3a7640001', chainId: '0x7a69' }],
        },
      ]);
    });

    it('sends the value 0x0 when the request has no value', async () => {
      await evmAdapter.submit({ ...request, value: '0' }, wallet);
      expect(fake.requests[0]?.params).to.have.nested.property('[0].value', '0x0');
    });

    it('returns the hash in lower case when the wallet answers in upper case', async () => {
      fake.on('eth_sendTransaction', HASH.toUpperCase().replace('0X', '0x'));
      expect(await evmAdapter.submit(request, wallet)).to.equal(HASH);
    });

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
        fake.on('eth_sendTransaction', walletError(code, message));
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
        fake.on('eth_sendTransaction', walletError(code, message));
        expect(await refusal()).to.include({ code: 'outcome-unknown', money: 'unknown' });
        expect(fake.requests).to.have.length(1);
      });
    }

    it('throws `outcome-unknown` when the wallet rejects with a value that is not an error object', async () => {
      for (const thrown of ['rejected', null, undefined, 4001] as unknown as Error[]) {
        fake.on('eth_sendTransaction', () => Promise.reject(thrown));
        expect((await refusal()).code).to.equal('outcome-unknown');
      }
    });

    it('throws `outcome-unknown` when the provider throws synchronously', async () => {
      const broken: Wallet = {
        ...wallet,
        provider: {
          request: () => {
            throw new Error('not now');
          },
        },
      };
      const error: unknown = await evmAdapter.submit(request, broken).catch((reason: unknown) => reason);
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
      [HASH.slice(2), 'a text of 64 characters'],
      [42, 'number'],
      [{ hash: HASH }, 'object'],
      [true, 'boolean'],
    ];
    for (const [answer, details] of shapes) {
      it(`F-64 F-65 throws \`outcome-unknown\` with the shape as details when the wallet answers ${details}`, async () => {
        fake.on('eth_sendTransaction', () => answer);
        expect(await refusal()).to.include({ code: 'outcome-unknown', details });
      });
    }
  });

  describe('nonce', () => {
    it('includes pending transactions', async () => {
      chain.send({ from: PAYER, to: TO });
      chain.mine();
      chain.send({ from: PAYER, to: TO });
      expect(await evmAdapter.nextNonce(PAYER, access())).to.equal('2');
    });

    for (const fault of ['down', 'busy', 'html', 'error'] as const) {
      it(`is null when the node is ${fault}`, async () => {
        chain.fault = fault;
        expect(await evmAdapter.nextNonce(PAYER, access())).to.equal(null);
      });
    }

    it('is null when the node does not answer for ten seconds', async () => {
      chain.fault = 'silent';
      const clock = new VirtualClock();
      const answer = evmAdapter.nextNonce(PAYER, { ...access(), clock });
      await clock.advance(10_000);
      expect(await answer).to.equal(null);
      expect(clock.pending).to.equal(0);
    });

    it('is null when the chain has no RPC URL or the node’s answer is not a number', async () => {
      expect(await evmAdapter.nextNonce(PAYER, { ...access(), chain: { id: 1, vmType: 'evm' } })).to.equal(null);
      chain.override('eth_getTransactionCount', () => 'many');
      expect(await evmAdapter.nextNonce(PAYER, access())).to.equal(null);
    });

    it('rejects with the reason of the signal when the signal is aborted', async () => {
      chain.fault = 'silent';
      const answer = evmAdapter.nextNonce(PAYER, access()).catch((reason: unknown) => reason);
      stop.abort('gone');
      expect(await answer).to.equal('gone');
    });
  });

  describe('estimateFee', () => {
    const approve: WalletRequest = { ...request, step: 'approve', value: '0' };

    it('multiplies the gas of all requests by the gas price and adds a quarter', async () => {
      chain.override('eth_estimateGas', () => '0xea60');
      chain.override('eth_gasPrice', () => '0x3b9aca00');
      expect(await evmAdapter.estimateFee([approve, request], access())).to.equal(
        (60_000n * 2n * 1_000_000_000n * 5n) / 4n,
      );
    });

    it('estimates exactly the transaction that the wallet will send', async () => {
      const estimated: unknown[] = [];
      chain.override('eth_estimateGas', (params) => {
        estimated.push(params[0]);
        return '0x1';
      });
      await evmAdapter.estimateFee([request], access());
      expect(estimated).to.deep.equal([{ from: PAYER, to: TO, data: '0x49290c1c', value: '0xde0b6b3a7640001' }]);
    });

    it('uses an upper bound for a deposit when its approval is not yet mined', async () => {
      chain.override('eth_estimateGas', ([transaction]) => {
        if ((transaction as { value: string }).value === '0x0') return '0xc350';
        throw new Error('execution reverted: allowance');
      });
      chain.override('eth_gasPrice', () => '0x4');
      expect(await evmAdapter.estimateFee([approve, request], access())).to.equal((50_000n + 200_000n) * 5n);
    });

    it('is null when the chain cannot be read', async () => {
      chain.fault = 'down';
      expect(await evmAdapter.estimateFee([request], access())).to.equal(null);
    });

    it('is zero when there are no requests', async () => {
      expect(await evmAdapter.estimateFee([], access())).to.equal(0n);
    });
  });

  describe('receivedAmount', () => {
    const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
    const topic = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`;
    const log = (o: { address?: string; to?: string; amount: bigint; topic?: string }): object => ({
      address: (o.address ?? TOKEN).toUpperCase().replace('0X', '0x'),
      topics: [o.topic ?? TRANSFER, topic(TO), topic(o.to ?? PAYER)],
      data: `0x${o.amount.toString(16).padStart(64, '0')}`,
    });
    const mined = (o: { logs?: object[]; status?: string }): void => {
      chain.override('eth_getTransactionReceipt', () => ({
        transactionHash: HASH,
        blockHash: HASH,
        status: '0x1',
        logs: [],
        ...o,
      }));
    };

    it('sums only the token’s transfers to the payer', async () => {
      mined({
        logs: [
          log({ amount: 5n }),
          log({ amount: 7n }),
          log({ amount: 100n, to: TO }),
          log({ amount: 1_000n, address: `0x${'71'.repeat(20)}` }),
          log({ amount: 10_000n, topic: `0x${'8c'.repeat(32)}` }),
        ],
      });
      expect(await evmAdapter.receivedAmount(HASH, PAYER, TOKEN, access())).to.equal(12n);
      expect(
        await evmAdapter.receivedAmount(
          HASH.toUpperCase().replace('0X', '0x'),
          PAYER.toUpperCase().replace('0X', '0x'),
          TOKEN,
          access(),
        ),
      ).to.equal(12n);
    });

    it('reads native currency from the value of the transaction', async () => {
      const hash = chain.send({ from: TO, to: PAYER, value: 9n });
      chain.mine();
      expect(await evmAdapter.receivedAmount(hash, PAYER, NATIVE, access())).to.equal(9n);
      expect(await evmAdapter.receivedAmount(hash, TO, NATIVE, access())).to.equal(null);
    });

    it('F-110 is null when nothing arrived or the transaction reverted or is not mined', async () => {
      mined({});
      expect(await evmAdapter.receivedAmount(HASH, PAYER, TOKEN, access())).to.equal(null);
      mined({ logs: [log({ amount: 5n })], status: '0x0' });
      expect(await evmAdapter.receivedAmount(HASH, PAYER, TOKEN, access())).to.equal(null);
      chain.override('eth_getTransactionReceipt', () => null);
      expect(await evmAdapter.receivedAmount(HASH, PAYER, TOKEN, access())).to.equal(null);
    });

    it('is null when the receipt cannot be read', async () => {
      chain.override('eth_getTransactionReceipt', () => ({
        transactionHash: HASH,
        blockHash: HASH,
        status: '0x1',
        logs: [{ address: TOKEN, topics: [TRANSFER, topic(TO), topic(PAYER)], data: 'x' }],
      }));
      expect(await evmAdapter.receivedAmount(HASH, PAYER, TOKEN, access())).to.equal(null);
      chain.fault = 'down';
      expect(await evmAdapter.receivedAmount(HASH, PAYER, TOKEN, access())).to.equal(null);
    });
  });

  it('sends no credentials or referrer to the node and refuses redirects', async () => {
    const inits: RequestInit[] = [];
    await evmAdapter.nextNonce(PAYER, {
      ...access(),
      fetch: (input, init) => {
        inits.push(init ?? {});
        return chain.fetch(input, init);
      },
    });
    const { redirect, credentials, referrerPolicy } = inits[0]!;
    expect({ redirect, credentials, referrerPolicy }).to.deep.equal({
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
  });
});
