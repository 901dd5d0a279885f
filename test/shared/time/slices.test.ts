import { expect } from 'chai';
import { inSlices } from '../../../src/shared/time/slices.js';
import { settle, VirtualClock } from '../../support/clock.js';

describe('slices', () => {
  it('continues at once while the slice lasts, and lets other tasks run when 8 ms of work are done', async () => {
    const clock = new VirtualClock();
    let isOver = false;
    const nextSlice = inSlices(clock);
    clock.sleep(7);
    await nextSlice();
    expect(clock.pending).to.equal(0);
    clock.sleep(1);
    void nextSlice().then(() => (isOver = true));
    await settle();
    expect([clock.pending, isOver]).to.deep.equal([1, false]);
    await clock.advance(0);
    expect(isOver).to.equal(true);
    await nextSlice();
    expect(clock.pending, 'a new slice has begun').to.equal(0);
  });
});
