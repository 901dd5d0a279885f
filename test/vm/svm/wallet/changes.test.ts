import { expect } from 'chai';
import type { Instruction } from '../../../../src/types.js';
import { forbiddenChange } from '../../../../src/vm/svm/wallet/changes.js';
import { honestChanges, maliciousChanges, type WalletChange } from '../../../support/malicious/malicious-changes.js';
import { edited } from '../../../support/quotes.js';
import { make, reads, svm, svmNativeCase, svmSendCase, svmTokens } from '../../../support/svm-quotes.js';
import { requestOf } from '../requests.js';

const request = requestOf(svmNativeCase(make.limit(60_000n)));
const judge = (instructions: readonly Instruction[], feePayer: string = svm.payer): string | null =>
  forbiddenChange({ feePayer, instructions }, request);

/** Judges a row. `around` stands before and after the changed instructions. */
function judged({ change, feePayer, payment }: WalletChange, around: readonly Instruction[] = []): string | null {
  const own = requestOf(payment());
  const instructions = [...around, ...change(own.instructions), ...around];
  return forbiddenChange({ feePayer: feePayer ?? own.feePayer, instructions }, own);
}

/** The reasons to refuse a change. */
const REASONS = [
  'another account pays the fee',
  'other accounts sign or can be changed',
  'an unknown limit was set',
  'a limit was set twice',
  'the fee is above the limit',
  'the instructions of the payment were changed',
  'a call was added to',
  'several memos were added',
  'a memo was added to a direct transfer',
  'a memo of other signers was added',
  'a memo is too long',
  'a memo is no text',
  'which is no assertion',
  'with unknown data',
  'AssertAccountInfo with 2 accounts',
  'AssertAccountInfo with 0 accounts',
  'AssertAccountDelta with 1 accounts',
  'AssertSysvarClock with 1 accounts',
];

describe('forbiddenChange', () => {
  it('G46 P-62 refuses every harmful change, and says which', () => {
    const passed = maliciousChanges.filter((each) => judged(each) === null);
    expect(passed.map(({ title }) => title)).to.deep.equal([]);
  });

  it('P-62 allows every change that only protects or pays for the transaction', () => {
    const refused = honestChanges.map((each) => [each.title, judged(each)]);
    expect(refused.filter(([, problem]) => problem !== null)).to.deep.equal([]);
  });

  it('G46 P-62 refuses each harmful change also beside an honest one', () => {
    // A second memo or another limit can make the honest change itself a wrong one, so an assertion stands beside it.
    for (const each of maliciousChanges) expect(judged(each, [make.assertion()]), each.title).to.be.a('string');
  });

  it('G46 P-62 is tried with changes for each reason, and for no other', () => {
    const found = maliciousChanges.map((each) => REASONS.find((reason) => judged(each)?.includes(reason)));
    expect(new Set(found)).to.deep.equal(new Set(REASONS));
  });

  it('P-62 is tried with at least 100 harmful changes of distinct titles, and 25 harmless ones', () => {
    const titles = [...maliciousChanges, ...honestChanges].map(({ title }) => title);
    expect(new Set(titles).size).to.equal(titles.length);
    expect(maliciousChanges.length).to.be.at.least(100);
    expect(honestChanges.length).to.be.at.least(25);
  });

  it('keeps the page’s own memo, and lets the wallet add none to a direct transfer', () => {
    const own = requestOf(svmNativeCase(make.memo()));
    const changed = (...added: Instruction[]): string | null =>
      forbiddenChange({ feePayer: svm.payer, instructions: [...own.instructions, ...added] }, own);
    expect(changed()).to.equal(null);
    expect(changed(make.memo('6f6e65'))).to.equal(null);
    const direct = requestOf(svmSendCase(svmTokens.sol));
    const instructions = [...direct.instructions, make.memo()];
    expect(forbiddenChange({ feePayer: svm.payer, instructions }, direct)).to.contain('memo');
  });

  it('G46 refuses a right that an account has only in the signed transaction', () => {
    for (const right of ['isWritable', 'isSigner'] as const) {
      const instructions = request.instructions.map((each) => ({
        ...each,
        keys: each.keys.map((key) => (key.pubkey === svm.config ? { ...key, [right]: true } : key)),
      }));
      expect(judge(instructions), right).to.contain('other accounts');
    }
  });

  it('names the program of an added call', () => {
    const stranger = { programId: svm.exchange, keys: [reads(svm.config)], data: '' };
    expect(judge([...request.instructions, stranger])).to.contain(svm.exchange);
  });

  it('counts the fee of a sponsor too', () => {
    const sponsored = requestOf(edited(svmNativeCase(), ['intent.depositFeePayer', svm.feePayer]));
    const dear = [make.limit(1_400_000n), make.price(100_000_000n), ...sponsored.instructions];
    expect(forbiddenChange({ feePayer: svm.feePayer, instructions: dear }, sponsored)).to.contain('fee');
  });
});
