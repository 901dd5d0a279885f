import { expect } from 'chai';
import { settle } from '../../support/clock.js';
import { ACCOUNT, Bench, TRANSACTION } from './remote-bench.js';

describe('readRecord and writeRecord', () => {
  it('I23 stores no calldata, no signature and no hash of a request', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    bench.phone.decide = () => 'wait';
    void page.ask('eth_sendTransaction', { ...TRANSACTION, data: `0xdeadbeef${'77'.repeat(40)}` });
    await settle();
    const stored = bench.storage.getItem('hub-pay/walletconnect') ?? '';
    expect(stored).to.include('eth_sendTransaction');
    expect(stored).not.to.include('deadbeef');
    expect(JSON.parse(stored)).to.have.all.keys('seed', 'session', 'pending');
    expect(Object.values((JSON.parse(stored) as { pending: object }).pending)[0]).to.have.all.keys(
      'method',
      'chainId',
      'until',
      'topic',
    );
  });

  it('lives in the memory of the page when the browser stores nothing', async () => {
    const bench = new Bench();
    bench.storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const page = await bench.paired();
    expect(await page.ask('personal_sign', '0x03', ACCOUNT)).to.equal('0x51');
  });
});
