import { expect } from 'chai';
import { decodeFunctionData, encodeFunctionResult, parseAbi } from 'viem';
import type { ChainAccess } from '../../../../src/vm/family/sources.js';
import { VirtualClock } from '../../../support/clock.js';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import type { FakeChain } from '../../../support/fake-chain.js';
import { fakeChain } from '../../../support/fake-chain.js';
import { PAYER } from '../../../support/fake-evm-wallet.js';

const NATIVE = `0x${'00'.repeat(20)}`;
const MULTICALL3 = '0xca11bde05977b3631167028862be2a173976ca11';

const abi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[] returnData)',
  'function balanceOf(address owner) view returns (uint256)',
  'function getEthBalance(address addr) view returns (uint256 balance)',
]);

type Call = { target: string; method: string; owner: string; allowFailure: boolean };
type Result = { success: boolean; returnData: `0x${string}` };

const word = (value: bigint): `0x${string}` => `0x${value.toString(16).padStart(64, '0')}`;

describe('balances', () => {
  let chain: FakeChain;
  let batches: { to: string; calls: Call[] }[];
  const assets = (...currencies: string[]): { currency: string }[] => currencies.map((currency) => ({ currency }));
  const token = (n: number): string => `0x${n.toString(16).padStart(40, '7')}`;

  const access = (multicall3?: string): ChainAccess => ({
    chain: {
      id: 1,
      vmType: 'evm',
      httpRpcUrl: 'http://node.example',
      ...(multicall3 !== undefined && { contracts: { multicall3 } }),
    },
    fetch: chain.fetch,
    clock: new VirtualClock(),
    signal: new AbortController().signal,
  });

  /** Makes the multicall3 contract return the results of `answer`. */
  const answering = (answer: (call: Call, index: number) => Result): void => {
    chain.override('eth_call', ([request]) => {
      const { to, data } = request as { to: string; data: `0x${string}` };
      const { args } = decodeFunctionData({ abi, data }) as {
        args: readonly [readonly { target: string; allowFailure: boolean; callData: `0x${string}` }[]];
      };
      const calls = args[0].map(({ target, allowFailure, callData }) => {
        const inner = decodeFunctionData({ abi, data: callData });
        return {
          target: target.toLowerCase(),
          allowFailure,
          method: inner.functionName,
          owner: (inner.args[0] as string).toLowerCase(),
        };
      });
      batches.push({ to, calls });
      return encodeFunctionResult({ abi, functionName: 'aggregate3', result: calls.map(answer) });
    });
  };

  beforeEach(() => {
    chain = fakeChain();
    batches = [];
  });

  it('reads native currency and tokens in one call and keeps the order of the request', async () => {
    answering((_, index) => ({ success: true, returnData: word(BigInt(index + 1)) }));
    expect(await evmAdapter.balances(PAYER, assets(token(1), NATIVE, token(2)), access())).to.deep.equal([1n, 2n, 3n]);
    expect(batches).to.deep.equal([
      {
        to: MULTICALL3,
        calls: [
          { target: token(1), allowFailure: true, method: 'balanceOf', owner: PAYER },
          { target: MULTICALL3, allowFailure: true, method: 'getEthBalance', owner: PAYER },
          { target: token(2), allowFailure: true, method: 'balanceOf', owner: PAYER },
        ],
      },
    ]);
  });

  it('reads an amount of 2²⁵⁶−1', async () => {
    const most = 2n ** 256n - 1n;
    answering(() => ({ success: true, returnData: word(most) }));
    expect(await evmAdapter.balances(PAYER, assets(token(1)), access())).to.deep.equal([most]);
  });

  it('calls the multicall contract of the chain record, or the default when the record has none', async () => {
    answering(() => ({ success: true, returnData: word(1n) }));
    await evmAdapter.balances(PAYER, assets(NATIVE), access(token(9)));
    await evmAdapter.balances(PAYER, assets(NATIVE), access(''));
    expect(batches.map(({ to }) => to)).to.deep.equal([token(9), MULTICALL3]);
  });

  it('is null for each token that fails and correct for the others', async () => {
    const answers: Result[] = [
      { success: true, returnData: word(1n) },
      { success: false, returnData: '0x' },
      { success: true, returnData: '0x' },
      { success: true, returnData: '0x01' },
      { success: true, returnData: `${word(1n)}00` },
      { success: true, returnData: word(6n) },
    ];
    answering((_, index) => answers[index]!);
    expect(
      await evmAdapter.balances(
        PAYER,
        answers.map((_, n) => ({ currency: token(n) })),
        access(),
      ),
    ).to.deep.equal([1n, null, null, null, null, 6n]);
  });

  it('splits the request into batches of 500 when there are more currencies', async () => {
    answering((_, index) => ({ success: true, returnData: word(BigInt(index)) }));
    const many = Array.from({ length: 1_001 }, (_, n) => ({ currency: token(n) }));
    const amounts = await evmAdapter.balances(PAYER, many, access());
    expect(batches.map(({ calls }) => calls.length)).to.deep.equal([500, 500, 1]);
    expect([amounts.length, amounts[499], amounts[500], amounts[1_000]]).to.deep.equal([1_001, 499n, 0n, 0n]);
  });

  it('sends no request when no currency is given', async () => {
    expect(await evmAdapter.balances(PAYER, [], access())).to.deep.equal([]);
    expect(chain.methods).to.deep.equal([]);
  });

  for (const fault of ['down', 'busy', 'html', 'error'] as const) {
    it(`F-93 is null for all currencies when the node is ${fault}`, async () => {
      chain.fault = fault;
      expect(await evmAdapter.balances(PAYER, assets(NATIVE, token(1)), access())).to.deep.equal([null, null]);
    });
  }

  for (const answer of ['0x', '0x1234', null, 7, `0x${'ff'.repeat(96)}`]) {
    it(`F-93 is null for all currencies when the node answers ${JSON.stringify(answer).slice(0, 12)}`, async () => {
      chain.override('eth_call', () => answer);
      expect(await evmAdapter.balances(PAYER, assets(NATIVE), access())).to.deep.equal([null]);
    });
  }

  it('is null for each currency that is missing in the node’s answer', async () => {
    chain.override('eth_call', () =>
      encodeFunctionResult({ abi, functionName: 'aggregate3', result: [{ success: true, returnData: word(3n) }] }),
    );
    expect(await evmAdapter.balances(PAYER, assets(NATIVE, token(1)), access())).to.deep.equal([3n, null]);
  });

  it('is null only for the failed batch when one of several batches fails', async () => {
    answering(() => ({ success: true, returnData: word(1n) }));
    const all = Array.from({ length: 501 }, (_, n) => ({ currency: token(n) }));
    let calls = 0;
    const flaky: typeof fetch = (input, init) => {
      calls += 1;
      return calls === 1 ? Promise.reject(new TypeError('Failed to fetch')) : chain.fetch(input, init);
    };
    const amounts = await evmAdapter.balances(PAYER, all, { ...access(), fetch: flaky });
    expect([amounts[0], amounts[500]]).to.deep.equal([null, 1n]);
  });

  it('is null when a currency is not an address', async () => {
    answering(() => ({ success: true, returnData: word(1n) }));
    expect(await evmAdapter.balances(PAYER, assets('nonsense'), access())).to.deep.equal([null]);
  });
});
