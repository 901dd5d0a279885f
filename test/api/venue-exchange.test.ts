import { expect } from 'chai';
import { postTransfer, type ExchangeAnswer } from '../../src/api/venue-exchange.js';
import { VirtualClock, settle } from '../support/clock.js';
import refused from '../support/fixtures/synthetic-venue-exchange-err.json' with { type: 'json' };
import done from '../support/fixtures/synthetic-venue-exchange-ok.json' with { type: 'json' };

const URL_OF_EXCHANGE = 'https://venue.test/exchange';
const BODY = { signature: { r: '0x1', s: '0x2', v: 27 }, nonce: 7, action: { type: 'sendAsset' } };

type Sent = { url: string; init: RequestInit | undefined };

function post(answer: () => unknown, clock = new VirtualClock()): { sent: Sent[]; answer: Promise<ExchangeAnswer> } {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    sent.push({ url: url as string, init });
    const found = await answer();
    return found instanceof Response ? found : Response.json(found);
  };
  const random = (bytes: number): Uint8Array => new Uint8Array(bytes);
  const { signal } = new AbortController();
  return { sent, answer: postTransfer(URL_OF_EXCHANGE, BODY, { fetch, clock, random }, signal) };
}

const outcome = async (answer: () => unknown): Promise<unknown> =>
  post(answer).answer.catch((error: unknown) => (error as { code: string }).code);

describe('postTransfer', () => {
  it('posts the body once, without credentials, referrer or redirects', async () => {
    const { sent, answer } = post(() => done);
    expect(await answer).to.deep.equal({ outcome: 'done' });
    expect(sent).to.have.length(1);
    expect(sent[0]).to.have.property('url', URL_OF_EXCHANGE);
    expect(sent[0]!.init).to.deep.include({
      method: 'POST',
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
    expect(JSON.parse(sent[0]!.init!.body as string)).to.deep.equal(BODY);
    expect(new Headers(sent[0]!.init!.headers).has('x-api-key')).to.equal(false);
  });

  it('F-132 returns the venue’s reason when the status is err, although HTTP says 200', async () => {
    expect(await outcome(() => refused)).to.deep.equal({ outcome: 'refused', reason: 'Insufficient balance' });
    expect(await outcome(() => ({ status: 'err' }))).to.deep.equal({ outcome: 'refused', reason: '' });
    const long = await outcome(() => ({ status: 'err', response: 'x'.repeat(5_000) }));
    expect(long).to.have.property('reason').with.length(200);
  });

  it('returns used when the exchange has executed this nonce before', async () => {
    for (const response of ['Invalid nonce: duplicate nonce 7', 'nonce 7 was already used'])
      expect(await outcome(() => ({ status: 'err', response }))).to.deep.equal({ outcome: 'used' });
    expect(await outcome(() => ({ status: 'err', response: 'Invalid nonce: 7' }))).to.have.property(
      'outcome',
      'refused',
    );
  });

  it('throws when the answer does not tell what became of the transfer', async () => {
    for (const answer of [
      {},
      [],
      null,
      'ok',
      { status: 'OK' },
      { status: true },
      new Response('<html>', { status: 200 }),
      new Response('{"status":"ok","status":"err"}', { headers: { 'content-type': 'application/json' } }),
      Response.json(done, { status: 500 }),
      Response.json(refused, { status: 422 }),
    ]) {
      const found = await outcome(() => answer);
      expect(found, JSON.stringify(answer)).to.be.a('string');
    }
  });

  it('throws when the network is down, the answer is late or has more than 64 kB', async () => {
    expect(
      await outcome(() => {
        throw new TypeError('Failed to fetch');
      }),
    ).to.equal('service-down');
    expect(await outcome(() => ({ status: 'ok', response: 'x'.repeat(70_000) }))).to.equal('service-down');
    const clock = new VirtualClock();
    const { answer } = post(() => new Promise(() => undefined), clock);
    const late = answer.catch((error: unknown) => (error as { code: string }).code);
    await settle();
    await clock.advance(10_000);
    expect(await late).to.equal('service-down');
  });
});
