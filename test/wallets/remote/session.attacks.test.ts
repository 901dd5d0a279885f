/** Sends what a lying relay, a false wallet or a stranger with the code can send. The page must hold. */
import { expect } from 'chai';
import { settle } from '../../support/clock.js';
import { type Phone, seal } from '../../../demo/devnet/walletconnect/phone.js';
import { ACCOUNT, Bench, errorOf, HASH, OTHER, RELAY_URL, TRANSACTION, type Page } from './remote-bench.js';

const EVIL = `0x${'66'.repeat(20)}`;

const sessionOf = (phone: Phone): [topic: string, key: Buffer] => [...phone.sessions][0]!;

describe('openSession: attacks', () => {
  const paired = async (): Promise<{ bench: Bench; page: Page; topic: string; key: Buffer }> => {
    const bench = new Bench();
    const page = await bench.paired();
    const [topic, key] = sessionOf(bench.phone);
    return { bench, page, topic, key };
  };

  for (const [what, envelope] of [
    ['empty', ''],
    ['no base64', '*'.repeat(60)],
    ['of one byte', 'AA=='],
    ['cut in its nonce', Buffer.alloc(9).toString('base64')],
    ['of zeros', Buffer.alloc(60).toString('base64')],
    ['of 10 MB', 'A'.repeat(10_000_000)],
  ] as const)
    it(`L-15 ignores an envelope that is ${what}`, async () => {
      const { bench, page, topic } = await paired();
      bench.relay.inject(topic, envelope);
      await settle();
      expect(await page.ask('personal_sign', '0x00', ACCOUNT)).to.equal('0x51');
    });

  it('L-16 ignores an envelope that was cut, or changed by one bit', async () => {
    const { bench, page, topic, key } = await paired();
    const text = JSON.stringify({ id: bench.phone.newId(), method: 'wc_sessionDelete', params: {} });
    const bytes = Buffer.from(seal(key, text), 'base64');
    bench.relay.inject(topic, bytes.subarray(0, -1).toString('base64'));
    bytes[20] = bytes[20]! ^ 1;
    bench.relay.inject(topic, bytes.toString('base64'));
    await settle();
    expect(await page.ask('eth_accounts')).to.deep.equal([ACCOUNT]);
  });

  it('L-17 ignores an envelope of another type', async () => {
    const { bench, page, topic, key } = await paired();
    const text = JSON.stringify({ id: bench.phone.newId(), method: 'wc_sessionDelete', params: {} });
    for (const type of [1, 2, 255]) bench.relay.inject(topic, seal(key, text, type));
    await settle();
    expect(await page.ask('eth_accounts')).to.deep.equal([ACCOUNT]);
  });

  it('L-18 ignores envelopes of topics that it does not know', async () => {
    const { bench, page, key } = await paired();
    bench.relay.broadcast(
      JSON.stringify({
        id: '7',
        method: 'irn_subscription',
        params: {
          data: { topic: 'cd'.repeat(32), message: seal(key, '{"id":1,"method":"wc_sessionDelete","params":{}}') },
        },
      }),
    );
    await settle();
    expect(await page.ask('eth_accounts')).to.deep.equal([ACCOUNT]);
  });

  for (const frame of [
    '',
    'null',
    '[]',
    '7',
    '{"id":1',
    '{"id":1,"method":"irn_subscription"}',
    '{"id":1,"method":"irn_subscription","params":{"data":{"topic":7,"message":{}}}}',
    '{"id":{},"result":true}',
    '{"method":"eval","params":{}}',
    `{"id":1,"result":"${'x'.repeat(500_000)}"}`,
  ])
    it(`L-19 ignores the frame ${frame.slice(0, 70)}`, async () => {
      const { bench, page } = await paired();
      bench.relay.broadcast(frame);
      await settle();
      expect(await page.ask('personal_sign', '0x00', ACCOUNT)).to.equal('0x51');
    });

  for (const text of [
    'null',
    '[]',
    '"text"',
    'not JSON',
    '{"id":"1","method":"wc_sessionDelete","params":{}}',
    '{"id":-1,"method":"wc_sessionDelete","params":{}}',
    '{"id":1.5,"method":"wc_sessionDelete","params":{}}',
    '{"id":1e99,"method":"wc_sessionDelete","params":{}}',
    '{"id":5,"method":["wc_sessionDelete"],"params":{}}',
    '{"id":5,"method":"wc_sessionDelete","params":[]}',
    '{"id":5,"method":"wc_sessionDelete"}',
    '{"id":5,"method":"constructor","params":{}}',
    `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  ])
    it(`ignores the message ${text.slice(0, 70)}`, async () => {
      const { bench, page, topic, key } = await paired();
      bench.relay.inject(topic, seal(key, text));
      await settle();
      expect(await page.ask('eth_accounts')).to.deep.equal([ACCOUNT]);
    });

  it('L-20 ignores a second settlement of the session', async () => {
    const { bench, page } = await paired();
    const controller = { publicKey: 'aa'.repeat(32), metadata: bench.phone.metadata };
    const params = {
      controller,
      expiry: bench.phone.expiry(),
      namespaces: { eip155: { accounts: [`eip155:1:${EVIL}`], methods: [] } },
    };
    bench.phone.sendToAll({ method: 'wc_sessionSettle', params }, 1102);
    await settle();
    expect(await page.ask('eth_accounts')).to.deep.equal([ACCOUNT]);
  });

  it('L-21 asks the wallet nothing when the relay sends its own requests back', async () => {
    const { bench, page, topic } = await paired();
    await page.ask('eth_sendTransaction', TRANSACTION);
    for (const { message } of bench.relay.seen.filter((each) => each.topic === topic))
      bench.relay.inject(topic, message);
    await settle();
    expect(bench.phone.asked).to.have.lengthOf(2);
    expect(await page.ask('eth_accounts')).to.deep.equal([ACCOUNT]);
  });

  it('L-22 ignores an answer that was replayed, for another request and after a reload', async () => {
    const { bench, page, topic } = await paired();
    await page.ask('personal_sign', '0x00', ACCOUNT);
    const [answer] = bench.relay.seen.filter(({ tag }) => tag === 1109);
    bench.phone.decide = () => 'wait';
    let second: unknown;
    void page.ask('personal_sign', '0x01', ACCOUNT).then((value) => (second = value));
    await settle();
    bench.relay.inject(topic, answer!.message);
    await settle();
    expect(second).to.equal(undefined);
    page.close();
    const later = await bench.load();
    await settle();
    bench.relay.inject(topic, answer!.message);
    await settle();
    expect(later.late).to.deep.equal([]);
  });

  it('L-23 ignores an older change of the session that is replayed after a reload, or comes in another order', async () => {
    const { bench, page, topic } = await paired();
    await bench.clock.advance(1_000);
    bench.phone.update([EVIL]);
    await bench.clock.advance(1_000);
    bench.phone.update([OTHER]);
    await settle();
    expect(await page.ask('eth_accounts')).to.deep.equal([OTHER]);
    const [older] = bench.relay.seen.filter(({ tag }) => tag === 1104);
    page.close();
    const later = await bench.load();
    await settle();
    bench.relay.inject(topic, older!.message);
    await settle();
    expect(await later.ask('eth_accounts')).to.deep.equal([OTHER]);
  });

  it('L-23 follows no event and answers no ping a second time when the relay repeats it', async () => {
    const { bench, page, topic } = await paired();
    bench.phone.sendEvent('chainChanged', 8453);
    bench.phone.ping();
    await settle();
    await page.ask('wallet_switchEthereumChain', { chainId: '0x1' });
    const { length } = bench.phone.heard;
    for (const { message } of bench.relay.seen.filter((each) => each.tag === 1110 || each.tag === 1114))
      bench.relay.inject(topic, message);
    await settle();
    expect(await page.ask('eth_chainId')).to.equal('0x1');
    expect(bench.phone.heard).to.have.lengthOf(length);
  });

  it('L-24 believes no account of an event', async () => {
    const { bench, page } = await paired();
    bench.phone.sendEvent('accountsChanged', [`eip155:1:${EVIL}`]);
    bench.phone.sendEvent('chainChanged', '0x539');
    bench.phone.sendEvent('constructor', {});
    await settle();
    expect(await page.ask('eth_accounts')).to.deep.equal([ACCOUNT]);
    expect(await page.ask('eth_chainId')).to.equal('0x1');
  });

  for (const params of [
    { namespaces: { eip155: { accounts: 7, methods: [] } } },
    { namespaces: [] },
    { namespaces: { eip155: null } },
    {},
  ])
    it(`L-25 ignores the change ${JSON.stringify(params)}`, async () => {
      const { bench, page } = await paired();
      bench.phone.sendToAll({ method: 'wc_sessionUpdate', params }, 1104);
      await settle();
      expect(await page.ask('eth_accounts')).to.deep.equal([ACCOUNT]);
      expect(bench.phone.heard).to.not.include('wc_sessionUpdate');
    });

  it('L-31 ignores an extension into the past, or without a time', async () => {
    const { bench, page } = await paired();
    for (const expiry of [1, -1, '9999999999', null, 1e300])
      bench.phone.sendToAll({ method: 'wc_sessionExtend', params: { expiry } }, 1106);
    await settle();
    expect(await page.ask('eth_accounts')).to.deep.equal([ACCOUNT]);
  });

  it('gives an answer to the request whose id it has, whatever the order', async () => {
    const { bench, page } = await paired();
    const ids: number[] = [];
    bench.phone.tamper = (payload) => {
      if (payload.result === '0x51') ids.push(payload.id);
      return payload.result === '0x51' ? null : payload;
    };
    const first = page.ask('personal_sign', '0x01', ACCOUNT);
    const second = page.ask('personal_sign', '0x02', ACCOUNT);
    await settle();
    const [topic] = sessionOf(bench.phone);
    bench.phone.send(topic, { id: ids[1], result: 'second' });
    await settle();
    bench.phone.send(topic, { id: ids[0], result: 'first' });
    expect(await second).to.equal('second');
    expect(await first).to.equal('first');
  });

  it('L-26 takes only the first of two answers, and says that there is a second one', async () => {
    const { bench, page } = await paired();
    bench.phone.tamper = (payload) => {
      if (payload.result === HASH) {
        const [topic] = sessionOf(bench.phone);
        bench.phone.send(topic, { id: payload.id, error: { code: 5000, message: 'No.' } });
      }
      return payload;
    };
    expect(await errorOf(page.ask('eth_sendTransaction', TRANSACTION))).to.have.property('code', 5000);
    await settle();
    expect(
      page.late.map(({ method }) => method),
      'a payment after a refusal',
    ).to.deep.equal(['eth_sendTransaction']);
  });

  it('L-26 says once that there is a second hash, and nothing when the first one comes again', async () => {
    const { bench, page, topic } = await paired();
    let id = 0;
    bench.phone.tamper = (payload) => {
      if (payload.result === HASH) ({ id } = payload);
      return payload;
    };
    expect(await page.ask('eth_sendTransaction', TRANSACTION)).to.equal(HASH);
    const late = async (result: unknown): Promise<number> => {
      bench.phone.send(topic, { id, result });
      await settle();
      return page.late.length;
    };
    const second = `0x${'5e'.repeat(32)}`;
    expect([await late(HASH), await late(second), await late(second)]).to.deep.equal([0, 1, 1]);
    expect(page.late[0]).to.include({ method: 'eth_sendTransaction', chainId: 1 });
  });

  it('L-26 says that there is a hash after two refusals', async () => {
    const { bench, page, topic } = await paired();
    let id = 0;
    const refusal = { code: 5000, message: 'No.' };
    bench.phone.tamper = (payload) => {
      if (payload.result !== HASH) return payload;
      ({ id } = payload);
      return { id, error: refusal };
    };
    expect(await errorOf(page.ask('eth_sendTransaction', TRANSACTION))).to.have.property('code', 5000);
    bench.phone.send(topic, { id, error: refusal });
    await settle();
    bench.phone.send(topic, { id, result: OTHER });
    await settle();
    expect(page.late.map(({ method }) => method)).to.deep.equal(['eth_sendTransaction']);
  });

  for (const error of [
    7,
    'no',
    [],
    { code: '5000' },
    { code: {}, message: {} },
    { message: `\u202e${'x'.repeat(9_999)}` },
  ])
    it(`L-30 takes the error ${JSON.stringify(error).slice(0, 40)} for no refusal`, async () => {
      const { bench, page } = await paired();
      bench.phone.tamper = (payload) =>
        payload.result === HASH
          ? {
              id: payload.id,
              ...(typeof error === 'object' && !Array.isArray(error) ? { error } : { error, result: null }),
            }
          : payload;
      const end = await page.ask('eth_sendTransaction', TRANSACTION).catch((caught: unknown) => caught);
      const { code, message = '' } = Object(end) as { code?: unknown; message?: string };
      expect(code).to.equal(undefined);
      expect(message.length).to.be.lessThan(201);
      expect(message).not.to.include('\u202e');
    });

  it('L-28 stays usable after 10,000 messages', async () => {
    const { bench, page, topic, key } = await paired();
    for (let count = 0; count < 5_000; count += 1) {
      bench.relay.inject(topic, Buffer.alloc(60, count % 251).toString('base64'));
      bench.relay.inject(topic, seal(key, `{"id":${count + 1},"method":"wc_sessionPing","params":{}}`));
    }
    await settle();
    bench.phone.sendEvent('chainChanged', 8453);
    await settle();
    expect(await page.ask('eth_chainId')).to.equal('0x2105');
    expect(await page.ask('personal_sign', '0x00', ACCOUNT)).to.equal('0x51');
  });

  it('ends for nobody else when another session’s end is sent', async () => {
    const { bench, page } = await paired();
    const other = await new Bench().load();
    expect(await other.ask('eth_accounts')).to.deep.equal([]);
    const [topic] = sessionOf(bench.phone);
    const end = JSON.stringify({ id: bench.phone.newId(), method: 'wc_sessionDelete', params: {} });
    bench.relay.inject(topic, seal(Buffer.alloc(32, 9), end));
    await settle();
    expect(await page.ask('eth_accounts')).to.deep.equal([ACCOUNT]);
  });

  it('L-32 takes nothing of a stored record that it has not written so', async () => {
    for (const text of [
      'null',
      '{',
      '[]',
      '{"seed":7}',
      '{"seed":"zz"}',
      JSON.stringify({ seed: 'aa'.repeat(32), session: { key: 'zz', expiry: 9e9 }, pending: [] }),
      JSON.stringify({ seed: 'aa'.repeat(32), session: [], pending: { 1: { method: 7 } } }),
    ]) {
      const bench = new Bench();
      bench.storage.setItem('hub-pay/walletconnect', text);
      const page = await bench.load();
      expect(await page.ask('eth_accounts'), text).to.deep.equal([]);
      const { code, result } = await bench.code(page);
      bench.phone.scan(code);
      expect(await result).to.equal('paired');
    }
  });

  it('L-33 takes a refusal only from the relay itself, not from a wallet', async () => {
    const { bench, page } = await paired();
    bench.phone.sendToAll({ method: 'wc_sessionPing', params: {} }, 1114);
    bench.phone.tamper = (payload) =>
      payload.result === '0x51' ? { id: payload.id, error: { code: 3000, message: 'Unauthorized' } } : payload;
    expect(await errorOf(page.ask('personal_sign', '0x00', ACCOUNT))).to.have.property('code', 3000);
    expect(page.refusals).to.deep.equal([]);
    expect(RELAY_URL).to.equal(bench.relay.url);
  });
});
