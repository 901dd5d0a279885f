import { expect } from 'chai';
import { decodeFunctionData, encodeFunctionResult, parseAbi, type Hex } from 'viem';
import type { Permit } from '../../../../src/types.js';
import type { ChainAccess } from '../../../../src/vm/family/sources.js';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import type { FakeChain } from '../../../support/fake-chain.js';
import { allowanceCase, authorizationCase, DEADLINE, PERMIT2, permit2Case } from '../../../support/permit-quotes.js';
import { type Case } from '../../../support/quotes.js';
import { readableChain } from '../../chain-access.js';
import { signingOf } from '../signing.js';

const cases: Record<string, () => Case> = {
  'EIP-3009': () => authorizationCase(),
  'EIP-2612': () => allowanceCase(),
  Permit2: () => permit2Case(undefined, []),
};

const TOKEN = parseAbi([
  'function authorizationState(address, bytes32) view returns (bool)',
  'function nonces(address) view returns (uint256)',
  'function nonceBitmap(address, uint256) view returns (uint256)',
]);

describe('state of a permit on the chain', () => {
  let chain: FakeChain;
  let time: number;
  let rpcCalls: { to: string; name: string; args: readonly unknown[]; at: unknown }[];
  let answer: (name: string) => boolean | bigint;
  let access: () => ChainAccess;

  beforeEach(() => {
    ({ chain, access } = readableChain());
    time = DEADLINE;
    rpcCalls = [];
    answer = (name) => (name === 'authorizationState' ? false : 3n);
    chain.override('eth_getBlockByNumber', () => ({ number: '0x10', timestamp: `0x${time.toString(16)}` }));
    chain.override('eth_call', ([call, at]) => {
      const { to, data } = call as { to: string; data: Hex };
      const { functionName, args } = decodeFunctionData({ abi: TOKEN, data });
      rpcCalls.push({ to, name: functionName, args, at });
      return encodeFunctionResult({ abi: TOKEN, functionName, result: answer(functionName) });
    });
  });

  const permitOf = async (make: () => Case): Promise<Permit> => (await signingOf(make())).permit;
  const state = async (make: () => Case): Promise<string> =>
    evmAdapter.permits.permitState(await permitOf(make), access());

  it('is read from the contract that consumes the permit, at one block', async () => {
    answer = (name) => (name === 'authorizationState' ? false : 0n);
    for (const make of Object.values(cases)) await state(make);
    expect(rpcCalls.map(({ to, name, at }) => [to, name, at])).to.deep.equal([
      ['0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', 'authorizationState', '0x10'],
      ['0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', 'nonces', '0x10'],
      [PERMIT2, 'nonceBitmap', '0x10'],
    ]);
    expect(rpcCalls[2]?.args[1]).to.equal(3073764008035n >> 8n);
  });

  it('is used when the contract has consumed it, also after the deadline', async () => {
    time = DEADLINE + 10_000;
    answer = () => true;
    expect(await state(cases['EIP-3009']!)).to.equal('used');
    answer = () => 4n;
    expect(await state(cases['EIP-2612']!)).to.equal('used');
    answer = () => 1n << (3073764008035n & 255n);
    expect(await state(cases['Permit2']!)).to.equal('used');
  });

  it('is unused until three minutes after the deadline in chain time, then expired', async () => {
    answer = (name) =>
      name === 'authorizationState'
        ? false
        : name === 'nonces'
          ? 3n
          : ~(1n << (3073764008035n & 255n)) & (2n ** 256n - 1n);
    for (const [after, wanted] of [
      [-1, 'unused'],
      [179, 'unused'],
      [180, 'expired'],
    ] as const) {
      time = DEADLINE + after;
      for (const make of Object.values(cases)) expect(await state(make), String(after)).to.equal(wanted);
    }
  });

  it('throws when the chain cannot be read or the contract is missing', async () => {
    time = DEADLINE + 10_000;
    const permit = await permitOf(cases['EIP-3009']!);
    const fails = async (): Promise<boolean> =>
      evmAdapter.permits.permitState(permit, access()).then(
        () => false,
        () => true,
      );
    chain.override('eth_call', () => '0x');
    expect(await fails()).to.equal(true);
    chain.override('eth_call', () => `0x${'0'.repeat(64)}`);
    expect(await fails()).to.equal(false);
    chain.override('eth_getBlockByNumber', () => ({ number: '0x10' }));
    expect(await fails()).to.equal(true);
    chain.fault = 'down';
    expect(await fails()).to.equal(true);
  });

  describe('P-27 when the token says that an EIP-3009 authorization is spent', () => {
    const CANCELED = '0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81';
    const log = async (change: object = {}): Promise<object> => {
      const { contract, owner, nonce } = await permitOf(authorizationCase);
      return {
        address: contract,
        topics: [CANCELED, `0x${owner.slice(2).padStart(64, '0')}`, nonce],
        data: '0x',
        ...change,
      };
    };

    beforeEach(() => {
      answer = () => true;
    });

    it('is cancelled when the log of the cancellation exists', async () => {
      const found = await log();
      let asked: unknown;
      chain.override('eth_getLogs', ([filter]) => {
        asked = filter;
        return [found];
      });
      expect(await state(authorizationCase)).to.equal('cancelled');
      const { topics } = found as { topics: unknown };
      expect(asked).to.deep.include({ topics, fromBlock: '0x0', toBlock: '0x10' });
    });

    it('is used when there is no log, or only the log of another authorization', async () => {
      for (const logs of [[], [await log({ topics: [CANCELED] })], [await log({ address: PERMIT2 })], null]) {
        chain.override('eth_getLogs', () => logs);
        expect(await state(authorizationCase)).to.equal('used');
      }
    });

    it('asks for fewer blocks when the node refuses many', async () => {
      chain.override('eth_getBlockByNumber', () => ({ number: '0xffff', timestamp: `0x${time.toString(16)}` }));
      const found = await log();
      chain.override('eth_getLogs', ([filter]) => {
        const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string };
        if (Number(toBlock) - Number(fromBlock) > 1_000) throw new Error('range too large');
        return [found];
      });
      expect(await state(authorizationCase)).to.equal('cancelled');
    });
  });
});
