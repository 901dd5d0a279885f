/** Tests which files of the page's site count as a registry. */
import { expect } from '@open-wc/testing';
import sinon from 'sinon';
import { loadRegistry } from '../../../src/element/checkout/load-registry.js';
import type { HubPayError } from '../../../src/errors.js';

const problemOf = (text: string): Promise<HubPayError> =>
  loadRegistry(text, fetch).then(
    () => expect.fail(`${text} was loaded`),
    (error: unknown) => error as HubPayError,
  );

describe('load-registry', () => {
  afterEach(() => sinon.restore());

  /** Answers as the site does, and returns the request. */
  const answered = (response: Response | Promise<never>): sinon.SinonStub =>
    sinon.stub(globalThis, 'fetch').callsFake(() => Promise.resolve(response));

  it('returns the registry of a file of the page’s site', async () => {
    const registry = { chains: [{ id: 1, vmType: 'evm' }] };
    const fetch = answered(Response.json(registry));
    expect(await loadRegistry('/registry.json', fetch)).to.deep.equal(registry);
    const [url, init] = fetch.firstCall.args as [URL, RequestInit];
    expect(url.href).to.equal(`${location.origin}/registry.json`);
    expect(init.redirect).to.equal('error');
  });

  it('refuses a file of another site, and does not request it', async () => {
    const fetch = answered(Response.json({ chains: [] }));
    expect(await problemOf('https://other.example/registry.json')).to.include({
      code: 'config',
      attribute: 'registry',
    });
    expect(await problemOf('//other.example/registry.json')).to.include({ code: 'config' });
    expect(fetch.called).to.equal(false);
  });

  it('names the attribute, and requests nothing, when the text is no address of a file', async () => {
    const fetch = answered(Response.json({ chains: [] }));
    const { host } = location;
    for (const text of [
      'https://[',
      'http://a b',
      'https://:80',
      'javascript:1',
      'data:,{}',
      `http://a:b@${host}/r.json`,
    ])
      expect(await problemOf(text), text).to.include({ code: 'config', attribute: 'registry' });
    expect(fetch.called).to.equal(false);
  });

  it('names the address when the file is missing', async () => {
    answered(new Response('', { status: 404 }));
    const problem = await problemOf('/old/registry.json');
    expect(problem).to.include({ code: 'config', attribute: 'registry', money: 'not-sent' });
    expect(problem.message).to.contain('/old/registry.json answered 404');
  });

  for (const [title, body] of [
    ['is no JSON', '<html>'],
    ['has no list of chains', '{"chains":{}}'],
    ['is a list', '[]'],
  ] as const)
    it(`refuses a file that ${title}`, async () => {
      answered(new Response(body));
      expect(await problemOf('/registry.json')).to.include({ code: 'config', attribute: 'registry' });
    });

  for (const [title, response] of [
    ['the site answers 503', () => new Response('', { status: 503 })],
    [
      'the answer stops before its end',
      () => new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) })),
    ],
    ['the site does not answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ] as const)
    it(`lets the payer reload the page when ${title}`, async () => {
      answered(response());
      expect(await problemOf('/registry.json')).to.include({ code: 'service-down', reason: 'not-loaded' });
    });
});
