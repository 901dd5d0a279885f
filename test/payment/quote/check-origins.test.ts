import { expect } from 'chai';
import sinon from 'sinon';
import { parseIntent } from '../../../src/payment/quote/parse-intent.js';
import type { SessionOptions } from '../../../src/payment/model/options.js';
import { makeRegistry, people, tokens } from '../../support/quotes.js';
import { venueChain } from '../../support/venue-quotes.js';

const SVM = 792703809;
const chains = [...makeRegistry().chains, venueChain()];
const options: SessionOptions = {
  baseUrl: 'https://hub.test',
  destinationChainId: 10,
  destinationCurrency: 'USDC',
  amount: '25.00',
  recipient: people.recipient,
};

/** The message of the error, or the intent's refund address. */
const outcome = (more: Partial<SessionOptions>): Promise<string | undefined> =>
  parseIntent({ ...options, ...more }, chains).then(
    ({ intent }) => intent.refundTo,
    (error: unknown) => (error as Error).message,
  );

describe('check-origins', () => {
  let warn: sinon.SinonStub;
  beforeEach(() => (warn = sinon.stub(console, 'warn')));
  afterEach(() => sinon.restore());

  it('accepts an address of the only family that can pay, without a warning', async () => {
    const own = { origins: [SVM], refundTo: people.svmRecipient };
    expect(await outcome(own)).to.equal(people.svmRecipient);
    const atVenue = { origins: [8453, 1337], venueExchangeUrl: 'https://venue.test/exchange', refundTo: people.payer };
    expect(await outcome(atVenue)).to.equal(people.payer);
    expect(warn.args).to.deep.equal([]);
  });

  it('refuses an address that fits no family that can pay', async () => {
    expect(await outcome({ origins: [SVM], refundTo: people.payer }))
      .to.include('refund-to')
      .and.include('Solana');
    expect(await outcome({ origins: [8453], refundTo: people.svmRecipient })).to.include('EVM address');
    expect(await outcome({ refundTo: 'me' })).to.include('refund-to');
    expect(await outcome({ refundTo: people.svmRecipient.toLowerCase() })).to.include('refund-to');
    expect(warn.args).to.deep.equal([]);
  });

  it('warns about each family that the address does not fit', async () => {
    const rest = "; on such a chain, a refund goes to the payer's own account";
    expect(await outcome({ refundTo: people.payer })).to.equal(people.payer);
    expect(await outcome({ origins: [8453, SVM], refundTo: people.svmRecipient })).to.equal(people.svmRecipient);
    expect(warn.args).to.deep.equal([
      [
        `hub-pay: refund-to: "${people.payer}" is an EVM address, but Solana needs a Solana address ` +
          `(32 bytes in base58)${rest}`,
      ],
      [
        `hub-pay: refund-to: "${people.svmRecipient}" is a Solana address, but an EVM chain needs an EVM address ` +
          `(0x and 40 hex digits)${rest}`,
      ],
    ]);
  });

  it('accepts only an EVM address when the page offers a deposit address', async () => {
    expect(await outcome({ useDepositAddress: true, refundTo: people.svmRecipient })).to.include('refund-to');
    expect(await outcome({ useDepositAddress: true, refundTo: people.payer })).to.equal(people.payer);
    expect(warn.args).to.deep.equal([]);
  });

  it('refuses the contract of a listed token of any chain that can pay', async () => {
    expect(await outcome({ refundTo: tokens.usdc.address })).to.include('nobody can spend');
    expect(await outcome({ refundTo: tokens.usdcSvm.address })).to.include('nobody can spend');
  });
});
