/** Tests the check of the balance before a payment with instructions. */
import { expect } from 'chai';
import { settle } from '../../support/clock.js';
import { amounts } from '../../support/quotes.js';
import { InstructionsWorld, SOL } from '../instructions-world.js';

/** What the toy family's `estimateFee` returns. */
const FEE = 5_000n;

describe('confirm with instructions', () => {
  for (const [missing, prompts] of [
    [1n, 0],
    [0n, 1],
  ] as const) {
    it(`F-143 P-61 opens ${prompts} prompts at the first press when ${missing} unit for the payment and its fee is missing`, async () => {
      const world = new InstructionsWorld();
      world.payer = 'waits';
      const tab = world.open(world.pinned);
      await tab.review(SOL);
      world.toy.balance = amounts.eth + FEE - missing;
      await tab.press();
      await settle();
      expect(world.signings).to.have.length(prompts);
      if (prompts > 0) return;
      expect(tab.state).to.have.deep.nested.property('quote.warnings[0].rule', 'fee');
      await tab.press();
      await settle();
      expect(world.signings).to.have.length(1);
    });
  }
});
