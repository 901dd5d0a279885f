/** Tests that a server accepts a genuine attestation and rejects a changed one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { privateKeyToAccount } from 'viem/accounts';
import { attest } from '../../demo/devnet/base/sign-attestation.js';
import { HubPayError } from '../../src/errors.js';
import { verifyAttestation, type Attestation } from '../../src/server/index.js';

const solver = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const requestId = `0x${'ab'.repeat(32)}` as const;
const requestData = {
  originChainId: 1,
  originUser: '0x1111111111111111111111111111111111111111',
  originCurrency: '0x0000000000000000000000000000000000000000',
  originAmount: '25000000',
  destinationChainId: 8453,
  destinationUser: '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789',
};
const good: Attestation = await attest(solver, requestId, requestData);
const options = { requestId, solver: solver.address.toLowerCase() };

test('verifyAttestation accepts the solver’s own signature when it is given or fetched', async () => {
  assert.deepEqual(await verifyAttestation({ ...options, attestation: good }), { ok: true, requestData });
  const urls: string[] = [];
  const fetch: typeof globalThis.fetch = (input) => {
    urls.push(new Request(input).url);
    return Promise.resolve(Response.json(good));
  };
  const fetched = await verifyAttestation({ ...options, baseUrl: 'https://pay.example/hub', fetch });
  assert.deepEqual(fetched, { ok: true, requestData });
  assert.deepEqual(urls, [`https://pay.example/hub/requests/${requestId}/signature`]);
});

const changes: Partial<Attestation['requestData']>[] = [
  { originChainId: 2 },
  { originUser: requestData.destinationUser },
  { originCurrency: requestData.originUser },
  { originAmount: '25000001' },
  { destinationChainId: 10 },
  { destinationUser: requestData.originUser },
  { destinationUser: 'nobody' },
];
for (const change of changes) {
  test(`verifyAttestation refuses the attestation when the data has another ${JSON.stringify(change)}`, async () => {
    const attestation = { ...good, requestData: { ...requestData, ...change } };
    const result = await verifyAttestation({ ...options, attestation });
    assert.ok(!result.ok && result.message.length > 10);
  });
}

test('verifyAttestation refuses another request, solver or signature and a missing answer', async () => {
  const refused = async (more: Partial<Parameters<typeof verifyAttestation>[0]>): Promise<void> => {
    assert.equal((await verifyAttestation({ ...options, attestation: good, ...more })).ok, false);
  };
  await refused({ requestId: `0x${'cd'.repeat(32)}` });
  await refused({ requestId: 'x' });
  await refused({ solver: requestData.originUser });
  await refused({ attestation: { ...good, signature: `0x${'00'.repeat(65)}` } });
  await refused({ attestation: { ...good, signature: '0x12' } });
  await refused({ attestation: { requestData } as Attestation });
  const { attestation: _none, ...unasked } = { ...options, attestation: good };
  const fetch = (): Promise<Response> => Promise.resolve(Response.json({ message: 'Not found' }, { status: 400 }));
  assert.equal((await verifyAttestation({ ...unasked, baseUrl: 'https://pay.example', fetch })).ok, false);
  await assert.rejects(verifyAttestation(unasked), /^HubPayError: baseUrl: is missing, and so is attestation/u);
});

test('verifyAttestation refuses, as another one, a request id and an attestation of another type', async () => {
  for (const wrong of [null, 7, {}, [], { toString: 1 }]) {
    assert.equal((await verifyAttestation({ ...options, requestId: wrong as never, attestation: good })).ok, false);
    if (wrong === null) continue;
    assert.equal((await verifyAttestation({ ...options, attestation: wrong as never })).ok, false);
  }
});

const misread: [title: string, more: object, name: string, advice: string][] = [
  ['a misspelt id', { requestID: requestId }, 'requestID', 'did you mean "requestId"?'],
  ['a solver that the server’s settings lack', { solver: undefined }, 'solver', 'is missing'],
  ['a solver that is no address', { solver: 'solver.example' }, 'solver', 'is not the address of an EVM account'],
  ['a solver that is no text', { solver: 5 }, 'solver', 'is a number'],
  ['a fetch that is no function', { fetch: {} }, 'fetch', 'must be a function'],
];
for (const [title, more, name, advice] of misread) {
  test(`verifyAttestation refuses by its name ${title}`, async () => {
    await assert.rejects(
      verifyAttestation({ ...options, attestation: good, ...more }),
      (error) => error instanceof HubPayError && error.attribute === name && error.message.includes(advice),
    );
  });
}
