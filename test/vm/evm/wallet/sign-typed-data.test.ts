import { expect } from 'chai';
import { decodeFunctionData, encodeFunctionResult, parseAbi, verifyTypedData, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { HubPayError } from '../../../../src/errors.js';
import { guardQuote } from '../../../../src/payment/guard/guard-quote.js';
import type { Permit, WalletRequest } from '../../../../src/types.js';
import type { ChainAccess } from '../../../../src/vm/adapter.js';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import { evmWallet } from '../../../../src/wallets/eip1193-wallet.js';
import { VirtualClock } from '../../../support/clock.js';
import { fakeChain, type FakeChain } from '../../../support/fake-chain.js';
import { fakeEvmWallet, walletError } from '../../../support/fake-evm-wallet.js';
import { allowanceCase, authorizationCase, DEADLINE, PERMIT2, permit2Case } from '../../../support/permit-quotes.js';
import { edited, people, read, type Case } from '../../../support/quotes.js';

type Signing = Extract<WalletRequest, { kind: 'signature' }>;

async function signingOf(each: Case): Promise<Signing> {
  const result = await guardQuote(each.quote, each.intent, each.registry);
  const request = result.ok ? result.requests.at(-1) : undefined;
  if (request?.kind !== 'signature') throw new Error(JSON.stringify(result));
  return request;
}

const cases: Record<string, () => Case> = {
  'EIP-3009': () => authorizationCase(),
  'EIP-2612': () => allowanceCase(),
  Permit2: () => permit2Case(undefined, []),
};

describe('signTypedData', () => {
  for (const [name, make] of Object.entries(cases)) {
    it(`rebuilds the typed data of ${name} so that it signs like the service’s own`, async () => {
      const account = privateKeyToAccount(`0x${'77'.repeat(32)}`);
      const valid = edited(
        JSON.parse(
          JSON.stringify(make()).replaceAll(people.payer.slice(2), account.address.toLowerCase().slice(2)),
        ) as Case,
      );
      const { typedData } = await signingOf(valid);
      const at = `quote.steps[0].items[0].data.sign`;
      const message = read(valid, `${at}.value`) as Record<string, unknown>;
      const { domain, types, primaryType } = read(valid, at) as Record<'domain' | 'types', Record<string, never>> & {
        primaryType: string;
      };
      const signature = await account.signTypedData({ domain, types, primaryType, message });
      const known = { ...typedData, types: typedData.types as Record<string, never> };
      expect(await verifyTypedData({ ...known, address: account.address, signature })).to.equal(true);
    });

    it(`freezes the rebuilt request of ${name}`, async () => {
      const { typedData, post, permit } = await signingOf(make());
      for (const part of [
        typedData.message,
        typedData.domain,
        typedData.types,
        typedData.types[typedData.primaryType],
        post,
        post.body,
      ]) {
        expect(Object.isFrozen(part)).to.equal(true);
      }
      expect(permit.owner).to.equal(people.payer);
    });
  }

  it('sends typed data with its domain type as JSON once and returns the signature', async () => {
    const fake = fakeEvmWallet({ connected: true });
    const wallet = evmWallet({ id: 'w', name: 'W', icon: null, vmType: 'evm' }, fake.provider, () => Promise.resolve());
    fake.on('eth_signTypedData_v4', `0x${'AB'.repeat(65)}`);
    const request = await signingOf(authorizationCase());
    expect(await evmAdapter.sign(request, wallet)).to.equal(`0x${'ab'.repeat(65)}`);
    const [{ method, params }] = fake.requests as [{ method: string; params: [string, string] }];
    expect([method, params[0]]).to.deep.equal(['eth_signTypedData_v4', people.payer]);
    const typed = JSON.parse(params[1]) as { types: Record<string, { name: string }[]>; message: unknown };
    expect(typed.types['EIP712Domain']?.map((member) => member.name)).to.deep.equal([
      'name',
      'version',
      'chainId',
      'verifyingContract',
    ]);
    expect(typed.message).to.deep.include({ value: '25080000', validBefore: String(DEADLINE) });
    expect(fake.requests).to.have.length(1);
  });

  for (const [answer, code] of [
    [walletError(4001, 'denied'), 'wallet-rejected'],
    [walletError(4200, 'unsupported'), 'wallet-rejected'],
    [walletError(-32603, 'active chainId is 0x1 but received 0x2'), 'wrong-network'],
    [walletError(-32603, 'Internal'), 'wallet-rejected'],
    ['0x', 'wallet-rejected'],
    [`0x${'ab'.repeat(32)}`, 'wallet-rejected'],
    [null, 'wallet-rejected'],
  ] as const) {
    it(`throws \`${code}\` when the wallet answers ${answer instanceof Error ? answer.message : String(answer).slice(0, 8)}`, async () => {
      const fake = fakeEvmWallet({ connected: true });
      const wallet = evmWallet({ id: 'w', name: 'W', icon: null, vmType: 'evm' }, fake.provider, () =>
        Promise.resolve(),
      );
      fake.on('eth_signTypedData_v4', answer);
      const error: unknown = await evmAdapter
        .sign(await signingOf(allowanceCase()), wallet)
        .catch((cause: unknown) => cause);
      expect(error).to.be.instanceOf(HubPayError).and.to.include({ code, money: 'not-sent' });
      expect(fake.requests).to.have.length(1);
    });
  }
});

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
  const access = (): ChainAccess => ({
    chain: { id: chain.id, vmType: 'evm', httpRpcUrl: 'http://node.example' },
    fetch: chain.fetch,
    signal: new AbortController().signal,
    clock: new VirtualClock(),
  });

  beforeEach(() => {
    chain = fakeChain();
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
  const state = async (make: () => Case): Promise<string> => evmAdapter.permitState(await permitOf(make), access());

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
      evmAdapter.permitState(permit, access()).then(
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
});
