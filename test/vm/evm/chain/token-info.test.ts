import { expect } from 'chai';
import { encodeAbiParameters, toHex, type Hex } from 'viem';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import type { TokenInfo } from '../../../../src/vm/family/adapter.js';
import type { ChainAccess } from '../../../../src/vm/family/sources.js';
import { VirtualClock } from '../../../support/clock.js';
import { fakeChain, type FakeChain } from '../../../support/fake-chain.js';

const text = (symbol: string): Hex => encodeAbiParameters([{ type: 'string' }], [symbol]);
const number = (value: bigint): Hex => toHex(value, { size: 32 });
/** The text at the start of 32 bytes. */
const padded = (symbol: string): Hex => `0x${toHex(symbol).slice(2).padEnd(64, '0')}`;
const supports = (id: string): Hex => `0x01ffc9a7${id.padEnd(64, '0')}`;

const CALLS: Readonly<Record<Hex, number>> = {
  '0x95d89b41': 0,
  '0x313ce567': 1,
  [supports('80ac58cd')]: 2,
  [supports('d9b67a26')]: 3,
  [supports('ffffffff')]: 4,
};
type Answers = readonly (Hex | null)[];

const token = { currency: `0x${'7'.repeat(40)}` };
const access = (chain: FakeChain): ChainAccess => ({
  chain: { id: 1, vmType: 'evm', httpRpcUrl: 'http://node.example', contracts: { multicall3: `0x${'3c'.repeat(20)}` } },
  fetch: chain.fetch,
  clock: new VirtualClock(),
  signal: new AbortController().signal,
});

/** A chain with this contract. The order of the answers is that of `CALLS`. A call without an answer reverts. */
function chainOf(answers: Answers): { chain: FakeChain; targets: Set<string> } {
  const chain = fakeChain();
  const targets = new Set<string>();
  chain.override('eth_call', ([call]) => {
    const { to, data } = call as { to: string; data: Hex };
    targets.add(to);
    const answer = answers[CALLS[data] ?? -1];
    if (answer == null) throw new Error('execution reverted');
    return answer;
  });
  return { chain, targets };
}

const read = async (...answers: Answers): Promise<TokenInfo> => {
  const [info] = await evmAdapter.tokenInfo([token], access(chainOf(answers).chain));
  return info!;
};
const plain = (symbol: string | null, decimals: number | null): TokenInfo => ({
  symbol,
  decimals,
  isCollectible: false,
});

describe('tokenInfo', () => {
  it('S-31 reads the symbol and the decimals of each contract, and calls nothing but the contract', async () => {
    const { chain, targets } = chainOf([text('USD₮0'), number(0n)]);
    expect(await evmAdapter.tokenInfo([token], access(chain))).to.deep.equal([plain('USD₮0', 0)]);
    expect([...targets]).to.deep.equal([token.currency]);
  });

  it('keeps the order of the tokens when there are more than it reads at once', async () => {
    const { chain, targets } = chainOf([text('A'), number(6n)]);
    const many = Array.from({ length: 11 }, (_, at) => ({ currency: `0x${String(at + 10).repeat(20)}` }));
    expect(await evmAdapter.tokenInfo(many, access(chain))).to.have.length(11);
    expect([...targets]).to.deep.equal(many.map(({ currency }) => currency));
  });

  it('S-31 reads a symbol of 32 bytes, as old tokens return it, and drops zeros at the end', async () => {
    expect(await read(padded('MKR'), number(18n))).to.deep.equal(plain('MKR', 18));
    expect(await read(padded('A'.repeat(32)), number(18n))).to.deep.equal(plain('A'.repeat(32), 18));
    expect(await read(text('USDC\0\0'), number(6n))).to.deep.equal(plain('USDC', 6));
  });

  for (const [what, symbol] of Object.entries<Hex | null>({
    'it reverts': null,
    'it is empty': text(''),
    'it has 600 characters': text('x'.repeat(600)),
    'its length is false': `0x${'ff'.repeat(64)}`,
    'it is 32 zeros': number(0n),
    'it is 32 bytes that are no text': `0x${'ff'.repeat(32)}`,
    'it is shorter than a word': '0x55534443',
    'it is nothing': '0x',
  })) {
    it(`S-31 keeps the decimals and has no symbol when ${what}`, async () => {
      expect(await read(symbol, number(6n))).to.deep.equal(plain(null, 6));
    });
  }

  for (const [what, decimals] of Object.entries<Hex | null>({
    'they revert': null,
    'they are more than a byte': number(256n),
    'they are one byte': '0x06',
    'they are two words': `0x${'00'.repeat(63)}06`,
    'they are nothing': '0x',
  })) {
    it(`S-31 keeps the symbol and has no decimals when ${what}`, async () => {
      expect(await read(text('NEW'), decimals)).to.deep.equal(plain('NEW', null));
    });
  }

  it('S-31 knows a collectible by ERC-165, unless the contract says yes to everything', async () => {
    const [yes, no] = [number(1n), number(0n)];
    const isCollectible = async (...flags: Answers): Promise<boolean> =>
      (await read(text('ART'), number(0n), ...flags)).isCollectible;
    expect(await isCollectible(yes)).to.equal(true);
    expect(await isCollectible(no, yes)).to.equal(true);
    expect(await isCollectible(yes, yes, no)).to.equal(true);
    expect(await isCollectible(yes, yes, yes)).to.equal(false);
    expect(await isCollectible(no, no)).to.equal(false);
    expect(await isCollectible('0x', '0x01')).to.equal(false);
  });

  it('knows nothing when the node is down', async () => {
    const chain = fakeChain();
    chain.fault = 'down';
    expect(await evmAdapter.tokenInfo([token], access(chain))).to.deep.equal([
      { ...plain(null, null), isUnread: true },
    ]);
  });

  it('tells a call that the contract refuses from one that the wallet did not answer', async () => {
    const refused = { message: 'VM: execution reverted' };
    const errors: [error: Error, isUnread: true | undefined][] = [
      [new Error('execution reverted'), undefined],
      [new Error('VM error: invalid opcode'), undefined],
      [Object.assign(new Error('Internal JSON-RPC error.'), { code: -32603, data: refused }), undefined],
      [Object.assign(new Error('limit exceeded'), { code: -32005 }), true],
      [new TypeError('Failed to fetch'), true],
    ];
    for (const [error, isUnread] of errors) {
      const request = (_: string, [call]: readonly unknown[]): Promise<unknown> =>
        (call as { data: string }).data === '0x313ce567' ? Promise.resolve(number(6n)) : Promise.reject(error);
      const [info] = await evmAdapter.tokenInfo([token], { ...access(fakeChain()), request });
      expect(info).to.deep.equal({ ...plain(null, 6), ...(isUnread && { isUnread }) });
    }
  });

  it('throws the reason of the abort when it is aborted', async () => {
    const stop = new AbortController();
    stop.abort(new Error('over'));
    const reading = evmAdapter.tokenInfo([token], { ...access(fakeChain()), signal: stop.signal });
    expect(await reading.catch((error: unknown) => error)).to.have.property('message', 'over');
  });

  it('S-7 asks the wallet, and not the node, when it reads through the wallet', async () => {
    const chain = fakeChain();
    const through: ChainAccess = {
      ...access(chain),
      request: async (_method, params) => {
        const [{ data }] = params as [{ data: string }];
        return data === '0x95d89b41' ? text('NEW') : number(data === '0x313ce567' ? 9n : 0n);
      },
    };
    expect(await evmAdapter.tokenInfo([token], through)).to.deep.equal([plain('NEW', 9)]);
    expect(chain.methods).to.deep.equal([]);
  });
});
