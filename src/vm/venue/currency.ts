/** Reads the currencies of the venue: perps USDC, spot tokens, and spot tokens on a third-party perps DEX. */

/** Perps USDC: a custom address of 16 zero bytes. */
const PERPS_USDC = `0x${'0'.repeat(32)}`;

/** The token id of spot USDC. The venue transfers perps USDC under this id too. */
const SPOT_USDC = '0x6d1e7cde53ba9467b783cb7c530ce054';

/**
 * A currency of the venue. `tokenId`: the token's id of the venue, 16 bytes in lower-case hex. `dex`: where the payer
 * holds the token. Empty for the venue's own perps, `spot`, or the name of a third-party perps DEX. `symbol`: the
 * venue's name of the token. The value is absent if only the chain's record tells it.
 */
export type VenueCurrency = { tokenId: string; dex: string; symbol?: 'USDC' };

/** Reads the address of a currency. Returns null if it is no currency of the venue. */
export function venueCurrency(address: string): VenueCurrency | null {
  const [, id, name] = /^(0x[0-9a-f]{32})((?:[0-9a-f]{2}){0,32})$/.exec(address.toLowerCase()) ?? [];
  if (id === undefined || name === undefined) return null;
  if (id === PERPS_USDC) return name === '' ? { tokenId: SPOT_USDC, dex: '', symbol: 'USDC' } : null;
  const dex = name === '' ? 'spot' : textOf(name);
  return dex === null ? null : { tokenId: id, dex, ...(id === SPOT_USDC && { symbol: 'USDC' }) };
}

/**
 * Decodes the name of a DEX. Returns null if the name is no plain word, because other characters can look like letters.
 */
function textOf(hex: string): string | null {
  // Two hex digits from 2 to 7 and from 0 to f are one ASCII character.
  const text = /^(?:[2-7][0-9a-f])+$/.test(hex) ? decodeURIComponent(hex.replace(/../g, '%$&')) : '';
  return /^[\w-]+$/.test(text) && text !== 'spot' ? text : null;
}
