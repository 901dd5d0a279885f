import { expect } from 'chai';
import { appLinks, wakeLink } from '../../../src/wallets/remote/redirect.js';

describe('appLinks', () => {
  it('takes the scheme of an app, and https', () => {
    const links = { native: 'rainbow://', universal: 'https://rnbwapp.com/a' };
    expect(appLinks(links)).to.deep.equal(links);
  });

  it('L-9 leaves out what a stranger could tell the app to do', () => {
    const native = 'metamask://send/0x00?value=1#';
    const universal = 'https://metamask.app.link/send/0x00?value=1#';
    expect(appLinks({ native, universal })).to.deep.equal({ native: 'metamask://', universal: null });
    expect(appLinks({ native: 'okex://main/' }).native).to.equal('okex://');
    for (const other of [
      'https://user:word@a.test',
      'https://a.test/send/0x00',
      'https://a.test/a?b',
      'https://a.test#b',
    ])
      expect(appLinks({ universal: other }).universal, other).to.equal(null);
  });

  it('L-9 takes no link that runs code, reads a file, or leaves the choice of the app to somebody else', () => {
    for (const native of [
      'javascript:alert(1)',
      'javascript://%0aalert(1)',
      'JavaScript://x',
      'data://text/html,x',
      'blob://x',
      'file:///etc/passwd',
      'intent://x#Intent;end',
      'content://x',
      'https://evil.test',
      'ws://x',
      'view-source://x',
      'tel://1',
      ' rainbow://',
      'rainbow://a b',
      'rainbow://a\nb',
      'rainbow:x',
      `rainbow://${'x'.repeat(300)}`,
      7,
      null,
      {},
    ])
      expect(appLinks({ native }).native, JSON.stringify(native)).to.equal(null);
    for (const universal of ['http://a.test', 'https://', 'https:///x', 'https://a b', 'https://a\u202eb', 7])
      expect(appLinks({ universal }).universal, String(universal)).to.equal(null);
    for (const redirect of [null, undefined, 7, 'rainbow://', []])
      expect(appLinks(redirect)).to.deep.equal({ native: null, universal: null });
  });
});

describe('wakeLink', () => {
  it('prefers the scheme of the app', () => {
    expect(wakeLink({ native: 'rainbow://', universal: 'https://rnbwapp.com/' })).to.equal('rainbow://wc');
    expect(wakeLink({ native: null, universal: 'https://rnbwapp.com/' })).to.equal('https://rnbwapp.com/wc');
    expect(wakeLink({ native: null, universal: null })).to.equal(null);
  });
});
