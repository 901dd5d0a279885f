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

  it('finds nothing when the page may not use the storage', () => {
    const denied = (): never => {
      throw new Error('denied');
    };
    expect(storedMoney(denied)).to.equal(null);
  });
});
