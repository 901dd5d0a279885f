/** Tests the links that open wallets' apps. */
import { expect } from 'chai';
import { apps, codeLinks, pageLinks } from '../../../src/wallets/phone/apps.js';

const page = 'https://shop.example:8443/pay/ü?order=1042&next=%2Fdone';
const hrefs = (address: string, families = ['evm', 'svm']): Record<string, string> =>
  Object.fromEntries(pageLinks(address, families, null).map(({ id, href }) => [id, href]));

/** The links of each app as its documentation gives them, to open `https://a.test/b` and to pass the code `wc:c`. */
const LINKS: readonly { id: string; page?: string; code?: string }[] = [
  { id: 'metamask', page: 'https://metamask.app.link/dapp/a.test/b', code: 'metamask://wc?uri=wc%3Ac' },
  {
    id: 'trust',
    page: 'https://link.trustwallet.com/open_url?coin_id=60&url=https%3A%2F%2Fa.test%2Fb',
    code: 'trust://wc?uri=wc%3Ac',
  },
  { id: 'coinbase', page: 'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fa.test%2Fb' },
  {
    id: 'phantom',
    page: 'https://phantom.app/ul/browse/https%3A%2F%2Fa.test%2Fb?ref=https%3A%2F%2Fa.test',
  },
  {
    id: 'solflare',
    page: 'https://solflare.com/ul/v1/browse/https%3A%2F%2Fa.test%2Fb?ref=https%3A%2F%2Fa.test',
  },
  {
    id: 'okx',
    page:
      'https://web3.okx.com/download?deeplink=' +
      'okx%3A%2F%2Fwallet%2Fdapp%2Furl%3FdappUrl%3Dhttps%253A%252F%252Fa.test%252Fb',
    code: 'okex://main/wc?uri=wc%3Ac',
  },
  {
    id: 'rainbow',
    page: 'https://rnbwapp.com/dapp?url=https%3A%2F%2Fa.test%2Fb',
    code: 'rainbow://wc?uri=wc%3Ac',
  },
  { id: 'bitget', code: 'bitkeep://wc?uri=wc%3Ac' },
  { id: 'zerion', code: 'zerion://wc?uri=wc%3Ac' },
  { id: 'ledger', code: 'ledgerlive://wc?uri=wc%3Ac' },
  { id: 'uniswap', code: 'uniswap://wc?uri=wc%3Ac' },
];

describe('apps', () => {
  it('have exactly the links of their documentation', () => {
    const pages = hrefs('https://a.test/b');
    const codes = Object.fromEntries(codeLinks('wc:c', null).map(({ id, href }) => [id, href]));
    const found = apps.map(({ id }) => ({
      id,
      ...(id in pages && { page: pages[id] }),
      ...(id in codes && { code: codes[id] }),
    }));
    expect(found).to.deep.equal(LINKS);
  });
});

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
      expect(href, id).to.match(/^[a-z][a-z0-9+.-]*:\/\/(?:main\/)?wc\?uri=wc%3A/u);
      expect(decodeURIComponent(href.split('uri=')[1]!), id).to.equal(code);
    }
  });

  it('makes no link from a code that is already the link of one app', () => {
    expect(codeLinks('metamask://connect/mwp?p=x', null)).to.deep.equal([]);
  });
});
