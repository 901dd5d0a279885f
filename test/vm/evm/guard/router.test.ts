import { expect } from 'chai';
import type { GuardNote } from '../../../../src/types.js';
import { honestCases } from '../../../support/honest-quotes.js';
import { unprovableRoutes } from '../../../support/malicious/malicious-routes.js';
import { permit2Case } from '../../../support/permit-quotes.js';
import { depositing, inner } from '../../../support/router-quotes.js';
import { call, people, read } from '../../../support/quotes.js';
import { passed, places } from '../../../support/judge.js';

describe('G15 warnings of guardQuote about the route', () => {
  const opaque = [
    'a swap on the origin chain before the deposit',
    'a swap on the origin chain into the native currency before the deposit',
    'a call that deposits the output of a swap for the order',
    'a swap of a token for a token',
    'a swap that states its output',
    'a swap of the native currency for a token',
    'a swap of a token for the native currency',
    'a fee of the router for the solver that is a fifth of the money',
  ];
  const followed = [
    'a deposit by the proxy and the router',
    'a native deposit by the router',
    'a native deposit by the proxy',
    'the same token, sent to the recipient by the router',
    'a deposit by the proxy, in the same currency',
  ];

  const unfollowed = [
    ...opaque.map((name) => [name, honestCases[name]!] as const),
    ...Object.entries(unprovableRoutes),
  ];
  for (const [name, make] of unfollowed) {
    it(`state how much can leave the wallet at most when the route is ${name}`, async () => {
      const each = make();
      const { warnings } = await passed(each);
      const [{ rule, message }] = warnings.filter(({ path }) => path.endsWith('.data.data')) as [GuardNote];
      expect(rule).to.equal('G15');
      expect(message).to.contain(`at most ${String(read(each, 'quote.details.currencyIn.amount'))} leaves the wallet`);
    });
  }

  it('include the Permit2 signature when its calls cannot be traced (G33)', async () => {
    const stranger = inner(people.attacker, call.approve(people.recipient, 0n));
    const { warnings } = await passed(permit2Case([stranger, ...depositing()]));
    expect(places(warnings)).to.deep.equal(['G33 steps[1].items[0].data']);
    expect((await passed(permit2Case())).warnings).to.deep.equal([]);
  });

  it('S-17 name the share of the solver when the router pays one', async () => {
    for (const name of ['a fee of the router for the solver', 'the same token, less a fee that may fail']) {
      const { warnings } = await passed(honestCases[name]!());
      const [{ path, ...note }] = warnings as [GuardNote];
      expect(path).to.match(/\.data\.data\.fee$/);
      expect(note).to.deep.equal({ rule: 'G15', message: 'goes to a solver', amount: '80000' });
    }
  });

  for (const name of followed) {
    it(`are empty when the route is ${name}`, async () => {
      expect((await passed(honestCases[name]!())).warnings).to.deep.equal([]);
    });
  }
});
