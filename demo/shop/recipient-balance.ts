/** Shows the recipient's balance on the destination chain, or at the venue. */
import { registry, venueInfoUrl } from './devnet-data.js';

/** Reads the balance when the element is ready, after a payment or refund, and after a click on `#read-balance`. */
export function showBalance(element: Element): void {
  const read = (): void => {
    readBalance(element).then(show, (error: unknown) => {
      console.warn('The balance could not be read.', error);
    });
  };
  for (const type of ['hub-ready', 'hub-success', 'hub-refund']) element.addEventListener(type, read);
  document.querySelector('#read-balance')?.addEventListener('click', read);
}

type Balance = { units: bigint; decimals: number; symbol: string };

async function readBalance(element: Element): Promise<Balance> {
  const chainId = Number(element.getAttribute('destination-chain-id'));
  const name = element.getAttribute('destination-currency')?.toLowerCase() ?? '';
  const chain = registry.chains.find(({ id }) => id === chainId);
  const isNamed = (text: string): boolean => text.toLowerCase() === name;
  const token = chain?.erc20Currencies?.find(({ symbol, address }) => isNamed(symbol) || isNamed(address));
  const currency = token ?? chain?.currency;
  if (!chain || !currency) throw new Error(`The registry has no chain ${chainId}.`);
  const { decimals, symbol } = currency;
  const owner = element.getAttribute('recipient') ?? '';
  const url = chain.httpRpcUrl ?? '';
  const units =
    chain.vmType === 'hypevm'
      ? await heldAtVenue(owner, decimals)
      : await (chain.vmType === 'svm' ? heldOnSvm : heldOnEvm)({ url, owner, token: token?.address });
  return { units, decimals, symbol };
}

/** An account whose balance the page reads. `token` is undefined for the native currency. */
type Account = { url: string; owner: string; token: string | undefined };

async function heldOnEvm({ url, owner, token }: Account): Promise<bigint> {
  if (!token) return BigInt((await ask(url, 'eth_getBalance', [owner, 'latest'])) as string);
  const call = { to: token, data: `${BALANCE_OF}${owner.slice(2).padStart(64, '0')}` };
  return BigInt((await ask(url, 'eth_call', [call, 'latest'])) as string);
}

type TokenAccount = { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } };

/**
 * Adds up the balances of all token accounts of the owner. An owner can have several accounts for one token, or no
 * account.
 */
async function heldOnSvm({ url, owner, token }: Account): Promise<bigint> {
  if (!token) return BigInt(((await ask(url, 'getBalance', [owner])) as { value: number }).value);
  const options = [owner, { mint: token }, { encoding: 'jsonParsed' }];
  const { value } = (await ask(url, 'getTokenAccountsByOwner', options)) as { value: TokenAccount[] };
  return value.reduce((sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount), 0n);
}

async function heldAtVenue(user: string, decimals: number): Promise<bigint> {
  const { withdrawable } = (await post(venueInfoUrl, { type: 'clearinghouseState', user })) as { withdrawable: string };
  const [whole = '0', fraction = ''] = withdrawable.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

const ask = async (url: string, method: string, params: unknown[]): Promise<unknown> =>
  ((await post(url, { jsonrpc: '2.0', id: 1, method, params })) as { result: unknown }).result;

async function post(url: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

/** Function selector of `balanceOf(address)`. */
const BALANCE_OF = '0x70a08231';

function show({ units, decimals, symbol }: Balance): void {
  const output = document.querySelector<HTMLOutputElement>('#recipient-balance');
  if (!output) return;
  const digits = String(units).padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/u, '').padEnd(2, '0');
  output.value = `${digits.slice(0, -decimals)}.${fraction} ${symbol}`;
  output.dataset['units'] = String(units);
}
