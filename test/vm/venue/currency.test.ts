import { expect } from 'chai';
import { venueCurrency } from '../../../src/vm/venue/currency.js';
import { SPOT_USDC, venueTokens } from '../../support/venue-quotes.js';

describe('venueCurrency', () => {
  it('reads perps USDC as spot USDC of the venue’s own perps', () => {
    expect(venueCurrency(venueTokens.perps.address)).to.deep.equal({ tokenId: SPOT_USDC, dex: '', symbol: 'USDC' });
  });

  it('reads a token id as a spot currency, in any letter case', () => {
    expect(venueCurrency(SPOT_USDC)).to.deep.equal({ tokenId: SPOT_USDC, dex: 'spot', symbol: 'USDC' });
    expect(venueCurrency(`0x${SPOT_USDC.slice(2).toUpperCase()}`)).to.deep.include({ tokenId: SPOT_USDC });
    const { address } = venueTokens.hype;
    expect(venueCurrency(address)).to.deep.equal({ tokenId: address, dex: 'spot' });
  });

  it('reads the name of a DEX after the token id', () => {
    expect(venueCurrency(venueTokens.dex.address)).to.deep.equal({ tokenId: SPOT_USDC, dex: 'xyz', symbol: 'USDC' });
    expect(venueCurrency(`${venueTokens.hype.address}6f2d31`)).to.deep.include({ dex: 'o-1' });
  });

  it('returns null when the address is no currency of the venue', () => {
    const refused = [
      '',
      '0x',
      `0x${'0'.repeat(40)}`,
      SPOT_USDC.slice(0, -1),
      SPOT_USDC.slice(2),
      `${SPOT_USDC}7`,
      `${SPOT_USDC}zz`,
      `${venueTokens.perps.address}78797a`,
      `${SPOT_USDC}20`,
      `${SPOT_USDC}c3a9`,
      `${SPOT_USDC}00`,
      `${SPOT_USDC}7f`,
      `${SPOT_USDC}73706f74`,
      `${SPOT_USDC}${'61'.repeat(33)}`,
    ];
    for (const address of refused) expect(venueCurrency(address), address).to.equal(null);
  });
});
