/**
 * Offers a wallet outside this browser, such as an app on a phone, by the relay of WalletConnect. The code for the
 * relay loads when the payer chooses this wallet, or when the page restores the connection of an earlier visit.
 */
import { HubPayError } from '../errors.js';
import { loaded } from '../shared/load-code.js';
import { sharedOnPage } from '../shared/memory-store.js';
import type { Platform } from '../shared/platform.js';
import { expiryOf } from '../shared/wallet-code.js';
import { addressesOf, evmWallet } from './evm-wallet.js';
import { PAYING } from './remote/pending.js';
import { markPairing, takePairingMark } from './remote/pairing-mark.js';
import { wakeLink } from './remote/redirect.js';
import type { RemoteClient } from './remote/client.js';
import type { LateListener } from './remote/session.js';
import { lateRefusal } from './wallet-errors.js';
import { infoOf, optionOf } from './wallet-option.js';
import { REMOTE_WALLET, type RemoteSettings, type WalletOption } from './wallet.js';

/** The name in the wallet list while no connected wallet is known, or if the connected wallet has sent no name. */
const NAME = 'WalletConnect';

/** The relay of the company that runs WalletConnect. */
const RELAY_URL = 'wss://relay.walletconnect.org';

/** The client of the page, which all elements with the same project, relay and `fetch` share. */
type Shared = {
  client?: Promise<RemoteClient>;
  ready?: RemoteClient;
  isRefused: boolean;
  /** True until the page has said that an earlier page of this tab lost its code. */
  isInterrupted: boolean;
};

/** Returns the option for the wallet, or null after the relay has refused this page. */
export function remoteOption(settings: RemoteSettings): WalletOption | null {
  const { platform, projectId, relayUrl = RELAY_URL } = settings;
  const owner = platform.sender?.() ?? platform.fetch;
  const shared = sharedOnPage(owner, `${REMOTE_WALLET} ${projectId} ${relayUrl}`, (): Shared => ({
    isRefused: false,
    isInterrupted: takePairingMark(platform.clock.now()),
  }));
  if (shared.isRefused) return null;
  const peer = shared.ready?.peer ?? null;
  const info = infoOf(REMOTE_WALLET, peer?.name || NAME, null, 'evm');
  const handle = (): Promise<RemoteClient> =>
    (shared.client ??= start(platform, projectId, relayUrl, shared).catch((error: unknown) => {
      // The next press loads the code again.
      delete shared.client;
      throw error;
    }));
  const option = optionOf<RemoteClient>(info, {
    handle,
    wrap(client, disconnect) {
      const wallet = evmWallet(info, client.provider, disconnect);
      return {
        ...wallet,
        get name() {
          return infoOf(REMOTE_WALLET, client.peer?.name || NAME, null, 'evm').name;
        },
        subscribe(listener) {
          const onLate: LateListener = ({ method, chainId }, error) => {
            const problem = error && PAYING.includes(method) ? lateRefusal(error) : null;
            listener({ type: 'late-answer', ...(problem && { refused: { chainId, problem } }) });
          };
          const stops = [wallet.subscribe(listener), client.onLate(onLate)];
          return () => {
            for (const stop of stops) stop();
          };
        },
      };
    },
    async connect(client, onCode, signal) {
      // Another element of the page, or another tab, can have connected the wallet already.
      const known = await addressesOf(client.provider);
      if (known.length > 0) return known;
      const chains = await settings.chains();
      if (chains.length === 0)
        throw new HubPayError(
          'service-down',
          'The list of chains has not loaded, so the wallet cannot be asked for any.',
          {
            reason: 'listing-unavailable',
          },
        );
      const show = (code: string | null): void => {
        if (code !== null) markPairing(expiryOf(code) ?? 0);
        onCode(code);
      };
      try {
        await client.pair({ metadata: metadata(), chains, signal, onCode: show });
      } finally {
        takePairingMark(0);
      }
      return addressesOf(client.provider);
    },
    disconnect: (client) => client.disconnect(),
    shared: (client) => addressesOf(client.provider).catch(() => []),
  });
  const appLink = peer && wakeLink(peer);
  return {
    ...option,
    ...(appLink !== null && { appLink }),
    wake() {
      shared.ready?.wake();
    },
    interruption() {
      if (!shared.isInterrupted) return null;
      shared.isInterrupted = false;
      return new HubPayError('wallet-failed', 'The page was loaded again before a wallet had answered its code.', {
        reason: 'connect-interrupted',
      });
    },
  };
}

async function start(
  { clock, random, storage, WebSocket }: Platform,
  projectId: string,
  relayUrl: string,
  shared: Shared,
): Promise<RemoteClient> {
  const { createRemoteClient } = await loaded(import('./remote/client.js'), 'speaks with wallets on phones');
  const onRefused = (): void => {
    shared.isRefused = true;
  };
  const options = { clock, random, storage, WebSocket, projectId, relayUrl, onRefused };
  shared.ready = await createRemoteClient(options);
  return shared.ready;
}

/**
 * Returns what the wallet shows about the page. The name is the host, so that the payer can compare it with the address
 * of the page. A wallet can compare the origin with the one that the relay has seen.
 */
function metadata(): { name: string; description: string; url: string; icons: string[] } {
  const { host = '', origin = '' } = (globalThis as { location?: Location }).location ?? {};
  return { name: host, description: '', url: origin, icons: [] };
}
