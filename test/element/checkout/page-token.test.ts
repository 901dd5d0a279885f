/** Tests that the page's token goes to `confirm-url`, and nowhere else. */
import { expect } from '@open-wc/testing';
import { withPageToken } from '../../../src/element/checkout/page-token.js';
import { cleanUp, create, rendered } from '../../support/pages/element.js';

const OWN = `${location.origin}/confirm`;
const JSON_TYPE = { 'content-type': 'application/json' };

describe('page-token', () => {
  let meta: HTMLMetaElement | undefined;
  afterEach(() => {
    meta?.remove();
    cleanUp();
  });

  function token(content: string): void {
    meta = document.createElement('meta');
    Object.assign(meta, { name: 'csrf-token', content });
    document.head.append(meta);
  }

  /** The headers with which a request is sent. */
  function sent(url: RequestInfo | URL, confirmUrl: string | undefined): unknown {
    const headers: unknown[] = [];
    const send = withPageToken(
      (_url, init) => {
        headers.push(init?.headers);
        return Promise.resolve(new Response());
      },
      { confirmUrl },
    );
    void send(url, { method: 'POST', headers: JSON_TYPE });
    return headers[0];
  }

  it('adds the token to the request to confirm-url', () => {
    token('abc');
    for (const confirmUrl of [OWN, '/confirm'])
      expect(sent(OWN, confirmUrl)).to.deep.equal({ ...JSON_TYPE, 'x-csrf-token': 'abc' });
  });

  it('adds no token to another request, for another site, or on a page without one', () => {
    expect(sent(OWN, OWN)).to.deep.equal(JSON_TYPE);
    token('');
    expect(sent(OWN, OWN)).to.deep.equal(JSON_TYPE);
    meta!.content = 'abc';
    for (const [url, confirmUrl] of [
      [`${location.origin}/hub/quote/v2`, OWN],
      [OWN, undefined],
      [new URL(OWN), OWN],
      ['https://other.example/confirm', 'https://other.example/confirm'],
      ['https://pay.example/quote/v2', OWN],
    ] as const)
      expect(sent(url, confirmUrl), String(url)).to.deep.equal(JSON_TYPE);
  });

  it('is in the requests of a session, and goes through the property `fetch`', async () => {
    token('abc');
    const element = create({ 'confirm-url': '/confirm' });
    const headers: unknown[] = [];
    element.fetch = (_url, init) => {
      headers.push(init?.headers);
      return Promise.resolve(new Response());
    };
    element.open = true;
    document.body.append(element);
    await rendered(element);
    const { fetch } = element.fake.deps;
    await fetch!(OWN, { headers: JSON_TYPE });
    await fetch!('https://hub.test/chains', { headers: JSON_TYPE });
    expect(headers).to.deep.equal([{ ...JSON_TYPE, 'x-csrf-token': 'abc' }, JSON_TYPE]);
  });
});
