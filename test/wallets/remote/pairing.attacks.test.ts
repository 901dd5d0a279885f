/** Sends what a lying relay, a false wallet or a stranger with the code can send. The page must hold. */
import { expect } from 'chai';
import { settle } from '../../support/clock.js';
import { seal } from '../../../demo/devnet/walletconnect/phone.js';
import { ACCOUNT, Bench, type Page } from './remote-bench.js';

const EVIL = `0x${'66'.repeat(20)}`;

/** Pairs with a phone that changes the words with which the session begins. */
async function settledAs(change: (params: Record<string, object>) => object): Promise<{ bench: Bench; page: Page }> {
  const bench = new Bench();
  bench.phone.tamper = (payload) =>
    payload.method === 'wc_sessionSettle' ? { ...payload, params: change(payload.params as never) } : payload;
  const page = await bench.load();
  const { code } = await bench.code(page);
  bench.phone.scan(code);
  await settle();
  return { bench, page };
}

const isUnpaired = async ({ page }: { page: Page }): Promise<void> => {
  expect(await page.ask('eth_accounts')).to.deep.equal([]);
  expect(page.codes.at(-1), 'the code is still shown').to.be.a('string');
};

describe('pair: attacks', () => {
  it('L-1 ignores an answer with the key of another topic', async () => {
    const bench = new Bench();
    const page = await bench.load();
    const { code } = await bench.code(page);
    const [, topic = ''] = /^wc:([0-9a-f]{64})/u.exec(code)!;
    const answer = { id: 1, result: { responderPublicKey: 'aa'.repeat(32) } };
    bench.relay.inject(topic, seal(Buffer.alloc(32, 7), JSON.stringify(answer)));
    await settle();
    await isUnpaired({ page });
  });

  it('L-2 ignores its own proposal when the relay sends it back', async () => {
    const bench = new Bench();
    const page = await bench.load();
    const { code, result } = await bench.code(page);
    const { topic, message } = bench.relay.seen[0]!;
    bench.relay.inject(topic, message);
    await settle();
    bench.phone.scan(code);
    expect(await result).to.equal('paired');
  });

  for (const [what, result] of [
    ['without a key', {}],
    ['with a key that is a number', { responderPublicKey: 7 }],
    ['with a short key', { responderPublicKey: 'aa' }],
    ['with a list as its result', ['responderPublicKey']],
    ['with null as its result', null],
  ] as const)
    it(`L-4 ignores an answer ${what}, and takes the right one after it`, async () => {
      const bench = new Bench();
      const page = await bench.load();
      const { code, result: end } = await bench.code(page);
      let isFirst = true;
      bench.phone.tamper = (payload) => {
        if (!('result' in payload) || !isFirst) return payload;
        isFirst = false;
        const topic = /^wc:([0-9a-f]{64})/u.exec(code)![1]!;
        bench.phone.send(topic, { id: payload.id, result });
        return payload;
      };
      bench.phone.scan(code);
      expect(await end).to.equal('paired');
    });

  it('does not fail on a key that is no point of the curve', async () => {
    const bench = new Bench();
    const page = await bench.load();
    const { code } = await bench.code(page);
    bench.phone.tamper = (payload) =>
      'result' in payload ? { ...payload, result: { responderPublicKey: '00'.repeat(32) } } : payload;
    bench.phone.scan(code);
    await settle();
    await isUnpaired({ page });
  });

  it('L-5 ignores an answer to another request', async () => {
    const bench = new Bench();
    const page = await bench.load();
    const { code } = await bench.code(page);
    bench.phone.tamper = (payload) => ('result' in payload ? { ...payload, id: payload.id + 1 } : payload);
    bench.phone.scan(code);
    await settle();
    await isUnpaired({ page });
  });

  it('L-6 ignores a session that settles on the topic of the pairing, before an answer', async () => {
    const bench = new Bench();
    const page = await bench.load();
    const { code } = await bench.code(page);
    const topic = /^wc:([0-9a-f]{64})/u.exec(code)![1]!;
    bench.phone.decide = () => 'wait';
    bench.phone.scan(code);
    const controller = { publicKey: 'aa'.repeat(32), metadata: {} };
    const params = { controller, namespaces: bench.phone.namespaces([1]), expiry: bench.phone.expiry() };
    bench.phone.send(topic, { id: bench.phone.newId(), method: 'wc_sessionSettle', params });
    await settle();
    await isUnpaired({ page });
  });

  it('L-7 ignores a session of another key than the one that answered', async () => {
    await isUnpaired(await settledAs((params) => ({ ...params, controller: { publicKey: 'bb'.repeat(32) } })));
  });

  for (const [what, change] of [
    ['that is over', { expiry: 1 }],
    ['without an end', { expiry: undefined }],
    ['whose end is a text', { expiry: '9999999999' }],
    ['whose end is infinite', { expiry: 1e300 }],
    ['without namespaces', { namespaces: undefined }],
    ['whose accounts are no list', { namespaces: { eip155: { accounts: 'all', methods: [] } } }],
    [
      'with a million accounts',
      { namespaces: { eip155: { accounts: Array(10_000).fill('eip155:1:0x'), methods: [] } } },
    ],
    ['whose methods are objects', { namespaces: { eip155: { accounts: [], methods: [{}] } } }],
    ['without a controller', { controller: null }],
  ] as const)
    it(`L-8 ignores a session ${what}`, async () => {
      await isUnpaired(await settledAs((params) => ({ ...params, ...change })));
    });

  it('L-11 leaves out accounts that are no addresses, and a chain that is no number', async () => {
    const accounts = [`eip155:1:${EVIL}\u202e`, 'eip155:1:javascript:alert(1)', `eip155:x:${EVIL}`, `solana:1:${EVIL}`];
    const { page } = await settledAs((params) => ({
      ...params,
      namespaces: {
        eip155: {
          accounts: [...accounts, `eip155:1:${ACCOUNT.toUpperCase().replace('X', 'x')}`],
          methods: ['eth_sendTransaction'],
        },
      },
    }));
    expect(await page.ask('eth_accounts')).to.deep.equal([ACCOUNT]);
  });

  it('L-13 shortens a session of a thousand years to a month', async () => {
    const { bench, page } = await settledAs((params) => ({ ...params, expiry: 9_999_999_999 }));
    expect(await page.ask('eth_accounts')).to.deep.equal([ACCOUNT]);
    await bench.clock.advance(32 * 86_400_000);
    expect(await page.ask('eth_accounts')).to.deep.equal([]);
  });

  it('L-29 takes no link that runs code, and no name that hides or reorders text', async () => {
    const { page } = await settledAs((params) => ({
      ...params,
      controller: {
        ...params['controller']!,
        metadata: {
          name: `Meta\u202eksaM\u0000\n${'x'.repeat(5_000)}`,
          redirect: { native: 'javascript:alert(1)//', universal: 'http://evil.test' },
        },
      },
    }));
    const { name, native, universal } = page.client.peer!;
    expect([native, universal]).to.deep.equal([null, null]);
    expect(name)
      .to.match(/^Meta ksaM x+$/u)
      .and.to.have.lengthOf(200);
  });

  it('L-14 takes no member of a prototype for one that the wallet sent', async () => {
    const bench = new Bench();
    const page = await bench.load();
    const { code } = await bench.code(page);
    bench.phone.tamper = (payload) =>
      payload.method === 'wc_sessionSettle'
        ? (JSON.parse(`{"__proto__":{"id":1},"id":${payload.id}}`) as object)
        : payload;
    bench.phone.scan(code);
    await settle();
    await isUnpaired({ page });
  });

  it('L-10 takes the first wallet that agrees, and ignores a second one with the same code', async () => {
    const bench = new Bench();
    const page = await bench.load();
    const thief = bench.newPhone({ accounts: [EVIL] });
    const { code, result } = await bench.code(page);
    bench.phone.scan(code);
    thief.scan(code);
    expect(await result).to.equal('paired');
    await settle();
    expect(await page.ask('eth_accounts')).to.deep.equal([ACCOUNT]);
  });
});
