import { expect } from 'chai';
import { expiryOf, isWalletCode } from '../../src/shared/wallet-code.js';

const topic = 'ab'.repeat(32);
const pairing = (query: string): string => `wc:${topic}@2?${query}relay-protocol=irn&symKey=${topic}`;

describe('isWalletCode', () => {
  it('takes a pairing of WalletConnect, an https link and the scheme of an app', () => {
    for (const code of [pairing(''), 'https://metamask.app.link/connect?channelId=1', 'metamask://connect/mwp?p=a%20b'])
      expect(isWalletCode(code), code).to.equal(true);
  });

  it('T26 refuses a scheme that runs code or reads a file, in any letter case', () => {
    for (const code of [
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      'blob:https://shop.example/1',
      'intent://scan/#Intent;scheme=x;end',
      'http://wallet.example/wc',
      'tel:+1',
    ])
      expect(isWalletCode(code), code).to.equal(false);
  });

  it('T28 refuses what is no text, has no scheme, is too long, or contains spaces or hidden characters', () => {
    for (const code of [
      undefined,
      null,
      {},
      '',
      'wc:',
      'abc',
      `wc:${'a'.repeat(2000)}`,
      'wc:a b',
      ' javascript:x',
      'java\nscript:x',
      'wc:\u202Eabc',
    ])
      expect(isWalletCode(code), JSON.stringify(code)).to.equal(false);
  });
});

describe('expiryOf', () => {
  it('reads the time at which a pairing runs out, in milliseconds', () => {
    expect(expiryOf(pairing('expiryTimestamp=1700000300&'))).to.equal(1_700_000_300_000);
  });

  it('knows no time when the code names none, or none in seconds', () => {
    for (const query of ['', 'expiryTimestamp=&', 'expiryTimestamp=1700000300000&', 'xexpiryTimestamp=1700000300&'])
      expect(expiryOf(pairing(query)), query).to.equal(null);
  });
});
