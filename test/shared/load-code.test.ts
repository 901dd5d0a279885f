import { expect } from 'chai';
import { HubPayError } from '../../src/errors.js';
import { loaded } from '../../src/shared/load-code.js';

describe('loaded', () => {
  it('resolves with the module', async () => {
    const module = { run: () => 1 };
    expect(await loaded(Promise.resolve(module), 'runs')).to.equal(module);
  });

  it('rejects with service-down, the reason and where the money is when the code could not be loaded', async () => {
    const cause = new TypeError('Failed to fetch dynamically imported module');
    const errors = [loaded(Promise.reject(cause), 'runs'), loaded(Promise.reject(cause), 'runs', 'unknown')].map(
      (loading) => loading.catch((error: unknown) => error as HubPayError),
    );
    const [first, second] = (await Promise.all(errors)) as [HubPayError, HubPayError];
    expect(first).to.be.instanceOf(HubPayError);
    expect([first.code, first.reason, first.message, first.money, first.cause]).to.deep.equal([
      'service-down',
      'not-loaded',
      'The code that runs could not be loaded.',
      'not-sent',
      cause,
    ]);
    expect(second.money).to.equal('unknown');
  });
});
