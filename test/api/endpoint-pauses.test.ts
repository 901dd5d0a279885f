/** Tests that an endpoint gets no request before the time of the service's `Retry-After`. */
import { expect } from 'chai';
import { HubClient } from '../../src/api/client.js';
import type { EndpointPauses } from '../../src/api/endpoint-pauses.js';
import type { ErrorInfo } from '../../src/errors.js';
import { fakeHub } from '../support/fakes/fake-hub.js';
import { VirtualClock } from '../support/clock.js';

const ID = `0x${'ab'.repeat(32)}`;
const OTHER = `0x${'cd'.repeat(32)}`;
const limited = { status: 429, headers: { 'retry-after': '30' }, json: { message: 'slow down' } };

function open(pauses?: EndpointPauses) {
  const hub = fakeHub();
  const clock = new VirtualClock(1_000);
  const client = new HubClient({ baseUrl: 'https://hub.test', fetch: hub.fetch, clock, ...(pauses && { pauses }) });
  return { hub, clock, client };
}

const refusal = (asked: Promise<unknown>): Promise<ErrorInfo & { retryAfter?: number }> =>
  asked.then(
    () => expect.fail('it answered'),
    (error: unknown) => error as ErrorInfo,
  );

describe('P-18 endpoint pauses', () => {
  it('P-18 sends no request to a paused endpoint and rejects with the code and the rest of the time', async () => {
    const { hub, clock, client } = open();
    for (const id of [ID, OTHER]) hub.answer(`GET /requests/${id}/signature`, limited);
    expect(await refusal(client.attestation(ID))).to.deep.include({ retryAfter: 30, values: { retryAt: '31000' } });
    await clock.advance(29_999);
    const early = await refusal(client.attestation(OTHER));
    expect(early).to.deep.include({ code: 'rate-limited', retryAfter: 0.001, values: { retryAt: '31000' } });
    expect(hub.requests).to.have.length(1);
    await clock.advance(1);
    await refusal(client.attestation(OTHER));
    expect(hub.requests.map(({ url }) => url.pathname)).to.deep.equal([
      `/requests/${ID}/signature`,
      `/requests/${OTHER}/signature`,
    ]);
  });

  it('P-18 pauses each endpoint alone, and a later answer never makes a pause shorter', async () => {
    const { hub, clock, client } = open();
    hub.answer('GET /intents/status/v3', limited, { ...limited, headers: { 'retry-after': '5' } });
    hub.answer('GET /chains', { json: { chains: [] } });
    await Promise.all([refusal(client.status(ID)), refusal(client.status(OTHER))]);
    await client.chains();
    await clock.advance(29_999);
    await refusal(client.status(ID));
    expect(hub.requests).to.have.length(3);
  });

  it('P-18 does not pause after a failure without a Retry-After', async () => {
    const { hub, client } = open();
    hub.answer('GET /intents/status/v3', { status: 429, json: { message: 'slow down' } });
    await refusal(client.status(ID));
    await refusal(client.status(ID));
    expect(hub.requests).to.have.length(2);
  });

  it('P-18 execute is not sent, and not called unknown, while its endpoint pauses', async () => {
    const { hub, client } = open();
    const down = { status: 503, headers: { 'retry-after': '30' }, json: { message: 'down' } };
    hub.answer('POST /execute', down);
    const account = `0x${'a1'.repeat(20)}`;
    const authorization = { chainId: 1, address: account, nonce: 0, yParity: 0, r: '0x1', s: '0x2' };
    const data = { chainId: 1, to: account, data: '0x', value: '0', authorizationList: [authorization] };
    const body = { executionKind: 'rawCalls', data, executionOptions: {} } as const;
    expect((await refusal(client.execute(body))).code).to.equal('outcome-unknown');
    expect(await refusal(client.execute(body))).to.include({ code: 'service-down', money: 'not-sent' });
    expect(hub.requests).to.have.length(1);
  });

  it('P-18 is shared by two clients with the same map', async () => {
    const pauses: EndpointPauses = new Map();
    const [one, two] = [open(pauses), open(pauses)];
    one.hub.answer('GET /intents/status/v3', limited);
    await refusal(one.client.status(ID));
    expect((await refusal(two.client.status(ID))).code).to.equal('rate-limited');
    expect(two.hub.requests).to.have.length(0);
  });
});
