import { expect } from 'chai';
import { HubClient } from '../../src/api/client.js';
import { HubPayError } from '../../src/errors.js';
import type { FakeHub } from '../support/fakes/fake-hub.js';
import { fakeHub } from '../support/fakes/fake-hub.js';
import { nativeCase, read } from '../support/quotes.js';

const ID = `0x${'ab'.repeat(32)}`;
const SIGNATURE = `0x${'5e'.repeat(65)}`;
const PERMITS = '/execute/permits';
const permit = { kind: 'eip3009', requestId: ID, api: 'swap' };

describe('HubClient.authorize', () => {
  let hub: FakeHub;
  const client = (): HubClient => new HubClient({ baseUrl: 'https://shop.example/hub', fetch: hub.fetch });
  const refusal = async (asked: Promise<unknown>): Promise<HubPayError> => {
    const error: unknown = await asked.catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(HubPayError);
    return error as HubPayError;
  };

  beforeEach(() => {
    hub = fakeHub();
  });

  it('posts the body with the signature in the query when a wallet has signed', async () => {
    hub.answer('POST /hub/execute/permits', { json: { message: 'Success' } });
    expect(await client().authorize(PERMITS, permit, SIGNATURE)).to.deep.equal({ steps: [] });
    const [{ url, body, method }] = hub.requests as [FakeHub['requests'][number]];
    expect([method, url.href]).to.deep.equal([
      'POST',
      `https://shop.example/hub/execute/permits?signature=${SIGNATURE}`,
    ]);
    expect(body).to.deep.equal(permit);
  });

  for (const [what, answer] of Object.entries({
    'no body': { text: '' },
    'a text': { text: 'OK', headers: { 'content-type': 'text/plain' } },
    'a list': { json: [] },
    'no content': { status: 202, json: null },
  })) {
    it(`resolves with no steps when the service answers success with ${what}`, async () => {
      hub.answer('POST /hub/execute/permits', answer);
      expect(await client().authorize(PERMITS, permit, SIGNATURE)).to.deep.equal({ steps: [] });
    });
  }

  it('returns only the steps that can be read when the service adds steps', async () => {
    const [step] = read(nativeCase(), 'quote.steps') as [object];
    hub.answer('POST /hub/execute/permits', { json: { steps: [step, { id: 7 }] } });
    const { steps } = await client().authorize(PERMITS, permit, SIGNATURE);
    expect(steps.map(({ id }) => id)).to.deep.equal(['deposit']);
  });

  it('posts the body unchanged when the service names another endpoint', async () => {
    hub.answer('POST /hub/authorize', { json: {} });
    const body = { type: 'nonce-mapping', nonce: 7 };
    await client().authorize('/authorize', body, SIGNATURE);
    expect(hub.requests[0]?.body).to.deep.equal(body);
  });

  it('G50 G52 sends nothing to another origin and keeps the signature out of errors when a request fails', async () => {
    for (const endpoint of ['@evil.example', '//evil.example', 'https://evil.example/x', '/x?signature=1']) {
      const { code, message } = await refusal(client().authorize(endpoint, {}, SIGNATURE));
      expect([code, message.includes(SIGNATURE)]).to.deep.equal(['quote-unsafe', false]);
    }
    expect(hub.requests).to.have.length(0);
    hub.answer('POST /hub/execute/permits', { status: 400, json: { message: 'no', code: 'PERMIT_FAILED' } });
    const error = await refusal(client().authorize(PERMITS, permit, SIGNATURE));
    expect(error).to.include({ code: 'service-refused', details: 'PERMIT_FAILED' });
    expect(JSON.stringify([error.message, error.details])).not.to.include(SIGNATURE);
  });

  it('throws `service-down` without a retry when the service is down or unreachable', async () => {
    hub.answer('POST /hub/execute/permits', { status: 503, json: { message: 'busy' } });
    expect((await refusal(client().authorize(PERMITS, permit, SIGNATURE))).code).to.equal('service-down');
    hub.answer('POST /hub/execute/permits', { unreachable: true });
    expect((await refusal(client().authorize(PERMITS, permit, SIGNATURE))).code).to.equal('service-down');
    expect(hub.requests).to.have.length(2);
  });

  it('throws `config` without a request or the signature in the message when the body or signature is invalid', async () => {
    const wrong = await refusal(client().authorize(PERMITS, { ...permit, more: 1 }, SIGNATURE));
    expect([wrong.code, wrong.attribute]).to.deep.equal(['config', 'more']);
    for (const signature of ['', '0x', `${SIGNATURE}0`, `${SIGNATURE}&x=1`, `0x${'5e'.repeat(63)}`]) {
      const { code, attribute, message } = await refusal(client().authorize(PERMITS, permit, signature));
      expect([code, attribute]).to.deep.equal(['config', 'signature']);
      expect(message).not.to.include('5e5e');
    }
    expect(hub.requests).to.have.length(0);
  });
});
