import { expect } from 'chai';
import { storedMoney } from '../../../src/payment/journal/stored-money.js';

const key = 'hub-pay/1/0123456789abcdef';
const found = (items: Readonly<Record<string, string>>): string | null => storedMoney(() => items);

describe('stored-money', () => {
  it('finds nothing when the storage has no payment of this package', () => {
    expect(found({})).to.equal(null);
    expect(found({ 'hub-pay/1/hashes': '[]', 'hub-pay/wallet': 'x', cart: '{"stage":"sent"}' })).to.equal(null);
  });

  it('I13 reports the money as unknown when one stored payment may have been sent or has ended', () => {
    for (const stage of ['prompted', 'awaiting-deposit', 'sent', 'abandoned', 'failed', 'settled']) {
      expect(found({ [key]: `[{"v":1,"stage":"${stage}"}]` }), stage).to.equal('unknown');
    }
  });

  it('reports the money as not-sent when no stored payment was sent', () => {
    for (const stage of ['prepared', 'cancelled']) {
      expect(found({ [key]: `[{"v":1,"stage":"${stage}"}]` }), stage).to.equal('not-sent');
    }
  });

  it('I13 reports the money as unknown when this version cannot read a stored value', () => {
    const unsent = '{"v":1,"stage":"cancelled"}';
    const values = [
      '{"v":2}',
      '{"v":2,"stage":"cancelled"}',
      '{"v":1}',
      '{"v":1,"stage":"later"}',
      'null',
      '"x"',
      '[]',
    ];
    for (const value of values) {
      expect(found({ [key]: `[${value}]` }), value).to.equal('unknown');
      expect(found({ [key]: `[${unsent},${value}]`, 'hub-pay/1/fedcba9876543210': `[${unsent}]` })).to.equal('unknown');
    }
    for (const text of ['{"v":1}', 'no JSON', 'null', unsent, `[${unsent}`])
      expect(found({ [key]: text }), text).to.equal('unknown');
  });

  it('finds nothing when the last unreadable value of an order was dropped', () => {
    expect(found({ [key]: '[]' })).to.equal(null);
    expect(found({ [key]: '' })).to.equal(null);
    const other = { 'hub-pay/1/fedcba9876543210': '[{"v":1,"stage":"prepared"}]' };
    expect(found({ ...other, [key]: '[]' })).to.equal('not-sent');
    expect(found({ [key]: '[]', ...other })).to.equal('not-sent');
  });

  it('finds nothing when the page may not use the storage', () => {
    const denied = (): never => {
      throw new Error('denied');
    };
    expect(storedMoney(denied)).to.equal(null);
  });
});
