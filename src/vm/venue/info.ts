/** Reads balances and tokens from the venue's info API. Its URL is the member `httpRpcUrl` of the venue's record. */
import { inTime } from '../../shared/time/clock.js';
import { isRecord } from '../../shared/text/patterns.js';
import { PRIVATE_REQUEST } from '../../shared/page/private-request.js';
import type { Asset } from '../../types.js';
import type { TokenInfo } from '../family/adapter.js';
import { pinnedCurrency } from '../registry/registry.js';
import type { ChainAccess } from '../family/sources.js';
import { venueCurrency } from './currency.js';
import { toJson } from '../../shared/builtins/to-json.js';

/** Maximum time from a request to the info API until the answer is parsed, in milliseconds. */
const INFO_TIMEOUT_MS = 10_000;

/**
 * Reads the balances of `assets` in their order, each in its smallest unit. A balance is null if it cannot be read, or
 * if the chain's record lacks the asset. A balance is what the payer can withdraw, without the amount in open positions
 * and open orders.
 * @throws only after an abort
 */
export async function balances(
  address: string,
  assets: readonly Pick<Asset, 'currency'>[],
  access: ChainAccess,
): Promise<(bigint | null)[]> {
  const answers = new Map<string, Promise<unknown>>();
  /** Sends the same request only once, because several assets can need the same answer. */
  const ask = (question: Record<string, string>): Promise<unknown> => {
    const key = toJson(question);
    const answer = answers.get(key) ?? readInfo(access, question);
    answers.set(key, answer);
    return answer;
  };
  return Promise.all(
    assets.map(async ({ currency }) => {
      const known = venueCurrency(currency);
      const decimals = pinnedCurrency(access.chain, currency)?.decimals;
      if (!known || decimals === undefined) return null;
      try {
        const held =
          known.dex === 'spot' ? await spotOf(known.tokenId, address, ask) : await perpsOf(known.dex, address, ask);
        return unitsOf(held, decimals);
      } catch {
        access.signal.throwIfAborted();
        return null;
      }
    }),
  );
}

/**
 * Reads the venue's data about its tokens, in the order of `assets`, with null for an address that does not have the
 * form of a currency of the venue. Throws only after an abort. USDC needs no request, because its id is known. The
 * decimals come from the chain's record. The payer sees and signs the same decimal number of tokens, so false decimals
 * change nothing.
 */
export async function tokenInfo(
  assets: readonly Pick<Asset, 'currency'>[],
  access: ChainAccess,
): Promise<(TokenInfo | null)[]> {
  const known = assets.map(({ currency }) => venueCurrency(currency));
  const isAsked = known.some((each) => each && each.symbol === undefined);
  const meta = isAsked ? await readInfo(access, { type: 'spotMeta' }).catch(() => undefined) : null;
  access.signal.throwIfAborted();
  return known.map((each, at) => {
    if (!each) return null;
    const name = each.symbol ?? tokenIn(meta, each.tokenId)?.['name'];
    const decimals = pinnedCurrency(access.chain, assets[at]?.currency ?? '')?.decimals ?? null;
    const isUnread = meta === undefined && each.symbol === undefined;
    const symbol = typeof name === 'string' ? name : null;
    return { symbol, decimals, isCollectible: false, ...(isUnread && { isUnread }) };
  });
}

/** Finds a token in the answer to `spotMeta`. */
const tokenIn = (meta: unknown, tokenId: string): Record<string, unknown> | undefined =>
  listOf(meta, 'tokens').find((each) => String(each['tokenId']).toLowerCase() === tokenId);

type Ask = (question: Record<string, string>) => Promise<unknown>;

/** Reads the amount that the payer can withdraw from the perps account, as a decimal number of tokens. */
async function perpsOf(dex: string, user: string, ask: Ask): Promise<unknown> {
  const state = await ask({ type: 'clearinghouseState', user, ...(dex && { dex }) });
  return membersOf(state)['withdrawable'];
}

/**
 * Reads the spot balance without the amount in open orders, as a decimal number of tokens. The answer to `spotMeta`
 * gives the token's index, by which the balance is found.
 */
async function spotOf(tokenId: string, user: string, ask: Ask): Promise<unknown> {
  const [meta, state] = await Promise.all([ask({ type: 'spotMeta' }), ask({ type: 'spotClearinghouseState', user })]);
  const index = tokenIn(meta, tokenId)?.['index'];
  if (index === undefined) return null;
  const held = listOf(state, 'balances').find(({ token }) => token === index);
  return held ? less(held['total'], held['hold']) : '0';
}

/**
 * Subtracts `hold` from `total` without rounding. The result is 0 if `hold` is larger. Returns null if `unitsOf` cannot
 * read one of them.
 */
function less(total: unknown, hold: unknown): string | null {
  const [all, kept] = [unitsOf(total, SCALE), unitsOf(hold, SCALE)];
  if (all === null || kept === null) return null;
  const free = String(all > kept ? all - kept : 0n).padStart(SCALE + 1, '0');
  return `${free.slice(0, -SCALE)}.${free.slice(-SCALE)}`;
}
const SCALE = 30;

/**
 * Converts a decimal number in a text to the smallest unit, rounded down. Returns null if the value is not such a text,
 * or has more than 30 digits before or after the point.
 */
function unitsOf(value: unknown, decimals: number): bigint | null {
  const [, whole, fraction = ''] = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(typeof value === 'string' ? value : '') ?? [];
  return whole === undefined ? null : BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
}

async function readInfo(access: ChainAccess, question: Record<string, string>): Promise<unknown> {
  const url = access.chain.httpRpcUrl;
  if (!url) throw new Error('No info API of the venue is known');
  const late = (): Error => new Error(`${question['type']} gave no answer in ${INFO_TIMEOUT_MS} ms`);
  return inTime({ ms: INFO_TIMEOUT_MS, clock: access.clock, signal: access.signal, late }, (signal) =>
    post(access, url, question, signal),
  );
}

async function post(
  { fetch }: ChainAccess,
  url: string,
  question: Record<string, string>,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(url, {
    ...PRIVATE_REQUEST,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: toJson(question),
    signal,
  });
  if (!response.ok) throw new Error(`${question['type']} answered ${response.status}`);
  return response.json();
}

const membersOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

const listOf = (value: unknown, name: string): Record<string, unknown>[] => {
  const list = membersOf(value)[name];
  return Array.isArray(list) ? list.filter(isRecord) : [];
};
