/** Tests the links that open wallets' apps. */
import { expect } from 'chai';
import { codeLinks, pageLinks } from '../../../src/wallets/phone/apps.js';

const page = 'https://shop.example:8443/pay/ü?order=1042&next=%2Fdone';
const hrefs = (address: string, families = ['evm', 'svm']): Record<string, string> =>
  Object.fromEntries(pageLinks(address, families, null).map(({ id, href }) => [id, href]));

describe('pageLinks', () => {
  it('leads each app back to the whole address, with its query and its fragment', () => {
    const { href } = new URL(`${page}#step-2`);
    const found = hrefs(href);
    expect(new URL(found['trust']!).searchParams.get('url')).to.equal(href);
    expect(new URL(found['coinbase']!).searchParams.get('cb_url')).to.equal(href);
    expect(new URL(found['rainbow']!).searchParams.get('url')).to.equal(href);
    const okx = new URL(new URL(found['okx']!).searchParams.get('deeplink')!);
    expect(okx.searchParams.get('dappUrl')).to.equal(href);
    for (const id of ['phantom', 'solflare']) {
      const link = new URL(found[id]!);
      expect(decodeURIComponent(link.pathname.split('/').at(-1)!), id).to.equal(href);
      expect(link.searchParams.get('ref'), id).to.equal('https://shop.example:8443');
    }
  });

  it('writes the page into the path for MetaMask, with its port and its query', () => {
    expect(hrefs(page)['metamask']).to.equal(
      'https://metamask.app.link/dapp/shop.example:8443/pay/%C3%BC?order=1042&next=%2Fdone',
    );
  });

  it('leaves MetaMask out when the address has a fragment, which the link would lose', () => {
    for (const route of ['#/pay/7', '#!/pay/7', '#order=1042', '#1042', '#?id=7', 'pay?order=7#top']) {
      const found = hrefs(`https://shop.example/${route}`);
      expect(found).to.not.have.property('metamask');
      expect(new URL(found['trust']!).searchParams.get('url')).to.contain(route);
    }
  });

  it('offers only apps that can pay from a chain of the merchant', () => {
    expect(Object.keys(hrefs(page, ['svm']))).to.deep.equal(['phantom', 'solflare', 'okx']);
    expect(Object.keys(hrefs(page, ['evm']))).to.deep.equal([
      'metamask',
      'trust',
      'coinbase',
      'phantom',
      'okx',
      'rainbow',
    ]);
    expect(hrefs(page, [])).to.deep.equal({});
  });

  it('shows the app that was used last first, and ignores an unknown one', () => {
    const order = (last: string): string[] => pageLinks(page, ['evm'], last).map(({ id }) => id);
    expect(order('rainbow').slice(0, 2)).to.deep.equal(['rainbow', 'metamask']);
    expect(order('gone').slice(0, 2)).to.deep.equal(['metamask', 'trust']);
  });

  it('T26 makes only https links', () => {
    for (const href of Object.values(hrefs(page))) expect(href).to.match(/^https:\/\//u);
  });
});

describe('codeLinks', () => {
  const code = 'wc:ab@2?relay-protocol=irn&symKey=cd&methods=%5Bx%5D';

  it('passes the whole code to each app', () => {
    const links = codeLinks(code, 'zerion');
    expect(links[0]).to.include({ id: 'zerion' });
    for (const { id, href } of links) {
      expect(href, id).to.match(/^[a-z]+:\/\/(?:main\/)?wc\?uri=wc%3A/u);
      expect(decodeURIComponent(href.split('uri=')[1]!), id).to.equal(code);
    }
  });

  it('makes no link from a code that is already the link of one app', () => {
    expect(codeLinks('metamask://connect/mwp?p=x', null)).to.deep.equal([]);
  });
});
