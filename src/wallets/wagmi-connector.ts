/**
 * Connects a connector of the wagmi config that the merchant's page already has. The payment code then uses the
 * connector's EIP-1193 provider, as for any other wallet.
 */
import { HubPayError } from '../errors.js';
import { refusalOf, walletFailure, walletMessage } from './wallet-errors.js';
import { addressesOf } from './evm-wallet.js';
import { readAccounts } from './read-answer.js';
import type { EIP1193Provider, WagmiConnector } from './wallet.js';

/** Whether the value is a connector: an object with `getProvider`, `connect` and `name`. */
export function isConnector(value: unknown): value is WagmiConnector {
  const { connect, getProvider, name } = Object(value) as Partial<WagmiConnector>;
  return typeof getProvider === 'function' && typeof connect === 'function' && typeof name === 'string';
}

/** Returns the connector's first `rdns`, or else its id if this looks like a domain, or else its name. */
export function connectorId({ rdns, id, name }: WagmiConnector): string {
  const [first] = typeof rdns === 'string' ? [rdns] : (rdns ?? []);
  return first ?? (/\w\.\w/.test(id) ? id : name);
}

/**
 * Returns the connector's provider.
 * @throws HubPayError `wallet-not-found`, `wallet-rejected`, `wallet-busy`, `wallet-locked`
 */
export async function connectorProvider(connector: WagmiConnector): Promise<EIP1193Provider> {
  const provider: unknown = await connector.getProvider().catch((cause: unknown) => {
    throw notFound(connector, cause);
  });
  if (!isProvider(provider)) throw notFound(connector);
  return provider;
}

/**
 * Connects the wallet, which then prompts the payer. If the wallet already shares an account with this page, there is
 * no connect request and no prompt. Resolves with the accounts, the payer's choice first.
 * @throws HubPayError `wallet-rejected` if the payer declines; `wallet-busy`, `wallet-locked`, `wallet-failed`
 */
export async function connectConnector(
  connector: WagmiConnector,
  provider: EIP1193Provider,
): Promise<readonly string[]> {
  const shared = await addressesOf(provider).catch((): string[] => []);
  if (shared.length > 0) return shared;
  const answer = await connector.connect().catch((cause: unknown) => {
    throw walletFailure(cause, `${connector.name} did not connect`);
  });
  const chosen = readAccounts((Object(answer) as { accounts?: unknown }).accounts);
  return chosen.length > 0 ? chosen : addressesOf(provider);
}

/** Whether the value is a provider: an object with a `request` method. */
export const isProvider = (value: unknown): value is EIP1193Provider =>
  typeof (Object(value) as { request?: unknown }).request === 'function';

const notFound = ({ name }: WagmiConnector, cause?: unknown): HubPayError =>
  new HubPayError(refusalOf(cause) ?? 'wallet-not-found', `${name} did not connect`, {
    details: walletMessage(cause),
    cause,
  });
