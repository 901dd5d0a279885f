import { expect } from 'chai';
import { encodeAbiParameters, encodeFunctionResult, parseAbi, toHex, type Hex } from 'viem';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import type { TokenInfo } from '../../../../src/vm/family/adapter.js';
import type { ChainAccess } from '../../../../src/vm/family/sources.js';
import { VirtualClock } from '../../../support/clock.js';
import { fakeChain, type FakeChain } from '../../../support/fake-chain.js';

const abi = parseAbi([
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3((address, bool, bytes)[] calls) payable returns (Result[] returnData)',
]);
type Result = { success: boolean; returnData: Hex };

const text = (symbol: string): Result => ({
  success: true,
  returnData: encodeAbiParameters([{ type: 'string' }], [symbol]),
});
const number = (value: bigint): Result => ({ success: true, returnData: toHex(value, { size: 32 }) });
/** The text at the start of 32 bytes. */
const padded = (symbol: string): Result => ({
  success: true,
  returnData: `0x${toHex(symbol).slice(2).padEnd(64, '0')}`,
});
const failed: Result = { success: false, returnData: '0x' };

const token = { currency: `0x${'7'.repeat(40)}` };
const access = (chain: FakeChain): ChainAccess => ({
  chain: { id: 1, vmType: 'evm', httpRpcUrl: 'http://node.example' },
  fetch: chain.fetch,
  clock: new VirtualClock(),
  signal: new AbortController().signal,
});
const read = (...result: Result[]): Promise<(TokenInfo | null)[]> => {
  const chain = fakeChain();
  chain.override('eth_call', () => encodeFunctionResult({ abi, functionName: 'aggregate3', result }));
  return evmAdapter.tokenInfo(
    Array.from({ length: result.length / 2 }, () => token),
    access(chain),
  );
};

describe('tokenInfo', () => {
  it('reads symbol and decimals of all tokens in one call', async () => {
    expect(await read(text('USDC'), number(6n), text('USD₮0'), number(0n))).to.deep.equal([
      { symbol: 'USDC', decimals: 6 },
      { symbol: 'USD₮0', decimals: 0 },
    ]);
  });

  it('reads a symbol of 32 bytes, as old tokens return it', async () => {
    expect(await read(padded('MKR'), number(18n))).to.deep.equal([{ symbol: 'MKR', decimals: 18 }]);
  });

  it('is null when a value is missing, empty, too long or no number', async () => {
    const long = text('x'.repeat(600));
    for (const pair of [
      [failed, number(6n)],
      [text('NEW'), failed],
      [text(''), number(6n)],
      [long, number(6n)],
      [text('NEW'), number(256n)],
      [text('NEW'), { success: true, returnData: '0x06' as Hex }],
      [{ success: true, returnData: `0x${'ff'.repeat(64)}` }, number(6n)],
    ] as const) {
      expect(await read(...pair)).to.deep.equal([null]);
    }
  });

  it('is null when the node is down', async () => {
    const chain = fakeChain();
    chain.fault = 'down';
    expect(await evmAdapter.tokenInfo([token], access(chain))).to.deep.equal([null]);
  });

  it('S-7 asks each contract itself when it reads through the wallet', async () => {
    const asked: unknown[] = [];
    const through: ChainAccess = {
      ...access(fakeChain()),
      request: async (_method, params) => {
        const [{ to, data }] = params as [{ to: string; data: string }];
        asked.push([to, data]);
        return data === '0x95d89b41' ? text('NEW').returnData : number(9n).returnData;
      },
    };
    expect(await evmAdapter.tokenInfo([token], through)).to.deep.equal([{ symbol: 'NEW', decimals: 9 }]);
    expect(asked).to.deep.equal([
      [token.currency, '0x95d89b41'],
      [token.currency, '0x313ce567'],
    ]);
  });
});
