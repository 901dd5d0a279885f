/**
 * Decodes the addresses of the venue's currencies: perps USDC, spot tokens, and spot tokens on a third-party perps DEX.
 */

/** The address that the service uses for perps USDC: 16 zero bytes. */
const PERPS_USDC = `0x${'0'.repeat(32)}`;

/** The token id of spot USDC. The venue also uses it for a transfer of perps USDC. */
const SPOT_USDC = '0x6d1e7cde53ba9467b783cb7c530ce054';

/**
 * A currency of the venue.
 * `tokenId`: the venue's id of the token, 16 bytes in lower-case hex.
 * `dex`: where the payer holds the token. It is empty for the venue's own perps, or else `spot` or the name of a
 * third-party perps DEX.
 * `symbol`: the venue's name of USDC; absent for any other token, whose symbol is in the chain's record.
 */
export type VenueCurrency = { tokenId: string; dex: string; symbol?: 'USDC' };

/** Decodes the address of a currency, or returns null if it does not have the form of a currency of the venue. */
export function venueCurrency(address: string): VenueCurrency | null {
  const [, id, name] = /^(0x[0-9a-f]{32})((?:[0-9a-f]{2}){0,32})$/.exec(address.toLowerCase()) ?? [];
  if (id === undefined || name === undefined) return null;
  if (id === PERPS_USDC) return name === '' ? { tokenId: SPOT_USDC, dex: '', symbol: 'USDC' } : null;
  const dex = name === '' ? 'spot' : textOf(name);
  return dex === null ? null : { tokenId: id, dex, ...(id === SPOT_USDC && { symbol: 'USDC' }) };
}

/**
 * Decodes the name of a DEX. Returns null for the name `spot`. Also returns null unless all characters are ASCII
 * letters, digits, `_` or `-`, because other characters can look like these.
 */
function textOf(hex: string): string | null {
  // Each printable ASCII character is two hex digits. The first digit is 2 to 7, and the second is 0 to f.
  const text = /^(?:[2-7][0-9a-f])+$/.test(hex) ? decodeURIComponent(hex.replace(/../g, '%$&')) : '';
  return /^[\w-]+$/.test(text) && text !== 'spot' ? text : null;
}
