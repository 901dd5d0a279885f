/** Tests when the payer is asked about a sent payment that nobody has shown. */
import { expect } from 'chai';
import { watchOverdue } from '../../../src/payment/track/watch-overdue.js';
import { VirtualClock } from '../../support/clock.js';
import { sent, type Sent } from '../sent.js';
import { MINUTE } from '../../support/times.js';

/** The wallet has sent the payment, and the service reports `waiting`. */
async function given(): Promise<Sent> {
  const all = await sent();
  all.say('waiting');
  await all.tab.hide();
  return all;
}

describe('watch-overdue', () => {
  it('P-1 F-82 asks the payer after 30 minutes, and not before, when the network has dropped the payment', async () => {
    const { world, tab, hash } = await given();
    world.chain.drop(hash);
    await world.clock.advance(29 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting', slow: true });
    await world.clock.advance(2 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    expect(tab.state).to.have.nested.property('payment.payingHash', hash);
  });

  for (const [status, minutes, isCertain] of [
    ['waiting', 30, false],
    ['pending', 24 * 60, true],
  ] as const)
    it(`P-1 asks the payer when the code that looks closer at a ${status} payment could not be loaded`, async () => {
      const clock = new VirtualClock();
      const asked: unknown[] = [];
      const entry = { stage: 'sent', status, payment: {}, updatedAt: clock.now() };
      // Without a certain question, the screen goes on showing the progress that the service has reported.
      const record = { entry: () => entry, ask: (certain: boolean) => asked.push(certain) };
      const lost = (): Promise<never> => Promise.reject(new TypeError('no network'));
      void watchOverdue({ deps: { clock } } as never, record as never, new AbortController().signal, lost);
      await clock.advance((minutes - 1) * MINUTE);
      expect(asked).to.deep.equal([]);
      await clock.advance(2 * MINUTE);
      expect(asked).to.deep.equal([isCertain]);
    });

  it('P-1 asks nothing when the service has seen the deposit', async () => {
    const { world, tab, hash, say } = await given();
    say('pending', { inTxHashes: [hash] });
    await world.clock.advance(40 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'pending' });
  });
});
