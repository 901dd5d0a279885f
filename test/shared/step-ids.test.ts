import { expect } from 'chai';
import { isApproval, isPaying, MAPPING_STEP } from '../../src/shared/step-ids.js';

describe('isApproval', () => {
  it('returns true only when the step approves a token', () => {
    const stepIds = ['approve', 'approval', 'deposit', 'swap', 'send', 'authorize1', ''];
    expect(stepIds.filter(isApproval)).to.deep.equal(['approve', 'approval']);
  });
});

describe('isPaying', () => {
  it('returns true when the step is not known to move no money', () => {
    const stepIds = ['approve', 'approval', MAPPING_STEP, 'authorize1', 'deposit', 'send', 'swap', 'news'];
    expect(stepIds.filter(isPaying)).to.deep.equal(['authorize1', 'deposit', 'send', 'swap', 'news']);
  });
});
