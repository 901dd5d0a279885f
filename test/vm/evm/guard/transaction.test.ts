import { expect } from 'chai';
import { isNative } from '../../../../src/vm/evm/guard/transaction.js';
import { edited, nativeCase, tokenCase, tokens } from '../../../support/quotes.js';
import { contextOf } from './judge.js';

describe('isNative', () => {
  it('returns true only when the payer pays with the native currency of the origin chain', () => {
    expect(isNative(contextOf(nativeCase()))).to.equal(true);
    expect(isNative(contextOf(tokenCase()))).to.equal(false);
  });

  it('compares with the address in the chain’s record when the chain type has no fixed native address', () => {
    const hypevm = (currency: string): boolean =>
      isNative(
        contextOf(
          edited(
            nativeCase(),
            ['intent.originCurrency', currency],
            ['registry.chains[0].vmType', 'hypevm'],
            ['registry.chains[0].currency.address', tokens.usdt.address],
          ),
        ),
      );
    expect(hypevm(tokens.usdt.address.toUpperCase().replace('0X', '0x'))).to.equal(true);
    expect(hypevm(tokens.eth.address)).to.equal(false);
  });

  it('returns false when the native address of the chain is unknown', () => {
    const unknown = edited(nativeCase(), ['registry.chains[0].vmType', 'hypevm'], ['registry.chains[0].currency']);
    expect(isNative(contextOf(unknown))).to.equal(false);
  });
});
