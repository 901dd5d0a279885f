/** Tests which names count as misspelt. */
import { expect } from 'chai';
import { resembles } from '../../src/shared/edit-distance.js';

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
    ['', 'amount'],
  ] as const)
    it(`does not take ${name || 'an empty name'} for ${meant}`, () => {
      expect(resembles(name, meant)).to.equal(false);
    });
});
