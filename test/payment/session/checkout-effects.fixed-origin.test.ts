/** Tests an origin chain that the merchant has fixed and from which nobody can pay. */
import { expect } from 'chai';
import type { SessionOptions } from '../../../src/payment/model/options.js';
import type { ChainRecord } from '../../../src/types.js';
import { World, type Tab } from '../../support/world.js';
import { worldChains } from '../../support/world-service.js';

const pinned = (...ids: number[]): Partial<SessionOptions> => ({
  registry: { chains: worldChains().filter(({ id }) => ids.includes(id)) },
});
const without = (chains: readonly ChainRecord[]): ChainRecord[] => chains.filter(({ id }) => id !== 8453);

/** Opens the checkout. No wallet is connected. */
async function opened(
  options: Partial<SessionOptions>,
  prepare: (world: World) => void = () => undefined,
): Promise<Tab> {
  const world = new World();
  prepare(world);
  const tab = world.open(options);
  await tab.do({ type: 'opened' });
  return tab;
}

describe('checkout-effects with a fixed origin chain', () => {
  const misconfigured: Record<string, Partial<SessionOptions>> = {
    'the service does not know it': { originChainId: 99 },
    'the registry does not have it': { originChainId: 8453, ...pinned(10) },
    'it is not among the origins': { originChainId: 8453, origins: [10] },
  };
  it('P-24 names the option before a wallet connects when no wallet can pay from it', async () => {
    const { state } = await opened({ originChainId: 8253038 }, ({ service }) => {
      service.listing = (chains) => [...chains, { id: 8253038, name: 'bitcoin', vmType: 'bvm' }];
    });
    expect(state).to.have.property('name', 'idle');
    expect(state).to.have.property('problem').that.includes({ code: 'config', attribute: 'originChainId' });
  });

  for (const [title, options] of Object.entries(misconfigured)) {
    it(`P-24 names the option before a wallet connects when ${title}`, async () => {
      const { state } = await opened(options);
      expect(state).to.have.property('name', 'idle');
      expect(state).to.have.property('problem').that.includes({ code: 'config', attribute: 'originChainId' });
      expect(state).to.have.nested.property('problem.money', 'not-sent');
    });
  }

  const paused: Record<string, (world: World) => void> = {
    'the service has disabled it': ({ service }) => void (service.incidents[8453] = { disabled: true }),
    'it takes no deposits': ({ service }) => void (service.incidents[8453] = { depositEnabled: false }),
    'the service no longer lists it': ({ service }) => void (service.listing = without),
  };
  for (const [title, prepare] of Object.entries(paused)) {
    it(`P-24 says that the chain is paused before a wallet connects when ${title}`, async () => {
      const { state } = await opened({ originChainId: 8453, ...pinned(8453, 10) }, prepare);
      expect(state).to.have.property('name', 'idle');
      expect(state).to.have.nested.property('problem.code', 'chain-paused');
    });
  }

  it('opens the choice of a wallet when the chain can pay', async () => {
    const { state } = await opened({ originChainId: 8453, origins: [10, 8453], ...pinned(8453, 10) });
    expect(state).to.include({ name: 'selecting' }).and.not.to.have.property('problem');
  });
});
