/** Connects a connector of the page's own wagmi config. After that, the connector works like any EIP-1193 wallet. */
import { HubPayError, type ErrorCode } from '../errors.js';
import { refusalOf, walletMessage } from './wallet-errors.js';
import { addressesOf } from './eip1193-wallet.js';
import type { EIP1193Provider, WagmiConnector } from './wallet.js';

/** Whether the value is a connector: an object with `getProvider`, `connect` and `name`. */
export function isConnector(value: unknown): value is WagmiConnector {
  const { connect, getProvider, name } = Object(value) as Partial<WagmiConnector>;
  return typeof getProvider === 'function' && typeof connect === 'function' && typeof name === 'string';
}

/** Returns the connector's rdns. If there is none, returns the connector's name. */
export function connectorId({ rdns, id, name }: WagmiConnector): string {
  const [first] = typeof rdns === 'string' ? [rdns] : (rdns ?? []);
  return first ?? (/\w\.\w/.test(id) ? id : name);
}

/** @throws HubPayError `wallet-not-found`, `wallet-rejected`, `wallet-busy`, `wallet-locked` */
export async function connectorProvider(connector: WagmiConnector): Promise<EIP1193Provider> {
  const provider: unknown = await connector.getProvider().catch((cause: unknown) => {
    throw notConnected(connector, 'wallet-not-found', cause);
  });
  if (!isProvider(provider)) throw notConnected(connector, 'wallet-not-found');
  return provider;
}

/**
 * Opens the wallet's prompt. Does nothing if the wallet already shares an account with this page.
 * @throws HubPayError `wallet-rejected`, also if the wallet fails; `wallet-busy`, `wallet-locked`
 */
export async function connectConnector(connector: WagmiConnector, provider: EIP1193Provider): Promise<void> {
  const isShared = async (): Promise<boolean> => (await addressesOf(provider)).length > 0;
  if (await isShared().catch(() => false)) return;
  await connector.connect().catch((cause: unknown) => {
    throw notConnected(connector, 'wallet-rejected', cause);
  });
  if (!(await isShared())) throw new HubPayError('wallet-locked', `${connector.name} shares no account`);
}

/** Whether the value is a provider: an object with a `request` method. */
export const isProvider = (value: unknown): value is EIP1193Provider =>
  typeof (Object(value) as { request?: unknown }).request === 'function';

const notConnected = ({ name }: WagmiConnector, code: ErrorCode, cause?: unknown): HubPayError =>
  new HubPayError(refusalOf(cause) ?? code, `${name} did not connect`, { details: walletMessage(cause), cause });
