/** Tests what a page posts when the wallet answers a request to sign a permit in an unusual way. */
import { expect } from 'chai';
import type { Hex } from 'viem';
import {
  harmlessAnswers,
  noSignatures,
  wrongSignatures,
  type Answer,
} from '../../support/malicious/malicious-answers.js';
import type { Json } from '../../support/quotes.js';
import { SECOND } from '../../support/times.js';
import { asked, type PermitWorld, type Prompt } from '../permit-world.js';
import type { Tab } from '../../support/world.js';

type Answered = { world: PermitWorld; tab: Tab; prompt: { signature: string; typed: Json } };

/** The wallet shows the permit and answers. */
async function answered({ answer, code }: Answer): Promise<Answered> {
  const { world, tab } = await asked();
  const prompt = world.signings[0] as Prompt & { typed: Json };
  if (code) {
    const { answers, bytes } = code;
    // The page sees the code, and asks for the next quote without a permit.
    world.permits = () => false;
    world.chain.override('eth_getCode', () => bytes);
    world.chain.override('eth_call', ([call]) => {
      const { data } = call as { data: Hex };
      return data.startsWith('0x1626ba7e') ? answers() : world.readBalances(call as { to: string; data: Hex }, true);
    });
  }
  prompt.sign(answer(prompt));
  await world.clock.advance(SECOND);
  return { world, tab, prompt };
}

describe('execute-permit with an odd answer of the wallet', () => {
  for (const [reason, answers] of [
    ['cannot-sign', wrongSignatures],
    [undefined, noSignatures],
  ] as const)
    for (const each of answers) {
      it(`F-69 P-63 posts nothing when the wallet ${each.title}`, async () => {
        const { world, tab } = await answered(each);
        expect(world.posts).to.deep.equal([]);
        expect(tab.state).to.have.property('name', 'reviewing');
        expect(tab.state).to.have.property('problem').that.includes({ code: 'wallet-failed', money: 'not-sent' });
        expect('problem' in tab.state && tab.state.problem.reason).to.equal(reason);
        world.end();
      });
    }

  for (const each of harmlessAnswers) {
    it(`F-68 posts the signature when the wallet ${each.title}`, async () => {
      const { world, tab, prompt } = await answered(each);
      const posted = each.posted?.(prompt) ?? prompt.signature;
      expect(world.posts).to.deep.equal([`?signature=${posted}`]);
      expect(tab.state.name).to.equal('processing');
      world.end();
    });
  }

  it('P-63 is tried with at least 45 harmful and 15 harmless answers of distinct titles', () => {
    const titles = [...wrongSignatures, ...noSignatures, ...harmlessAnswers].map(({ title }) => title);
    expect(new Set(titles).size).to.equal(titles.length);
    expect(wrongSignatures.length + noSignatures.length).to.be.at.least(45);
    expect(harmlessAnswers.length).to.be.at.least(15);
  });
});
