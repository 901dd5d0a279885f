/** Tests that a session without the element names options in its errors. */
import { expect } from 'chai';
import { HubPayError, errorInfo, type ErrorInfo } from '../../../src/errors.js';
import { createPaymentSession, inOptionNames } from '../../../src/payment/session/headless-session.js';
import type { SessionOptions } from '../../../src/payment/model/options.js';
import { settle } from '../../support/clock.js';
import { people } from '../../support/quotes.js';
import { World } from '../../support/world.js';

const options: SessionOptions = {
  baseUrl: 'https://hub.test',
  destinationChainId: 10,
  destinationCurrency: 'USDC',
  amount: '25.00',
  recipient: people.recipient,
};

/** The problem of a session with these options, and the error of its method `resume`. */
async function refused(more: Partial<SessionOptions>): Promise<[problem: ErrorInfo | undefined, thrown: HubPayError]> {
  const session = createPaymentSession({ ...options, ...more }, { fetch: () => new Promise(() => undefined) });
  await settle();
  const state = session.$state.get();
  const thrown = await session.resume(`0x${'1'.repeat(64)}`).catch((error: unknown) => error as HubPayError);
  session.destroy();
  return ['problem' in state ? state.problem : undefined, thrown as HubPayError];
}

describe('headless-session', () => {
  for (const baseUrl of [undefined, '/hub', 'demo:'])
    it(`does not propose test mode, which it has not, for the base URL ${baseUrl}`, async () => {
      const [problem] = await refused({ baseUrl } as Partial<SessionOptions>);
      expect(problem?.message)
        .to.match(/^baseUrl: (?:is missing|"[^"]+" is no full)/u)
        .and.not.contain('or "demo:"');
    });

  for (const [more, name] of [
    [{ tradeType: 'EXACT' as never }, 'tradeType'],
    [{ originCurrency: 'USDC' }, 'originChainId'],
    [{ baseUrl: 'ftp://hub.test' }, 'baseUrl'],
    [{ amount: 'many' }, 'amount'],
  ] as const) {
    it(`names the option ${name} in the problem and in the thrown error`, async () => {
      for (const error of await refused(more)) {
        expect(error).to.include({ code: 'config', attribute: name });
        expect(error?.message)
          .to.match(new RegExp(`^${name}: `))
          .and.not.match(/origin-|trade-|base-url/);
      }
    });
  }

  it('renames each option inside the message, and nothing else', () => {
    const message = 'trade-type: EXACT_INPUT needs origin-chain-id, origin-currency and connect-src';
    const problem = errorInfo(new HubPayError('config', message, { attribute: 'trade-type' }));
    expect(inOptionNames(problem)).to.deep.equal({
      ...problem,
      attribute: 'tradeType',
      message: problem.message
        .replace('trade-type', 'tradeType')
        .replace('origin-chain-id', 'originChainId')
        .replace('origin-currency', 'originCurrency'),
    });
    expect(inOptionNames(inOptionNames(problem)).message).to.contain('connect-src');
  });

  it('keeps the object of a problem that names no attribute, so that it stays the same problem', () => {
    const problem = errorInfo(new HubPayError('quote-unsafe', 'The guard refused the quote.'));
    expect(inOptionNames(problem)).to.equal(problem);
  });

  it('leaves the attributes in the errors of the element’s session', async () => {
    const tab = new World().open({ tradeType: 'EXACT' as never });
    await tab.do({ type: 'opened' });
    expect(tab.state).to.have.nested.property('problem.attribute', 'trade-type');
  });
});
