/** Tests the ledger of test mode: the orders in a storage that the page could have changed. */
import { expect } from 'chai';
import { MemoryStore } from '../../src/shared/memory-store.js';
import { Ledger, type Order } from '../../src/testing/ledger.js';

const order = (serial: number, chainId = 1): Order => ({
  requestId: `0x7e57${serial.toString(16).padStart(60, '0')}`,
  orderId: `0x${serial.toString(16).padStart(64, '0')}`,
  user: '0xaa',
  recipient: '0xbb',
  refundTo: '0xaa',
  pays: { chainId, currency: '0xcc', amount: '1' },
  receives: { chainId: 2, currency: '0xdd', amount: '1' },
  createdAt: 0,
  plan: { outcome: 'success', delayMs: 0 },
});
const paying = (serial: number): Parameters<Ledger['pay']>[1] => ({
  from: '0xAA',
  to: '0xee',
  data: `0x1234${order(serial).orderId.slice(2)}`,
  value: '0x0',
});

describe('ledger of test mode', () => {
  it('pays the order whose id ends the calldata, once, and only on its chain', () => {
    const ledger = new Ledger(new MemoryStore());
    ledger.write(order(1));
    ledger.write(order(2));
    expect(ledger.pay(2, paying(1), 5)).to.equal(null);
    const hash = ledger.pay(1, paying(1), 5);
    expect(hash).to.match(/^0xda[0-9a-f]{62}$/u);
    expect(ledger.find(order(1).requestId)?.payment).to.include({ hash, from: '0xaa', nonce: 0, at: 5 });
    expect(ledger.find(order(2).requestId)?.payment).to.equal(undefined);
    expect(ledger.pay(1, paying(1), 6)).to.equal(null);
  });

  it('counts the transactions of an account for each chain', () => {
    const ledger = new Ledger(new MemoryStore());
    for (const each of [order(1), order(2), order(3, 7)]) ledger.write(each);
    ledger.pay(1, paying(1), 0);
    ledger.pay(7, paying(3), 0);
    expect([ledger.nonce(1, '0xaa'), ledger.nonce(7, '0xaa'), ledger.nonce(1, '0xbb')]).to.deep.equal([1, 1, 0]);
    ledger.pay(1, paying(2), 0);
    expect(ledger.find(order(2).requestId)?.payment).to.include({ nonce: 1 });
  });

  it('keeps its orders in the storage, and replaces an order with the same request id', () => {
    const storage = new MemoryStore();
    new Ledger(storage).write(order(1));
    new Ledger(storage).write({ ...order(1), createdAt: 9 });
    expect(new Ledger(storage).orders).to.deep.equal([{ ...order(1), createdAt: 9 }]);
  });

  it('forgets the oldest of more than 50 orders', () => {
    const ledger = new Ledger(new MemoryStore());
    for (let serial = 1; serial <= 51; serial += 1) ledger.write(order(serial));
    expect(ledger.orders).to.have.length(50);
    expect(ledger.find(order(1).requestId)).to.equal(undefined);
    expect(ledger.find(order(51).requestId)).not.to.equal(undefined);
  });

  for (const text of ['not JSON', '{}', '[null, 1, "x"]'])
    it(`has no order when the storage contains ${text}`, () => {
      const storage = new MemoryStore();
      storage.setItem('orders', text);
      expect(new Ledger(storage).orders).to.deep.equal([]);
    });
});
