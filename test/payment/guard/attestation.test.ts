import { expect } from 'chai';
import { checkOptions } from '../../../src/payment/model/options.js';
import type { SessionOptions } from '../../../src/payment/session/session.js';
import { settle } from '../../support/clock.js';
import { worldChains } from '../../support/world-service.js';
import { ETH, OPTIONS, World } from '../../support/world.js';

const pinned: Partial<SessionOptions> = { registry: { chains: worldChains() } };

const signaturesAsked = ({ log }: World): string[] =>
  log.flatMap((entry) => (entry.kind === 'request' && entry.path.endsWith('/signature') ? [entry.path] : []));

describe('G60 attestation mode', () => {
  it('is not requested when it is off or when no solver is pinned', async () => {
    const unpinned = { chains: worldChains().map(({ solverAddresses: _, ...chain }) => chain) };
    const rows: Partial<SessionOptions>[] = [
      { ...pinned, attestation: 'off' },
      {},
      { attestation: 'warn' },
      { registry: unpinned },
    ];
    for (const options of rows) {
      const made = new World();
      made.service.attestation = 'forged';
      const tab = made.open(options);
      await tab.review(ETH);
      await made.clock.advance(3_000);
      await tab.press();
      await settle();
      await tab.reach('succeeded');
      expect(signaturesAsked(made)).to.deep.equal([]);
    }
  });

  it('is a config error when it is required and no solver is pinned, even if the listing names solvers', async () => {
    const made = new World();
    const tab = made.open({ attestation: 'required' });
    await settle();
    expect(tab.state).to.have.nested.property('problem.attribute', 'attestation');
    expect(tab.state).to.have.nested.property('problem.code', 'config');
    expect(made.of('request')).to.deep.equal([]);
    expect(() => checkOptions({ ...OPTIONS, attestation: 'on' as never }))
      .to.throw()
      .with.property('attribute', 'attestation');
  });
});
