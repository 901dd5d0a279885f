/**
 * Each odd wallet of the zoo makes one whole payment. It ends paid, or with a true problem and a button. Nobody waits
 * longer than 30 seconds without a button, from the opening of the page on. Only the account that the payer has chosen
 * is quoted for and asked to pay.
 */
import { expect } from 'chai';
import { ENDS, endOf, PATIENCE_MS, seenIn } from '../../support/zoo/ends.js';
import { chosenBy, meet } from '../../support/zoo/meet.js';
import { zoo } from '../../support/zoo/zoo.js';

const UNREACHED = Object.keys(ENDS).filter((end) => !zoo.some(({ ends }) => ends === end));

describe('session with each wallet of the zoo', () => {
  for (const animal of zoo) {
    it(`F-199 ends as \`${animal.ends}\` with ${animal.name}`, async () => {
      const { state, waited, deposits, payers } = await meet(animal);
      const shown = JSON.stringify(state).slice(0, 400);
      expect(endOf(state), shown).to.equal(animal.ends);
      expect(seenIn(state), shown).to.deep.equal(ENDS[animal.ends]);
      expect(waited, shown).to.be.at.most(PATIENCE_MS);
      expect(payers, 'the accounts that were quoted for and asked').to.deep.equal(
        animal.ends === 'connecting' ? [] : [chosenBy(animal)],
      );
      expect(deposits).to.equal(animal.ends === 'paid' ? 1 : 0);
    });
  }

  it('has a wallet for each end of a payment', () => expect(UNREACHED).to.deep.equal([]));

  it('has a name and a line for each wallet', () => {
    expect(new Set(zoo.map(({ name }) => name)).size).to.equal(zoo.length);
    for (const { of: behaviour } of zoo) expect(behaviour).to.match(/^[A-Z].*\.$/u);
  });
});
