/** A world whose payer has a wallet on a phone, and no wallet in the browser. */
import type { SessionOptions } from '../../../src/payment/session/session.js';
import { settle } from '../../support/clock.js';
import { people } from '../../support/quotes.js';
import { memorySocket } from '../../../demo/devnet/walletconnect/memory-socket.js';
import { Phone } from '../../../demo/devnet/walletconnect/phone.js';
import { Relay } from '../../../demo/devnet/walletconnect/relay.js';
import { World, type Tab } from '../../support/world.js';

const RELAY_URL = 'wss://relay.test';

export class RemoteWorld extends World {
  readonly relay = new Relay(RELAY_URL, this.clock);
  readonly network = { isReachable: true };
  readonly phone = new Phone({
    relayUrl: RELAY_URL,
    WebSocket: memorySocket(this.relay),
    provider: this.wallet.provider,
    accounts: [people.payer],
    chains: [8453, 10],
    now: () => this.clock.now(),
  });
  readonly #sockets = new Map<Tab, Set<WebSocket>>();

  /** Opens a page with the merchant's project. */
  page(options: Partial<SessionOptions> = {}): Tab {
    const sockets = new Set<WebSocket>();
    const Base = memorySocket(this.relay, this.network) as unknown as new (url: string) => WebSocket;
    const own = class extends Base {
      constructor(url: string) {
        super(url);
        sockets.add(this);
      }
    } as unknown as typeof WebSocket;
    const project = { walletconnectProjectId: 'shop', walletconnectRelayUrl: RELAY_URL };
    const tab = this.open({ wallets: [], ...project, ...options }, { WebSocket: own });
    this.#sockets.set(tab, sockets);
    return tab;
  }

  /** Closes the page, as the system of a phone does while the payer is in the wallet. */
  discard(tab: Tab): void {
    tab.kill();
    for (const socket of this.#sockets.get(tab) ?? []) socket.close();
  }

  /** Opens a page, and connects the phone. */
  async connected(options: Partial<SessionOptions> = {}): Promise<Tab> {
    const tab = this.page(options);
    await tab.do({ type: 'opened' });
    await this.clock.until(() => tab.state.name === 'selecting' && tab.state.loading === null);
    await tab.do({ type: 'wallet-picked', wallet: 'walletconnect' });
    await this.clock.until(() => codeOf(tab) !== null);
    this.phone.scan(codeOf(tab)!);
    await this.clock.until(() => this.phone.sessions.size > 0);
    await settle();
    return tab;
  }
}

/** The code that the screen shows. */
export const codeOf = ({ state }: Tab): string | null => (state.name === 'selecting' && state.code ? state.code : null);
