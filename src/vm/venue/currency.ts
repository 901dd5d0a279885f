/** Reads the currencies of the venue: perps USDC, spot tokens, and spot tokens on a third-party perps DEX. */

/** The address of perps USDC, for which the service uses 16 zero bytes. */
const PERPS_USDC = `0x${'0'.repeat(32)}`;

/** The token id of spot USDC, which the venue also uses for a transfer of perps USDC. */
const SPOT_USDC = '0x6d1e7cde53ba9467b783cb7c530ce054';

/**
 * A currency of the venue.
 * `tokenId`: the venue's id of the token, 16 bytes in lower-case hex.
 * `dex`: the place where the payer holds the token, which is empty for the venue's own perps, `spot`, or the name of a
 * third-party perps DEX.
 * `symbol`: the venue's name of the token; absent if only the chain's record contains it.
 */
export type VenueCurrency = { tokenId: string; dex: string; symbol?: 'USDC' };

/** Decodes the address of a currency, or returns null if the address is not a currency of the venue. */
export function venueCurrency(address: string): VenueCurrency | null {
  const [, id, name] = /^(0x[0-9a-f]{32})((?:[0-9a-f]{2}){0,32})$/.exec(address.toLowerCase()) ?? [];
  if (id === undefined || name === undefined) return null;
  if (id === PERPS_USDC) return name === '' ? { tokenId: SPOT_USDC, dex: '', symbol: 'USDC' } : null;
  const dex = name === '' ? 'spot' : textOf(name);
  return dex === null ? null : { tokenId: id, dex, ...(id === SPOT_USDC && { symbol: 'USDC' }) };
}

/**
 * Decodes the name of a DEX, or returns null if it has other characters than ASCII letters, digits, `_` and `-`,
 * because these can look like letters.
 */
function textOf(hex: string): string | null {
  // Each ASCII character is two hex digits, of which the first one is 2 to 7, and the second one is 0 to f.
  const text = /^(?:[2-7][0-9a-f])+$/.test(hex) ? decodeURIComponent(hex.replace(/../g, '%$&')) : '';
  return /^[\w-]+$/.test(text) && text !== 'spot' ? text : null;
}
