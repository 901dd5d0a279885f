/** Shows the recipient's balance on the destination chain. */
import { registry } from './devnet-data.js';

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
  if (!chain?.httpRpcUrl || !currency) throw new Error(`The registry has no chain ${chainId}.`);
  const recipient = element.getAttribute('recipient') ?? '';
  const call = { to: currency.address, data: `${BALANCE_OF}${recipient.slice(2).padStart(64, '0')}` };
  const question = token
    ? { method: 'eth_call', params: [call, 'latest'] }
    : { method: 'eth_getBalance', params: [recipient, 'latest'] };
  const response = await fetch(chain.httpRpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...question }),
  });
  const { result } = (await response.json()) as { result: string };
  return { units: BigInt(result), decimals: currency.decimals, symbol: currency.symbol };
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
