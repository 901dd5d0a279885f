/** A world in which the payer pays from the perps venue. The venue moves money only once for each nonce. */
import type { Hex } from 'viem';
import { walletError } from '../support/fake-evm-wallet.js';
import { settle, settleUntil } from '../support/clock.js';
import { ids, payerKey, type Json } from '../support/quotes.js';
import { NONCE, PAID, signedBy, VENUE, venueCase, venueChain, venueTokens } from '../support/venue-quotes.js';
import { World, type Tab } from '../support/world.js';
import { orderOf, type Outage } from '../support/world-service.js';
import type { SessionOptions } from '../../src/payment/session/session.js';
import { pressed } from './reviewing.js';
import { shownId } from './sent.js';

export const EXCHANGE = 'https://venue.test/exchange';
export const INFO = 'https://venue.test/info';
export const PERPS = { chainId: VENUE, currency: venueTokens.perps.address } as const;
export const OWN: Partial<SessionOptions> = { venueExchangeUrl: EXCHANGE, venueInfoUrl: INFO };

type Message = Record<string, unknown>;
export type Signing = {
  isOpen: boolean;
  typed: { domain: Message; primaryType: string; message: Message };
  /** The wallet answers the signature of this key. Returns the signature. */
  sign: (key?: Hex) => Hex;
  reject: (code?: number) => void;
};

/** What the exchange does with a transfer. `loses`, `hangs`: it executes the transfer, but the page gets no answer. */
export type Exchange = 'executes' | 'refuses' | 'loses' | 'hangs' | 'unreachable' | 'answers html';

export class VenueWorld extends World {
  readonly signings: Signing[] = [];
  /** The signatures that the wallet has given. */
  readonly signatures: string[] = [];
  /** The payer's balance at the venue, with 8 decimals. */
  balance = 14_020_000_000n;
  /** True if the info API answers. */
  readable = true;
  exchange: Exchange = 'executes';
  /** What the exchange answers to a question of the info API. */
  probe: Outage = { status: 422, json: {} };
  /** The questions that the exchange has received, with the number of signatures that were asked for before. */
  readonly probes: { body: Json; signings: number }[] = [];
  /** The exchange's text for a refusal. */
  reason = 'Insufficient balance for token transfer';
  version: '1' | '2' = '1';
  /** The bodies of all transfers that the exchange has received. */
  readonly transfers: Json[] = [];
  /** The bodies of all nonce mappings that the service has received. */
  readonly mappings: Json[] = [];
  /** The paths of all posts of signatures, in order. */
  readonly posts: string[] = [];
  readonly #used = new Set<unknown>();

  constructor() {
    super();
    this.service.listing = (chains) => [...chains, venueChain()];
    this.service.tamper = (text) => JSON.stringify(this.#quote(JSON.parse(text) as Json));
    const usual = this.service.answer.bind(this.service);
    this.service.answer = async (method, url, body) => {
      if (url.href === INFO) return this.#info();
      if (url.href === EXCHANGE) return this.#execute(body as Json);
      if (url.pathname === '/authorize') {
        this.posts.push(url.pathname);
        this.mappings.push(body as Json);
      }
      return usual(method, url, body);
    };
    this.wallet.always('eth_signTypedData_v4', (params: readonly unknown[]) => this.#ask(String(params[1])));
  }

  /** True if the exchange has executed a transfer with this nonce. */
  isUsed(nonce: unknown): boolean {
    return this.#used.has(nonce);
  }

  #info(): Outage {
    if (!this.readable) return { status: 503 };
    const whole = this.balance / 100_000_000n;
    const rest = String(this.balance % 100_000_000n).padStart(8, '0');
    return { status: 200, json: { withdrawable: `${whole}.${rest}` } };
  }

  #execute(body: Json): Outage {
    if ('type' in body) {
      this.probes.push({ body, signings: this.signings.length });
      return this.probe;
    }
    this.posts.push('/exchange');
    this.transfers.push(body);
    const refused = (response: string): Outage => ({ status: 200, json: { status: 'err', response } });
    if (this.exchange === 'unreachable') return 'unreachable';
    if (this.exchange === 'answers html') return { status: 502, json: {} };
    if (this.#used.has(body['nonce'])) return refused(`Invalid nonce: duplicate nonce ${String(body['nonce'])}`);
    if (this.exchange === 'refuses') return refused(this.reason);
    this.#used.add(body['nonce']);
    this.balance -= PAID;
    if (this.exchange === 'loses') return 'unreachable';
    return this.exchange === 'hangs'
      ? 'silent'
      : { status: 200, json: { status: 'ok', response: { type: 'default' } } };
  }

  #quote(quote: Json): Json {
    if (this.service.quoted.at(-1)?.['originChainId'] !== VENUE) return quote;
    const { requestId } = quote as { requestId: string };
    const text = JSON.stringify(venueCase(this.version).quote)
      .replaceAll(ids.request, requestId)
      .replaceAll(ids.order, orderOf(requestId))
      .replaceAll(String(NONCE), String(NONCE + this.service.requestIds.length));
    return JSON.parse(text) as Json;
  }

  /** Waits until the wallet has asked this many times. */
  prompted(times: number): Promise<void> {
    return settleUntil(() => this.signings.length >= times);
  }

  #ask(typed: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const prompt: Signing = {
        isOpen: true,
        typed: JSON.parse(typed) as Signing['typed'],
        sign: (key = payerKey) => {
          prompt.isOpen = false;
          const signature = signedBy(key, typed);
          this.signatures.push(signature);
          resolve(signature);
          return signature;
        },
        reject: (code) => {
          prompt.isOpen = false;
          reject(walletError(code, 'no'));
        },
      };
      this.signings.push(prompt);
      if (this.payer === 'approves') prompt.sign();
    });
  }
}

/** The payer has pressed, and the wallet shows the first signature. */
export async function asked(
  prepare?: (world: VenueWorld) => void,
  options: Partial<SessionOptions> = {},
): Promise<{ world: VenueWorld; tab: Tab }> {
  const { world, tab } = await pressed(new VenueWorld(), PERPS, { ...OWN, ...options }, prepare);
  await world.prompted(1);
  return { world, tab };
}

/** The service has the first signature, and the wallet shows the second. */
export async function linked(prepare?: (world: VenueWorld) => void): Promise<{ world: VenueWorld; tab: Tab }> {
  const { world, tab } = await asked(prepare);
  world.signings[0]!.sign();
  await world.prompted(2);
  return { world, tab };
}

/** The payer has signed twice, and the exchange has answered as `exchange` says. */
export async function transferred(
  prepare?: (world: VenueWorld) => void,
): Promise<{ world: VenueWorld; tab: Tab; requestId: string }> {
  const { world, tab } = await linked(prepare);
  world.signings[1]!.sign();
  await settle();
  return { world, tab, requestId: shownId(tab) };
}
