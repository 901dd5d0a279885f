/** Helpers for the tests of the token search. */
import type { WireCurrencyRecord } from '../../../src/api/responses/types.js';
import type { TokenSearchResult } from '../../../src/payment/assets/asset-picker.js';
import type { Asset } from '../../../src/types.js';
import { tokens } from '../../support/quotes.js';
import { World, type Tab } from '../../support/world.js';

export const NEW = tokens.unpinned;

export const record = (change: Partial<WireCurrencyRecord> = {}): WireCurrencyRecord => ({
  chainId: 8453,
  address: NEW.address,
  symbol: NEW.symbol,
  name: NEW.name,
  decimals: NEW.decimals,
  metadata: { verified: false },
  ...change,
});

/** Opens a page, connects the wallet and waits until the page lists the payer's tokens. */
export async function openPicker(
  options: Parameters<World['open']>[0] = {},
  prepare: (world: World) => void = () => undefined,
): Promise<{ world: World; tab: Tab }> {
  const world = new World();
  world.payer = 'waits';
  world.balances.set(NEW.address, 5_000_000_000n);
  prepare(world);
  const tab = world.open(options);
  await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
  await world.clock.advance(5_000);
  return { world, tab };
}

/** Searches for this text and returns the result after 2 s of virtual time. */
export async function look(
  { world, tab }: { world: World; tab: Tab },
  text: string,
): Promise<TokenSearchResult | null> {
  const answer = tab.session.search(text);
  await world.clock.advance(2_000);
  return answer;
}

export const assetsIn = (found: TokenSearchResult | null): readonly Asset[] => found?.assets ?? [];
