/**
 * Lists the wallets' apps that a phone can open, with the links of their documentation. No list, logo or name comes
 * from the network.
 */
import { lastFirst } from '../last-used.js';

/** A wallet's app on the payer's phone. */
export type App = {
  /** The key of the row, such as `metamask`. */
  readonly id: string;
  readonly name: string;
  /** The chain families from which the app's browser can pay; absent if the app cannot open a page. */
  readonly families?: readonly string[];
  /** Returns the link that opens a page in the app's own browser, or null if it would lose a part of the address. */
  readonly pageLink?: (page: URL) => string | null;
  /** The text before `wc?uri=…` in the link that passes a code of WalletConnect; absent if the app accepts none. */
  readonly codeLink?: string;
};

const encoded = ({ href }: URL): string => encodeURIComponent(href);

/** The apps in the order of the list on the screen, in which the app that the payer used last comes first. */
export const apps: readonly App[] = [
  {
    id: 'metamask',
    name: 'MetaMask',
    families: ['evm'],
    // The path of the link contains the page's address, so the part from a `#` on would be lost. The page can need this
    // part to find the order.
    pageLink: ({ host, pathname, search, hash }) =>
      hash ? null : `https://metamask.app.link/dapp/${host}${pathname}${search}`,
    codeLink: 'metamask://',
  },
  {
    id: 'trust',
    name: 'Trust Wallet',
    families: ['evm'],
    pageLink: (page) => `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded(page)}`,
    codeLink: 'trust://',
  },
  {
    id: 'coinbase',
    name: 'Coinbase Wallet',
    families: ['evm'],
    pageLink: (page) => `https://go.cb-w.com/dapp?cb_url=${encoded(page)}`,
  },
  {
    id: 'phantom',
    name: 'Phantom',
    families: ['evm', 'svm'],
    pageLink: (page) => `https://phantom.app/ul/browse/${encoded(page)}?ref=${encodeURIComponent(page.origin)}`,
  },
  {
    id: 'solflare',
    name: 'Solflare',
    families: ['svm'],
    pageLink: (page) => `https://solflare.com/ul/v1/browse/${encoded(page)}?ref=${encodeURIComponent(page.origin)}`,
  },
  {
    id: 'okx',
    name: 'OKX Wallet',
    families: ['evm', 'svm'],
    pageLink: (page) =>
      `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encoded(page)}`)}`,
    codeLink: 'okex://main/',
  },
  {
    id: 'rainbow',
    name: 'Rainbow',
    families: ['evm'],
    pageLink: (page) => `https://rnbwapp.com/dapp?url=${encoded(page)}`,
    codeLink: 'rainbow://',
  },
  { id: 'bitget', name: 'Bitget Wallet', codeLink: 'bitkeep://' },
  { id: 'zerion', name: 'Zerion', codeLink: 'zerion://' },
  { id: 'ledger', name: 'Ledger Live', codeLink: 'ledgerlive://' },
  { id: 'uniswap', name: 'Uniswap Wallet', codeLink: 'uniswap://' },
];

/** Whether this is the id of a listed app. The row for any other app has another id. */
export const isApp = (id: string): boolean => apps.some((app) => app.id === id);

/** A row of the list, with a link that opens an app. */
export type AppLink = Pick<App, 'id' | 'name'> & { readonly href: string };

/**
 * Returns the links that open the page in the browsers of the apps that can pay from one of these chain families.
 * @param address the address of the page; must be an https URL
 * @param last the id of the app that the payer used last, which comes first
 */
export function pageLinks(address: string, families: readonly string[], last: string | null): AppLink[] {
  const page = new URL(address);
  const links = apps.flatMap(({ id, name, families: own = [], pageLink }) => {
    const href = own.some((family) => families.includes(family)) ? pageLink?.(page) : null;
    return href ? [{ id, name, href }] : [];
  });
  return lastFirst(links, ({ id }) => id === last);
}

/** Returns the links that pass a code of WalletConnect to an app; empty for any other code. */
export function codeLinks(code: string, last: string | null): AppLink[] {
  if (!isPairing(code)) return [];
  const links = apps.flatMap(({ id, name, codeLink }) =>
    codeLink ? [{ id, name, href: `${codeLink}wc?uri=${encodeURIComponent(code)}` }] : [],
  );
  return lastFirst(links, ({ id }) => id === last);
}

/** Whether the code is one of WalletConnect, which many apps accept. Any other code is itself the link to one app. */
export const isPairing = (code: string): boolean => /^wc:/iu.test(code);
