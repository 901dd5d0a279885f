/** Tests the merchant's choice of the tokens that the payer can pay with. */
import { expect } from 'chai';
import sinon from 'sinon';
import { checkTokens, parseTokens } from '../../../src/payment/quote/token-rules.js';
import { makeRegistry, tokens } from '../../support/quotes.js';

const { chains } = makeRegistry();
const OTHER = `0x${'7'.repeat(40)}`;
const SVM = 792703809;
const all = [
  { chainId: 8453, currency: tokens.eth.address, symbol: 'ETH' },
  { chainId: 8453, currency: tokens.usdc.address, symbol: 'USDC' },
  { chainId: 8453, currency: tokens.usdt.address, symbol: 'USDT' },
  { chainId: 10, currency: tokens.usdcOut.address, symbol: 'USDC' },
  { chainId: SVM, currency: tokens.usdcSvm.address, symbol: 'USDC' },
];
/** A token outside every list. Its issuer chose the symbol. */
const foreign = (symbol: string) => ({ chainId: 8453, currency: OTHER, symbol });

/** The tokens that the payer can pay with, in the merchant's order, as `symbol@chainId`. */
const allowed = (...words: string[]): string[] => {
  const rules = parseTokens(words, chains);
  return all
    .filter((token) => rules.allows(token))
    .sort((a, b) => rules.placeOf(a) - rules.placeOf(b))
    .map(({ chainId, symbol }) => `${symbol}@${chainId}`);
};

describe('token-rules', () => {
  it('allows only the named symbols, in any letter case, on every chain', () => {
    expect(allowed('usdc')).to.deep.equal(['USDC@8453', 'USDC@10', `USDC@${SVM}`]);
    expect(allowed('USDT', 'USDC')).to.deep.equal(['USDT@8453', 'USDC@8453', 'USDC@10', `USDC@${SVM}`]);
  });

  it('allows a token of one chain by symbol, by address and as the native currency', () => {
    expect(allowed('10:USDC')).to.deep.equal(['USDC@10']);
    expect(allowed(`8453:${tokens.usdt.address.toUpperCase().replace('0X', '0x')}`)).to.deep.equal(['USDT@8453']);
    expect(allowed(tokens.usdcSvm.address)).to.deep.equal([`USDC@${SVM}`]);
    expect(allowed('8453:native')).to.deep.equal(['ETH@8453']);
    expect(allowed(`10:${tokens.usdt.address}`)).to.deep.equal([]);
  });

  it('excludes tokens, and an exclusion is stronger than a permission', () => {
    expect(allowed('-ETH', '-10:USDC')).to.deep.equal(['USDC@8453', 'USDT@8453', `USDC@${SVM}`]);
    expect(allowed('USDC', '-10:USDC')).to.deep.equal(['USDC@8453', `USDC@${SVM}`]);
    expect(allowed('-native')).to.not.include('ETH@8453');
  });

  it('puts all other tokens where the merchant writes the asterisk', () => {
    expect(allowed('USDT', '*', 'native')).to.deep.equal([
      'USDT@8453',
      'USDC@8453',
      'USDC@10',
      `USDC@${SVM}`,
      'ETH@8453',
    ]);
    expect(allowed('*', '-USDC')).to.deep.equal(['ETH@8453', 'USDT@8453']);
  });

  it('never allows an unlisted token for its symbol, but excludes it for its symbol', () => {
    expect(parseTokens(['USDC'], chains).allows(foreign('USDC'))).to.equal(false);
    expect(parseTokens(['-SCAM'], chains).allows(foreign('SCAM'))).to.equal(false);
    expect(parseTokens(['-SCAM'], chains).allows(foreign('OTHER'))).to.equal(true);
    expect(parseTokens([`8453:${OTHER}`], chains).allows(foreign('NEW'))).to.equal(true);
  });

  it('allows no token of a chain that the payer cannot pay from', () => {
    expect(parseTokens(['USDC'], chains).allows({ ...all[1]!, chainId: 1 })).to.equal(false);
  });

  describe('checkTokens', () => {
    let warn: sinon.SinonStub;
    beforeEach(() => (warn = sinon.stub(console, 'warn')));
    afterEach(() => sinon.restore());
    const check =
      (words: string[], fixed: { originChainId?: number; originCurrency?: string } = {}, of = chains) =>
      (): void =>
        checkTokens(words, fixed, of);

    it('names a word that is no token, and what to write instead', () => {
      for (const word of ['USDC,USDT', '8453:*', '-', 'a:b']) {
        expect(check([word])).to.throw(`tokens: "${word}" is no token; write symbols or addresses with spaces`);
      }
    });

    it('refuses a choice that leaves no token', () => {
      expect(check(['UDSC'])).to.throw('tokens: nobody can pay: "UDSC" allows no token of chain 8453, 10, 792703809');
      expect(check(['-USDC', '-USDT', '-ETH'])).to.throw('nobody can pay');
      expect(check(['1:USDC'])).to.throw('nobody can pay');
      expect(check([`1:${OTHER}`])).to.throw('nobody can pay');
    });

    it('accepts an unlisted token by its address', () => {
      check([`8453:${OTHER}`])();
      check(['USDC', `-${OTHER}`])();
      expect(warn.args).to.deep.equal([]);
    });

    it('warns about each word that names no token', () => {
      check(['USDC', 'UDST', '-PEPE', '*'])();
      expect(warn.args).to.deep.equal([
        ['<hub-pay> tokens: "UDST" is no token of chain 8453, 10, 792703809'],
        ['<hub-pay> tokens: "-PEPE" is no token of chain 8453, 10, 792703809'],
      ]);
    });

    it('refuses a fixed token that the merchant excludes, and does not warn about the other words', () => {
      const [base] = chains;
      const fixed = { originChainId: 8453, originCurrency: 'ETH' };
      expect(check(['USDC'], fixed, [base!])).to.throw('originCurrency: "ETH" is not among tokens');
      check(['ETH', '10:USDC'], fixed, [base!])();
      check(['USDC', '10:native'], { originChainId: 8453 }, [base!])();
      expect(warn.args).to.deep.equal([]);
    });
  });
});
