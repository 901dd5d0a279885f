import { expect } from 'chai';
import sinon from 'sinon';
import type { HttpCall } from '../../src/api/http.js';
import { request, textOf } from '../../src/api/http.js';
import type { ResponseError } from '../../src/api/response-error.js';
import { systemClock } from '../../src/shared/time/clock.js';
import { HubPayError } from '../../src/errors.js';
import type { ScriptedAnswer, FakeHub } from '../support/fakes/fake-hub.js';
import { whileOffline } from '../support/pages/offline.js';
import { fakeHub } from '../support/fakes/fake-hub.js';
import html502 from '../support/fixtures/synthetic-error-html-502.json';

describe('http request', () => {
  let time: sinon.SinonFakeTimers;
  let hub: FakeHub;
  /** The number of retry pauses that have started. */
  let pauses: number;

  beforeEach(() => {
    pauses = 0;
    time = sinon.useFakeTimers({
      now: Date.UTC(2026, 0, 1),
      toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
    });
    hub = fakeHub();
  });
  afterEach(() => {
    time.restore();
    sinon.restore();
  });

  /** Sends a request. The fake random source always gives 0.5, so each retry pause is half of the maximum pause. */
  const send = (answers: ScriptedAnswer[], call: Partial<HttpCall<unknown>> = {}): Promise<unknown> => {
    hub.answer('POST /x', ...answers);
    const answer = request<unknown>(
      {
        method: 'POST',
        url: new URL('https://hub.example/x'),
        body: {},
        timeoutMs: 10_000,
        maxBytes: 1_000,
        tries: 1,
        read: (json) => json,
        ...call,
      },
      {
        fetch: hub.fetch,
        clock: systemClock(),
        random() {
          pauses += 1;
          return Uint8Array.of(0x80, 0);
        },
      },
    );
    answer.catch(() => undefined);
    return answer;
  };

  const pauseBegan = async (count: number): Promise<void> => {
    while (pauses < count) await time.tickAsync(0);
  };

  const failure = async (
    answers: ScriptedAnswer[],
    call: Partial<HttpCall<unknown>> = {},
    ms = 60_000,
  ): Promise<HubPayError> => {
    const answer = send(answers, call);
    await time.tickAsync(ms);
    return refusal(answer);
  };

  it('G51 sends no credentials, referrer or cached answer and refuses redirects', async () => {
    await send([{ json: {} }]);
    const { redirect, credentials, referrerPolicy, cache } = hub.requests[0]!.init;
    expect({ redirect, credentials, referrerPolicy, cache }).to.deep.equal({
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
  });

  it('sets the content type to JSON only when it has a body', async () => {
    await send([{ json: {} }], { body: { amount: '1' } });
    hub.answer('GET /x', { json: {} });
    await request<unknown>(
      {
        method: 'GET',
        url: new URL('https://hub.example/x'),
        timeoutMs: 1_000,
        maxBytes: 10,
        tries: 1,
        read: (json) => json,
      },
      { fetch: hub.fetch, clock: systemClock(), random: (bytes) => new Uint8Array(bytes) },
    );
    expect(hub.requests.map(({ headers, body }) => [headers.get('content-type'), body])).to.deep.equal([
      ['application/json', { amount: '1' }],
      [null, undefined],
    ]);
  });

  it('returns the result of `read` when the answer is JSON', async () => {
    expect(await send([{ json: { a: 1 } }], { read: (json) => [json] })).to.deep.equal([{ a: 1 }]);
  });

  describe('unreadable body', () => {
    const corpus: Record<string, ScriptedAnswer> = {
      'an empty body': { text: '' },
      'white space': { text: ' \n' },
      'an HTML page with status 200': { text: '<!doctype html><p>hello', headers: { 'content-type': 'text/html' } },
      'an HTML page of the type JSON': { text: html502 },
      'JSON of the type text': { text: '{}', headers: { 'content-type': 'text/plain' } },
      'JSON of the type HTML': { text: '{}', headers: { 'content-type': 'text/html' } },
      'JSON of the type JavaScript': { text: '{}', headers: { 'content-type': 'application/javascript' } },
      'cut JSON': { text: '{"steps":[{"id":"dep' },
      'JSON with more behind it': { text: '{} {}' },
      'JSON with a trailing comma': { text: '{"a":1,}' },
      'JSON with single quotes': { text: "{'a':1}" },
      'JSON with a comment': { text: '{"a":1}//' },
      NaN: { text: '{"a":NaN}' },
      'JSON with a leading zero': { text: '{"a":01}' },
      'JSON with a hexadecimal number': { text: '{"a":0x1}' },
      undefined: { text: 'undefined' },
      'JSON with a line break in a string': { text: '{"a":"\n"}' },
      'JSON with a byte order mark': { text: '\uFEFF{"a":1}' },
      'JSON with a key twice': { text: '{"recipient":"0x1","recipient":"0x2"}' },
      'JSON with a key twice, once escaped': { text: '{"recipient":"0x1","re\\u0063ipient":"0x2"}' },
      'JSON with a key twice in an inner object': { text: '{"a":[{"b":{"c":1,"d":":","c":2}}]}' },
      'JSON with a prefix against script inclusion': { text: ")]}',\n{}" },
    };
    for (const [what, answer] of Object.entries(corpus)) {
      it(`F-9 throws \`service-down\` when the body is ${what}`, async () => {
        expect((await failure([answer])).code).to.equal('service-down');
      });
    }

    it('F-9 throws `service-down` when the body is bytes that are not valid UTF-8', async () => {
      const response = new Response(new Uint8Array([0x22, 0xff, 0x22]), {
        headers: { 'content-type': 'application/json' },
      });
      const answer = request<unknown>(
        {
          method: 'GET',
          url: new URL('https://hub.example/x'),
          timeoutMs: 1_000,
          maxBytes: 10,
          tries: 1,
          read: (json) => json,
        },
        { fetch: async () => response, clock: systemClock(), random: (bytes) => new Uint8Array(bytes) },
      );
      expect((await refusal(answer)).code).to.equal('service-down');
    });
  });

  it('reads strings that look like keys and keys that contain quotes', async () => {
    const valid = { 'a"b': '"c":1', d: [{ 'e\\': ':' }, '{"f":2}'], __proto: null };
    expect(await send([{ json: valid }])).to.deep.equal(valid);
  });

  it('reads a response without a stream, as a replaced fetch gives it, and limits its size', async () => {
    const { signal } = new AbortController();
    const response = { text: async () => '"€"' };
    expect(await textOf(response, 5, signal)).to.equal('"€"');
    const tooLong = await textOf(response, 4, signal).catch((error: unknown) => error);
    expect(tooLong).to.be.instanceOf(RangeError);
    expect(await textOf(new Response(null), 4, signal)).to.equal('');
  });

  it('accepts an answer when its content type is any JSON media type', async () => {
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'application/problem+json',
      'Application/JSON',
    ]) {
      expect(await send([{ json: 1, headers: { 'content-type': type } }])).to.equal(1);
    }
  });

  it('F-6 throws `service-down` at the deadline and not earlier when no answer comes', async () => {
    const answer = send([{ hangs: true }]);
    const settled = sinon.spy();
    answer.catch(settled);
    await time.tickAsync(9_999);
    expect(settled.called).to.equal(false);
    await time.tickAsync(1);
    expect((await refusal(answer)).code).to.equal('service-down');
  });

  it('F-6 throws at the deadline when fetch ignores its signal', async () => {
    const answer = request<unknown>(
      {
        method: 'GET',
        url: new URL('https://hub.example/x'),
        timeoutMs: 5_000,
        maxBytes: 10,
        tries: 1,
        read: (json) => json,
      },
      { fetch: () => new Promise(() => undefined), clock: systemClock(), random: (bytes) => new Uint8Array(bytes) },
    );
    const refused = refusal(answer);
    await time.tickAsync(5_000);
    expect((await refused).message).to.contain('5000 ms');
  });

  it('F-7 throws `service-down` at the deadline and cancels the body when it arrives byte by byte', async () => {
    const refused = refusal(send([{ json: 'x'.repeat(40), drip: 1_000 }]));
    await time.tickAsync(10_000);
    expect((await refused).code).to.equal('service-down');
    expect(hub.cancelled).to.equal(1);
  });

  it('F-7 throws `service-down` at the deadline when the body stops in the middle', async () => {
    const refused = refusal(send([{ json: { a: 'long enough' }, stallsAfter: 5 }]));
    await time.tickAsync(10_000);
    expect((await refused).code).to.equal('service-down');
  });

  it('F-8 stops reading at the size limit when the announced length is smaller than the body', async () => {
    const error = await failure([{ endless: true, headers: { 'content-length': '2' } }], { maxBytes: 200_000 }, 0);
    expect(error.code).to.equal('service-down');
    expect(hub.bytesSent).to.be.below(200_000 + 3 * 65_536);
    expect(hub.cancelled).to.equal(1);
  });

  it('reads a body of exactly the size limit and throws when it is one byte longer', async () => {
    expect(await send([{ text: '"12345678"' }], { maxBytes: 10 })).to.equal('12345678');
    expect((await failure([{ text: '"123456789"' }], { maxBytes: 10 })).code).to.equal('service-down');
  });

  it('F-17 F-19 throws `service-down` and not `offline` when fetch fails while the browser is online', async () => {
    expect((await failure([{ unreachable: true }])).code).to.equal('service-down');
  });

  it('F-16 throws `offline` without a retry when the browser is offline', async () => {
    const error = await whileOffline(() => failure([{ unreachable: true }], { tries: 3 }));
    expect(error.code).to.equal('offline');
    expect(hub.requests).to.have.length(1);
  });

  it('throws `service-down` when the connection breaks in the middle of the body', async () => {
    expect((await failure([{ json: { a: 'long enough' }, breaksAfter: 5 }])).code).to.equal('service-down');
  });

  it('gives an error the HTTP status when the service answers with one', async () => {
    const statusOf = async (answer: ScriptedAnswer): Promise<number | undefined> =>
      ((await failure([answer])) as Partial<ResponseError>).status;
    expect(await statusOf({ status: 422, json: { errorCode: 'INVALID_ADDRESS' } })).to.equal(422);
    expect(await statusOf({ status: 502, text: html502, headers: { 'content-type': 'text/html' } })).to.equal(502);
    expect(await statusOf({ unreachable: true })).to.equal(undefined);
  });

  describe('retries', () => {
    it('F-5 stop with `service-down` after three requests when the service stays down', async () => {
      const answer = send([{ status: 503, json: {} }], { tries: 3 });
      const refused = refusal(answer);
      await pauseBegan(1);
      await time.tickAsync(249);
      expect(hub.requests).to.have.length(1);
      await time.tickAsync(1);
      expect(hub.requests).to.have.length(2);
      await pauseBegan(2);
      await time.tickAsync(499);
      expect(hub.requests).to.have.length(2);
      await time.tickAsync(1);
      expect(hub.requests).to.have.length(3);
      expect((await refused).code).to.equal('service-down');
      await time.tickAsync(60_000);
      expect(hub.requests).to.have.length(3);
    });

    const passing: Record<string, ScriptedAnswer> = {
      'status 500': { status: 500, json: {} },
      'status 502 with HTML': { status: 502, text: html502, headers: { 'content-type': 'text/html' } },
      'no answer': { unreachable: true },
      silence: { hangs: true },
      "a body that is not the service's": { text: '<p>' },
      'a code that passes': { status: 400, json: { errorCode: 'REQUEST_TIMED_OUT' } },
    };
    for (const [what, answer] of Object.entries(passing)) {
      it(`return the second answer when the first attempt ends in ${what}`, async () => {
        const second = send([answer, { json: 'yes' }], { tries: 3 });
        await time.tickAsync(20_000);
        expect(await second).to.equal('yes');
      });
    }

    it('send another request when the answer could not be read', async () => {
      const answer = send([{ json: 'odd' }, { json: 'right' }], {
        tries: 2,
        read(json) {
          if (json === 'odd') throw new HubPayError('service-down', 'odd');
          return json;
        },
      });
      await time.tickAsync(1_000);
      expect(await answer).to.equal('right');
    });

    const final: Record<string, ScriptedAnswer> = {
      "the service's no": { status: 400, json: { errorCode: 'NO_QUOTES' } },
      'a wrong key': { status: 401, json: {} },
      'status 429': { status: 429, json: {} },
      'a service that is down and says when to come back': { status: 503, json: {}, headers: { 'retry-after': '7' } },
    };
    for (const [what, answer] of Object.entries(final)) {
      it(`stop after one request when the service answers with ${what}`, async () => {
        await failure([answer], { tries: 3 });
        expect(hub.requests).to.have.length(1);
      });
    }

    it('do not happen when the request is limited to one try', async () => {
      await failure([{ hangs: true }], { tries: 1 });
      await failure([{ status: 500, json: {} }], { tries: 1 });
      expect(hub.requests).to.have.length(2);
    });
  });

  describe('Retry-After', () => {
    const waits: Record<string, [header: string | null, seconds: number | undefined]> = {
      'a number of seconds': ['7', 7],
      zero: ['0', 0],
      'a date': ['Thu, 01 Jan 2026 00:01:30 GMT', 90],
      'a date in the past': ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
      'a very large number of seconds': ['1000000000', 300],
      'a date in the far future': ['Fri, 01 Jan 2100 00:00:00 GMT', 300],
      'a text': ['soon', undefined],
      'a part of a second': ['1.5', undefined],
      'a negative number': ['-5', undefined],
      'two numbers': ['7, 8', undefined],
      'a date without a time zone': ['2026-01-01', undefined],
      missing: [null, undefined],
    };
    for (const [what, [header, seconds]] of Object.entries(waits)) {
      it(`F-4 sets \`retryAfter\` of \`rate-limited\` when the Retry-After header is ${what}`, async () => {
        const error = await failure(
          [{ status: 429, json: {}, headers: header === null ? {} : { 'retry-after': header } }],
          {},
          0,
        );
        expect(error.code).to.equal('rate-limited');
        expect(error.retryAfter).to.equal(seconds);
      });
    }
  });

  describe('caller’s signal', () => {
    it('F-14 rejects with its reason, aborts the request and stops retries when it is aborted', async () => {
      const stop = new AbortController();
      const answer = send([{ hangs: true }], { signal: stop.signal, tries: 3 });
      const reason = new Error('typed something else');
      stop.abort(reason);
      expect(await answer.catch((error: unknown) => error)).to.equal(reason);
      expect(hub.requests[0]!.init.signal?.aborted).to.equal(true);
      await time.tickAsync(60_000);
      expect(hub.requests).to.have.length(1);
    });

    it('ends the pause before a retry and leaves no timer when it is aborted', async () => {
      const stop = new AbortController();
      const answer = send([{ status: 500, json: {} }], { signal: stop.signal, tries: 3 });
      await pauseBegan(1);
      await time.tickAsync(100);
      stop.abort();
      await answer.catch(() => undefined);
      expect(time.countTimers()).to.equal(0);
    });

    it('prevents the request when it is aborted before the start', async () => {
      await send([{ json: {} }], { signal: AbortSignal.abort() }).catch(() => undefined);
      expect(hub.requests).to.have.length(0);
    });

    it('leaves no timer when an answer has arrived', async () => {
      await send([{ json: {} }], { signal: new AbortController().signal });
      expect(time.countTimers()).to.equal(0);
    });
  });

  it('G52 names method and path in the error message and never the query when a request fails', async () => {
    const url = new URL('https://hub.example/x?signature=0xsecret');
    for (const answer of [
      { status: 500, json: {} },
      { unreachable: true as const },
      { text: '' },
      { hangs: true as const },
    ]) {
      const error = await failure([answer], { url });
      expect(error.message).to.contain('POST /x').and.not.contain('secret');
    }
  });
});

async function refusal(asked: Promise<unknown>): Promise<HubPayError> {
  const error = await asked.then(
    (value) => new Error(`It resolved with ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  expect(error).to.be.instanceOf(HubPayError);
  return error as HubPayError;
}
