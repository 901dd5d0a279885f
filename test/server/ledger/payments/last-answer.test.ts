/** Tests the words for what the service answered. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notedFetch } from '../../../../src/server/ledger/payments/last-answer.js';

const URL_OF = 'https://pay.example/requests/v2?id=0x1';
const NETWORK = 'Check baseUrl of createLedger, and the network.';

/** Returns the words after a request that ends in this way. */
async function wordsFor(answer: () => Promise<Response>, input: RequestInfo | URL = URL_OF): Promise<string | null> {
  const { fetch, problem } = notedFetch(answer);
  await fetch(input).catch(() => undefined);
  return problem();
}

const failed = (cause: unknown): Promise<Response> => Promise.reject(new TypeError('fetch failed', { cause }));
const withCode = (code: string): Error => Object.assign(new Error('x'), { code });

test('the words name the request without its query, and what to check', async () => {
  const refused = 'GET https://pay.example/requests/v2 answered 403. Check baseUrl and apiKey of createLedger.';
  const answer = (): Promise<Response> => Promise.resolve(Response.json({}, { status: 403 }));
  for (const input of [URL_OF, new URL(URL_OF), new Request(URL_OF)])
    assert.equal(await wordsFor(answer, input), refused);
});

test('the words name the code of a network error, however deep it is', async () => {
  const start = 'GET https://pay.example/requests/v2 got no answer';
  for (const [cause, code] of [
    [withCode('ENOTFOUND'), ' (ENOTFOUND)'],
    [new Error('outer', { cause: withCode('ECONNRESET') }), ' (ECONNRESET)'],
    [new AggregateError([new Error('no code'), withCode('ECONNREFUSED')]), ' (ECONNREFUSED)'],
    ['a text', ''],
    [undefined, ''],
  ] as const)
    assert.equal(await wordsFor(() => failed(cause)), `${start}${code}. ${NETWORK}`);
  const endless = new Error('x');
  endless.cause = endless;
  assert.equal(await wordsFor(() => failed(endless)), `${start}. ${NETWORK}`);
});

test('a success of a later request leaves no words', async () => {
  const answers = [Response.json({}, { status: 500 }), Response.json({})];
  const { fetch, problem } = notedFetch(() => Promise.resolve(answers.shift()!));
  assert.equal(problem(), null);
  await fetch(URL_OF);
  assert.match(problem() ?? '', /answered 500\. The service has refused or failed/u);
  await fetch(URL_OF);
  assert.equal(problem(), null);
});
