import { expect } from 'chai';
import { isApproval } from '../../src/shared/step-ids.js';

describe('isApproval', () => {
  it('returns true only when the step approves a token', () => {
    const stepIds = ['approve', 'approval', 'deposit', 'swap', 'send', 'authorize1', ''];
    expect(stepIds.filter(isApproval)).to.deep.equal(['approve', 'approval']);
  });
});
