/** Tests which names count as misspelt. */
import { expect } from 'chai';
import { nearestName, resembles } from '../../../src/shared/text/edit-distance.js';

describe('resembles', () => {
  for (const [name, meant] of [
    ['ammount', 'amount'],
    ['amout', 'amount'],
    ['confirmurl', 'confirm-url'],
    ['confirm_url', 'confirm-url'],
    ['registy', 'registry'],
    ['regsitry', 'registry'],
  ] as const)
    it(`takes ${name} for ${meant}`, () => {
      expect(resembles(name, meant)).to.equal(true);
    });

  for (const [name, meant] of [
    ['amuont', 'amount'],
    ['title', 'theme'],
    ['count', 'amount'],
    ['registered', 'registry'],
    ['tobubs', 'top-ups'],
    ['', 'amount'],
  ] as const)
    it(`does not take ${name || 'an empty name'} for ${meant}`, () => {
      expect(resembles(name, meant)).to.equal(false);
    });
});

describe('nearestName', () => {
  const known = ['recipient', 'chainId', 'minimumAmount'];

  it('names what is meant in any letter case', () => {
    expect(nearestName('MINIMUMAMOUNT', known)).to.equal('minimumAmount');
    expect(nearestName('reciepient', known)).to.equal('recipient');
  });

  it('names nothing that resembles no name', () => {
    expect(nearestName('theme', known)).to.equal(undefined);
  });
});
