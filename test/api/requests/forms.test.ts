import { expect } from 'chai';
import { problemOfOption, verbatimChecks } from '../../../src/api/requests/forms.js';
import { quoteBody } from '../../../src/api/requests/quote-body.js';
import { checkOptions } from '../../../src/payment/model/options.js';
import { verbatimNames, type VerbatimField } from '../../../src/shared/quote-fields.js';
import { people } from '../../support/quotes.js';

const wrong: readonly (readonly [name: VerbatimField, value: unknown, problem: string])[] = [
  ['slippageTolerance', '0.5', '"0.5" is not a whole number from 0 to 10000'],
  ['slippageTolerance', '10001', '"10001" is not a whole number from 0 to 10000'],
  ['slippageTolerance', 50, 'is the number 50: write "50"'],
  ['topupGasAmount', '$2', '"$2" is not digits only, in the smallest unit, such as "25000000"'],
  ['usePermit', 'yes', '"yes" is not true or false'],
  ['referrer', '', '"" is not a text that is not empty'],
  ['sponsoredFeeComponents', 'app', '"app" is not a list'],
  ['sponsoredFeeComponents', [], 'needs at least 1 entry: leave the field out instead of an empty list'],
  ['sponsoredFeeComponents', ['app', 'hub'], 'entry 1 must be one of "execution", "swap", "relay", "app", not "hub"'],
  ['appFees', {}, 'an object is not a list'],
  ['appFees', [{ recipient: people.recipient }], 'entry 0 has a wrong fee: it is missing: set it'],
];

describe('forms', () => {
  it('has one check for each field, which the body of a quote uses too', () => {
    for (const name of verbatimNames) {
      expect(verbatimChecks[name], name).to.be.a('function');
      expect(quoteBody.checks[name], name).to.equal(verbatimChecks[name]);
    }
  });

  for (const [name, value, problem] of wrong) {
    it(`says before any request what is wrong when ${name} is ${JSON.stringify(value)}`, () => {
      expect(problemOfOption(name, value)).to.equal(problem);
      const options = { baseUrl: 'https://hub.test', [name]: value };
      expect(() => checkOptions(options)).to.throw(problem);
    });
  }

  it('accepts an option that is not set, and a right value', () => {
    expect(problemOfOption('slippageTolerance', undefined)).to.equal(null);
    expect(problemOfOption('appFees', [{ recipient: people.recipient, fee: '25' }])).to.equal(null);
    expect(problemOfOption('sponsoredFeeComponents', ['app'])).to.equal(null);
  });
});
