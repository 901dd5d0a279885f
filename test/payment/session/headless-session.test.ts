/** Tests that a session without the element names options in its errors. */
import { expect } from 'chai';
import type { ErrorInfo, HubPayError } from '../../../src/errors.js';
import { createPaymentSession } from '../../../src/payment/session/headless-session.js';
import type { SessionOptions } from '../../../src/payment/model/options.js';
import { settle } from '../../support/clock.js';
import { people } from '../../support/quotes.js';

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

  it('names each option inside the message, and gives the message in parts', async () => {
    const [problem] = await refused({ tradeType: 'EXACT_INPUT' });
    const { message, docsUrl, parts = [] } = problem ?? {};
    expect(message).to.equal(`tradeType: EXACT_INPUT also needs originChainId and originCurrency. See ${docsUrl}`);
    expect(parts.filter((part) => typeof part === 'object')).to.deep.equal([
      { option: 'tradeType' },
      { option: 'originChainId' },
      { option: 'originCurrency' },
    ]);
  });

  it('leaves a value of the merchant as it is, also if it looks like the name of an attribute', async () => {
    const [problem] = await refused({ amount: 'origin-chain-id' });
    expect(problem?.message).to.match(/^amount: "origin-chain-id" is not a plain decimal/u);
  });

  // In plain JavaScript, 7 and '7' would name two orders, and an amount of the type number ended in a TypeError.
  for (const [more, name] of [
    [{ reference: 7 }, 'reference'],
    [{ amount: 25 }, 'amount'],
    [{ amount: 25n }, 'amount'],
    [{ destinationCurrency: 7 }, 'destinationCurrency'],
    [{ confirmUrl: 7 }, 'confirmUrl'],
    [{ wallets: 'MetaMask' }, 'wallets'],
    [{ reciepient: people.recipient }, 'reciepient'],
  ] as const) {
    it(`F-198 refuses ${name} of the type ${typeof Object.values(more)[0]} in the state, and lets no error escape`, async () => {
      for (const error of await refused(more as never)) expect(error).to.include({ code: 'config', attribute: name });
    });
  }

  it('refuses such a value also when it is set later', async () => {
    const session = createPaymentSession(options, { fetch: () => new Promise(() => undefined) });
    for (const more of [{ amount: 25 }, { amount: 25n }, { reference: 7 }]) {
      session.configure({ ...options, ...more } as never);
      await settle();
      expect(session.$state.get()).to.have.nested.property('problem.attribute', Object.keys(more)[0]);
    }
    session.destroy();
  });

  for (const [name, value, advice] of [
    ['clock', {}, 'the functions now, setTimeout, clearTimeout'],
    ['storage', {}, 'the functions getItem, setItem, removeItem'],
    ['locks', 5, 'the function request'],
    ['WebSocket', {}, 'must be a function'],
  ] as const) {
    it(`throws at once if the part ${name} of the platform cannot do its work`, () => {
      expect(() => createPaymentSession(options, { [name]: value })).to.throw(advice);
    });
  }

  it('refuses new options that are no object', () => {
    const session = createPaymentSession(options, { fetch: () => new Promise(() => undefined) });
    for (const next of [null, undefined, 'demo:', []])
      expect(() => session.configure(next as never)).to.throw('options: must be an object');
    session.destroy();
  });

  it('throws at once if the options are no object, or if a part of the platform is misspelt or of another type', () => {
    for (const none of [undefined, null, 'https://hub.test', []])
      expect(() => createPaymentSession(none as never)).to.throw('options: must be an object');
    expect(() => createPaymentSession(options, { fetsh: fetch } as never)).to.throw('did you mean "fetch"?');
    expect(() => createPaymentSession(options, { fetch: '/hub' } as never)).to.throw('fetch: must be a function');
    expect(() => createPaymentSession(options, { storage: null } as never)).to.throw('storage: must be an object');
  });
});
