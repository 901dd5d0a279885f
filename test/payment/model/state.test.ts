import { expect } from 'chai';
import { isCommitted, isRunning } from '../../../src/payment/model/state.js';
import { states } from '../../support/samples.js';
import { run } from './run.js';

describe('state after the press', () => {
  it('keeps a running payment when the sheet closes, the attributes change or a reset arrives', () => {
    for (const from of [states.authorizing, states.processing]) {
      for (const type of ['closed', 'intent-changed', 'reset'] as const) expect(run(from, { type })).to.equal(from);
      expect([isCommitted(from), isRunning(from)]).to.deep.equal([true, true]);
    }
    for (const end of [states.succeeded, states.refunded, states.failed]) {
      expect(run(end, { type: 'closed' })).to.equal(end);
      expect([isCommitted(end), isRunning(end)]).to.deep.equal([true, false]);
    }
    for (const free of [states.idle, states.selecting, states.quoting, states.reviewing]) {
      expect(isCommitted(free)).to.equal(false);
    }
  });
});
