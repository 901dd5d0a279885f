/** Tests the checks that need several chains, and the lines of the console for a merchant. */
import { expect } from 'chai';
import sinon from 'sinon';
import { parseIntent } from '../../../src/payment/quote/parse-intent.js';
import type { SessionOptions } from '../../../src/payment/model/options.js';
import type { ChainRecord } from '../../../src/types.js';
import { makeRegistry, people, tokens } from '../../support/quotes.js';
import { venueChain } from '../../support/venue-quotes.js';

const SVM = 792703809;
const KEYLESS = '4pUQS4Jo2dsfWzt3VgHXy3H6RYnEDd11oWPiaM2rdAPw';
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
      .to.include('refundTo')
      .and.include('Solana');
    expect(await outcome({ origins: [8453], refundTo: people.svmRecipient })).to.include('EVM address');
    expect(await outcome({ refundTo: 'me' })).to.include('refundTo');
    expect(await outcome({ refundTo: people.svmRecipient.toLowerCase() })).to.include('refundTo');
    expect(warn.args).to.deep.equal([]);
  });

  it('warns about each family that the address does not fit', async () => {
    const rest = "; on such a chain, a refund goes to the payer's own account";
    expect(await outcome({ refundTo: people.payer })).to.equal(people.payer);
    expect(await outcome({ origins: [8453, SVM], refundTo: people.svmRecipient })).to.equal(people.svmRecipient);
    expect(warn.args).to.deep.equal([
      [
        `<hub-pay> refund-to (refundTo): "${people.payer}" is an EVM address, but Solana needs a Solana address ` +
          `(32 bytes in base58)${rest}`,
      ],
      [
        `<hub-pay> refund-to (refundTo): "${people.svmRecipient}" is a Solana address, but an EVM chain needs ` +
          'an EVM address ' +
          `(0x and 40 hex digits)${rest}`,
      ],
    ]);
  });

  it('accepts only an EVM address when the page offers a deposit address', async () => {
    expect(await outcome({ useDepositAddress: true, refundTo: people.svmRecipient })).to.include('refundTo');
    expect(await outcome({ useDepositAddress: true, refundTo: people.payer })).to.equal(people.payer);
    expect(warn.args).to.deep.equal([]);
  });

  it('refuses the contract of a listed token of any chain that can pay', async () => {
    expect(await outcome({ refundTo: tokens.usdc.address })).to.include('nobody can spend');
    expect(await outcome({ refundTo: tokens.usdcSvm.address })).to.include('nobody can spend');
  });

  it('names the destination chain that the registry lacks, and says what to do', async () => {
    const [base, , svm] = chains;
    const lines = async (...pinned: (ChainRecord | undefined)[]): Promise<unknown[]> => {
      warn.resetHistory();
      await outcome({ registry: { chains: pinned.filter((chain) => chain !== undefined) } });
      return warn.args.flat() as unknown[];
    };
    expect(await lines(...chains)).to.deep.equal([]);
    expect(await lines(base, svm)).to.deep.equal([
      '<hub-pay> registry: lacks the destination chain 10, so its tokens come from the live list: add this chain',
    ]);
  });

  it('names each chain whose deposits the guard refuses, because its record has no address for deposits', async () => {
    const bare = ({ protocol: _p, solverAddresses: _s, ...chain }: ChainRecord): ChainRecord => chain;
    const registry = { chains: chains.map(bare) };
    const own = (more: Partial<SessionOptions>): Promise<unknown> =>
      parseIntent({ ...options, registry, ...more }, registry.chains);
    const rest = 'so its deposits are refused: add the address, or remove the chain';
    await own({ venueExchangeUrl: 'https://venue.test/exchange' });
    expect(warn.args.flat()).to.deep.equal([
      `<hub-pay> registry: chain 8453 has no protocol.v2.depository, ${rest}`,
      `<hub-pay> registry: chain 10 has no protocol.v2.depository, ${rest}`,
      `<hub-pay> registry: chain ${SVM} has no protocol.v2.depository, ${rest}`,
      `<hub-pay> registry: chain 1337 has no protocol.v2.depository and no solverAddresses, ${rest}`,
    ]);
    warn.resetHistory();
    const solved = { chains: registry.chains.map((each) => ({ ...each, solverAddresses: [people.recipient] })) };
    await parseIntent({ ...options, registry: solved, originChainId: 8453 }, solved.chains);
    expect(warn.args.flat()).to.deep.equal([
      '<hub-pay> registry: chain 8453 has no protocol.v2.depository, so only plain transfers to its solvers pass, ' +
        'with explicitDeposit: false: add the address, or remove the chain',
    ]);
    warn.resetHistory();
    await own({ originChainId: 8453 });
    expect(warn.callCount, 'only the chain that pays').to.equal(1);
    warn.resetHistory();
    await parseIntent(options, registry.chains);
    expect(warn.callCount, 'a listing of the service is no mistake of the merchant').to.equal(0);
  });

  it('names a recipient on an SVM chain that no key controls, such as a token account', async () => {
    const svm = { destinationChainId: SVM, destinationCurrency: tokens.usdcSvm.address };
    await outcome({ ...svm, recipient: people.svmRecipient });
    expect(warn.args).to.deep.equal([]);
    await outcome({ ...svm, recipient: KEYLESS });
    expect(warn.args.flat()).to.deep.equal([
      `<hub-pay> recipient: no key controls "${KEYLESS}": set the address of a wallet, ` +
        'not of a contract, a token account or a program',
    ]);
  });

  it('F-197 names a recipient that belongs to the chain itself, and refuses one for refunds', async () => {
    const precompile = `0x${'4'.padStart(40, '0')}`;
    await outcome({ recipient: precompile });
    expect(warn.args.flat()).to.deep.equal([
      `<hub-pay> recipient: no key controls "${precompile}": set the address of a wallet, ` +
        'not of a contract, a token account or a program',
    ]);
    expect(await outcome({ refundTo: precompile })).to.contain('refundTo: ');
  });
});
