/** Tests the guard of quotes of the SVM chain, with honest quotes and with attacks. */
import { expect } from 'chai';
import type { Instruction } from '../../../src/types.js';
import { blocks, judge, passed } from '../../support/judge.js';
import { svmAttacks } from '../../support/malicious/malicious-svm.js';
import { apply, edited, leavesOf, read, type Case } from '../../support/quotes.js';
import {
  honestSvmCases,
  INSTRUCTIONS,
  svm,
  svmNativeCase,
  svmSendCase,
  svmSwapCase,
  svmSwapDepositCase,
  svmTokenCase,
  svmTokens,
} from '../../support/svm-quotes.js';
import { stride } from '../../support/thorough.js';

describe('guardQuote with an honest quote of the SVM chain', () => {
  for (const [name, make] of Object.entries(honestSvmCases)) {
    it(`returns the instructions of a quote with ${name}`, async () => {
      const honest = make();
      const { requests } = await passed(honest);
      const quoted = read(honest, INSTRUCTIONS) as Instruction[];
      const instructions = quoted.map((each) => ({ ...each, data: each.data.toLowerCase() }));
      expect(requests).to.have.length(1);
      expect(requests[0]).to.deep.include({ kind: 'instructions', from: svm.payer, instructions });
    });
  }

  it('S-31 blocks other decimals of the native currency when the listing names them too', async () => {
    const lying = edited(
      svmNativeCase(),
      ['quote.details.currencyIn.currency.decimals', 11],
      ['quote.details.currencyIn.amountFormatted', '0.001672'],
      ['registry.chains[2].currency.decimals', 11],
    );
    expect(await blocks(lying)).to.deep.include({
      rule: 'G03',
      path: 'details.currencyIn.currency.decimals',
      message: 'is not 9',
    });
  });

  it('warns of an exchange, which cannot be verified', async () => {
    const warnings = async (each: Case): Promise<string[]> =>
      (await passed(each)).warnings.filter(({ rule }) => rule === 'G41').map(({ message }) => message);
    const exchange = (amount: string): string =>
      `the route of the money cannot be verified; at most ${amount} leaves the wallet`;
    expect(await warnings(svmNativeCase())).to.deep.equal([]);
    expect(await warnings(svmSwapCase())).to.deep.equal([exchange('167200000')]);
    expect(await warnings(svmSwapDepositCase())).to.deep.equal([exchange('25080000')]);
  });

  it('gives each content its own digest', async () => {
    const cases = Object.values(honestSvmCases).map(async (make) => (await passed(make())).digest);
    const digests = await Promise.all(cases);
    expect(digests.every((digest) => /^0x[0-9a-f]{64}$/.test(digest))).to.equal(true);
    // Three pairs have the same content, in another spelling.
    expect(new Set(digests).size).to.equal(digests.length - 3);
  });
});

describe('guardQuote with a compromised service of the SVM chain', () => {
  for (const { rule, title, make } of svmAttacks) {
    it(`${rule} blocks a quote that ${title}`, async () => {
      expect((await blocks(make())).map((block) => block.rule)).to.include(rule);
    });
  }

  it('is tried with at least 35 attacks of distinct titles and 15 honest quotes', () => {
    expect(new Set(svmAttacks.map(({ title }) => title)).size).to.equal(svmAttacks.length);
    expect(svmAttacks.length).to.be.at.least(35);
    expect(Object.keys(honestSvmCases).length).to.be.at.least(15);
  });
});

/** The quotes whose whole content matters. */
const exact: Readonly<Record<string, Case>> = {
  'a native deposit': svmNativeCase(),
  'a token deposit': svmTokenCase(),
  'a deposit of Token-2022': svmTokenCase(svmTokens.pyusd),
  'a direct transfer': svmSendCase(svmTokens.sol),
  'a direct transfer of tokens': svmSendCase(svmTokens.usdc),
};

/**
 * Bits that the chain checks itself: whether the creation of a token account may find the account, and the number of
 * decimals in a transfer. With a wrong bit, the transaction fails.
 */
const checkedByChain = /instructions\[0\]\.data, digit 1, bit 1$|instructions\[1\]\.data, digit 1[89],/;

describe('guardQuote with one change in a quote of the SVM chain', () => {
  for (const [name, honest] of Object.entries(exact)) {
    it(`blocks ${name} when any bit of its data is flipped`, async () => {
      const through: string[] = [];
      for (const path of leavesOf(honest, '').filter((each) => each.endsWith('.data'))) {
        const data = String(read(honest, path));
        const mutant = edited(honest);
        for (let digit = 0; digit < data.length; digit += stride) {
          for (const bit of [1, 2, 4, 8]) {
            const flipped = (Number.parseInt(data[digit]!, 16) ^ bit).toString(16);
            apply(mutant, [path, data.slice(0, digit) + flipped + data.slice(digit + 1)]);
            if ((await judge(mutant)).ok) through.push(`${path}, digit ${digit}, bit ${bit}`);
          }
        }
      }
      const isChecked = (bit: string): boolean => name === 'a direct transfer of tokens' && checkedByChain.test(bit);
      expect(through.filter((bit) => !isChecked(bit))).to.deep.equal([]);
    }).timeout(60_000);

    it(`blocks ${name} when any account or program is replaced`, async () => {
      const addresses = leavesOf(honest, '').filter((each) => /\.(pubkey|programId)$/.test(each));
      expect(addresses.length).to.be.greaterThan(2);
      const through: string[] = [];
      for (const path of addresses) {
        if ((await judge(edited(honest, [path, svm.attacker]))).ok) through.push(path);
      }
      // Only the program itself knows its settings. It can change nothing there.
      expect(through.filter((path) => read(honest, path) !== svm.config)).to.deep.equal([]);
    });
  }
});
