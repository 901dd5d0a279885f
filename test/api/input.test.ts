import { expect } from 'chai';
import { parseBaseUrl, parseRequestId } from '../../src/api/input.js';
import { endpointUrl } from '../../src/api/http.js';
import { HubPayError } from '../../src/errors.js';

const ID = `0x${'ab'.repeat(32)}`;

describe('parseBaseUrl', () => {
  it('says what to set, and nothing about test mode', () => {
    const wrong = '"demo" is no full http or https URL, such as https://shop.example/hub';
    expect(() => parseBaseUrl('demo')).to.throw(`baseUrl: ${wrong}. See`);
    expect(() => parseBaseUrl('demo', 'venueInfoUrl')).to.throw(`venueInfoUrl: ${wrong}. See`);
    for (const text of ['', undefined])
      expect(() => parseBaseUrl(text)).to.throw('baseUrl: is missing; set it to the URL of the service. See');
  });

  it('repeats no password of a URL', () => {
    for (const text of [
      'https://me:secret@hub.example',
      'https://secret@hub.example/x',
      'https://:secret@hub.example?y',
    ])
      expect(() => parseBaseUrl(text))
        .to.throw('baseUrl: has a user name or a password, with which no request can be sent. See')
        .with.property('message')
        .that.does.not.include('secret');
    for (const text of ['https://user:secret@', 'https://u:secret@hub:x/y', 'u:secret@hub'])
      expect(() => parseBaseUrl(text), text)
        .to.throw('baseUrl: is no full http or https URL, such as https://shop.example/hub. See')
        .with.property('message')
        .that.does.not.include('secret');
  });

  it('repeats no content of a query or a fragment', () => {
    for (const text of ['https://hub.example?key=secret', 'hub.example?key=secret\n', 'https://hub.example#secret'])
      expect(() => parseBaseUrl(text), text)
        .to.throw(/^baseUrl: "\S*hub\.example[?#]…" is no full/)
        .with.property('message')
        .that.does.not.include('secret');
  });

  it('does not name the service when another URL is empty', () => {
    for (const name of ['venueInfoUrl', 'venueExchangeUrl', 'confirmUrl'])
      expect(() => parseBaseUrl('', name)).to.throw(
        `${name}: names no address; set it to a full URL, or leave it out. See`,
      );
  });
});

describe('parseRequestId', () => {
  it('returns an id in lower case', () => {
    expect(parseRequestId(ID.toUpperCase().replace('X', 'x'))).to.equal(ID);
  });

  it('refuses with a config error what is no id, also a value of another type', () => {
    const foreign = { toString: 1, valueOf: 1 };
    for (const wrong of ['', '0x12', `${ID}0`, null, undefined, 7, 7n, true, [ID], [[ID]], {}, foreign, Symbol('x')]) {
      expect(() => parseRequestId(wrong), typeof wrong)
        .to.throw(HubPayError)
        .include({ code: 'config', attribute: 'requestId' });
    }
  });
});

describe('request URL', () => {
  const base = (text: string): URL => parseBaseUrl(text);

  it('G50 keeps the path of the base URL when an endpoint is appended', () => {
    expect(endpointUrl(base('https://hub.example'), '/quote/v2').href).to.equal('https://hub.example/quote/v2');
    expect(endpointUrl(base('https://shop.example/hub'), '/authorize').href).to.equal(
      'https://shop.example/hub/authorize',
    );
    expect(endpointUrl(base('https://shop.example/hub/'), `/intents/status?requestId=${ID}`).href).to.equal(
      `https://shop.example/hub/intents/status?requestId=${ID}`,
    );
  });

  const hostile = [
    '@evil.example',
    '.evil.example/x',
    ':8443/x',
    '//evil.example/x',
    '/\\evil.example',
    'https://evil.example/x',
    '/x@evil.example',
    '/../x',
    '/./x',
    '/%2e%2e/x',
    '/x?signature=1',
    '/x?requestId=0x1',
    `/x?requestId=${ID}&to=evil`,
    `/x?requestId=${ID.toUpperCase()}`,
    '/x#y',
    '',
    '/',
    'x',
    ' /x',
    '/x\n',
    '/x y',
    '/ü',
  ];
  for (const endpoint of hostile) {
    it(`G50 is refused when the endpoint is ${JSON.stringify(endpoint)}`, () => {
      for (const at of ['https://hub.example', 'https://shop.example/hub']) {
        expect(() => endpointUrl(base(at), endpoint))
          .to.throw(HubPayError)
          .with.property('code', 'quote-unsafe');
      }
    });
  }

  for (const text of [
    '',
    'hub.example',
    '/hub',
    '//hub.example',
    'ftp://hub.example',
    'javascript:alert(1)',
    'data:,x',
    'https://me:pw@hub.example',
    'https://hub.example?x=1',
    'https://hub.example#x',
    'https://',
  ]) {
    it(`is refused with the option \`baseUrl\` when the base URL is ${JSON.stringify(text)}`, () => {
      expect(() => parseBaseUrl(text))
        .to.throw(HubPayError)
        .with.include({ code: 'config', attribute: 'baseUrl' });
    });
  }
});
