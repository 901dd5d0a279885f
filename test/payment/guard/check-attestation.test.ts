import { expect } from 'chai';
import type { RequestData } from '../../../demo/devnet/base/sign-attestation.js';
import type { GuardNote } from '../../../src/types.js';
import type { SessionOptions } from '../../../src/payment/session/session.js';
import { settle } from '../../support/clock.js';
import { people, tokens } from '../../support/quotes.js';
import { worldChains } from '../../support/world-service.js';
import { ETH, USDC, World, type Tab } from '../../support/world.js';

const pinned: Partial<SessionOptions> = { registry: { chains: worldChains() } };
const required: Partial<SessionOptions> = { ...pinned, attestation: 'required' };

const world = async (
  options: Partial<SessionOptions>,
  prepare: (world: World) => void = () => undefined,
  asset = ETH as { chainId: number; currency: string },
): Promise<{ world: World; tab: Tab }> => {
  const made = new World();
  prepare(made);
  const tab = made.open(options);
  await tab.review(asset);
  // Within this time, the page makes all three attempts to fetch an attestation.
  await made.clock.advance(3_000);
  return { world: made, tab };
};

const signaturesAsked = ({ log }: World): string[] =>
  log.flatMap((entry) => (entry.kind === 'request' && entry.path.endsWith('/signature') ? [entry.path] : []));

const problemOf = ({ state }: Tab): string | undefined =>
  'problem' in state ? `${state.problem.code} ${state.problem.details ?? ''}`.trim() : undefined;

const warningsOf = ({ state }: Tab): GuardNote[] => (state.name === 'reviewing' ? state.quote.warnings : []);

const pay = async (tab: Tab): Promise<void> => {
  await tab.press();
  await settle();
};

describe('G60 attestation', () => {
  for (const asset of [ETH, USDC]) {
    it(`is requested once and adds no warning when the signature is valid (${asset.currency})`, async () => {
      const { world: made, tab } = await world(pinned, undefined, asset);
      const shown = tab.state.name === 'reviewing' ? tab.state.quote.requestId : '';
      expect(signaturesAsked(made)).to.deep.equal([`/requests/${shown}/signature`]);
      expect([problemOf(tab), warningsOf(tab)]).to.deep.equal([undefined, []]);
      await pay(tab);
      await tab.reach('succeeded');
      expect(signaturesAsked(made)).to.have.length(1);
    });
  }

  it('is requested again when the quote is renewed', async () => {
    const { world: made, tab } = await world(pinned);
    await made.clock.advance(26_000);
    await tab.reach('reviewing');
    expect(signaturesAsked(made)).to.have.length(2);
    expect(new Set(signaturesAsked(made)).size).to.equal(2);
  });

  const wrong: Record<string, (made: World) => void> = {
    'another account signed it': (made) => (made.service.attestation = 'forged'),
    ...Object.fromEntries(
      (
        [
          ['originChainId', 10],
          ['originUser', people.attacker],
          ['originCurrency', tokens.usdc.address],
          ['originAmount', '1'],
          ['destinationChainId', 8453],
          ['destinationUser', people.attacker],
        ] as const satisfies [keyof RequestData, unknown][]
      ).map(([name, value]) => [
        `the solver signed another ${name}`,
        (made: World) => (made.service.attestation = { [name]: value }),
      ]),
    ),
  };
  for (const [what, prepare] of Object.entries(wrong)) {
    for (const mode of ['warn', 'required'] as const) {
      it(`blocks the payment when ${what} (${mode})`, async () => {
        const { world: made, tab } = await world({ ...pinned, attestation: mode }, prepare);
        expect(problemOf(tab)).to.equal('quote-unsafe G60 attestation');
        await pay(tab);
        expect(tab.state).to.include({ name: 'reviewing', confirming: false });
        expect(problemOf(tab)).to.equal('quote-unsafe G60 attestation');
        expect(made.prompts).to.have.length(0);
        expect(await made.deposits()).to.equal(0);
      });
    }
  }

  const missing: Record<string, World['service']['attestationOutage']> = {
    'is not found': { status: 404, json: { message: 'Request not found' } },
    'is refused': { status: 401, json: { message: 'Unauthorized', errorCode: 'UNAUTHORIZED' } },
    'is malformed': { status: 200, json: { requestData: {}, signature: '0x' } },
  };
  for (const [what, unsigned] of Object.entries(missing)) {
    it(`adds a warning and allows the payment when it ${what}`, async () => {
      const { tab } = await world(pinned, (made) => (made.service.attestationOutage = unsigned));
      expect(warningsOf(tab).map(({ rule, path }) => `${rule} ${path}`)).to.deep.equal(['G60 attestation']);
      expect(problemOf(tab)).to.equal(undefined);
      await pay(tab);
      await tab.reach('succeeded');
    });

    it(`blocks the payment when it is required and ${what}`, async () => {
      const { world: made, tab } = await world(required, (each) => (each.service.attestationOutage = unsigned));
      expect(problemOf(tab)).to.equal('quote-unsafe G60 attestation');
      await pay(tab);
      expect(tab.state).to.include({ name: 'reviewing', confirming: false });
      expect(made.prompts).to.have.length(0);
    });
  }

  it('stops the press after 4 s when it never arrives, and lets the next press pay when it is optional', async () => {
    const silent = (made: World): void => void (made.service.attestationOutage = 'silent');
    const warned = await world(pinned, silent);
    await pay(warned.tab);
    await warned.world.clock.advance(4_000);
    expect(warned.tab.state).to.include({ name: 'reviewing', confirming: false });
    expect(warningsOf(warned.tab).map(({ rule }) => rule)).to.deep.equal(['G60']);
    expect(warned.world.prompts).to.have.length(0);
    await pay(warned.tab);
    await warned.world.clock.advance(4_000);
    await warned.tab.reach('processing', 'succeeded');
    expect(warned.world.prompts).to.have.length(1);

    const refused = await world(required, silent);
    await pay(refused.tab);
    await refused.world.clock.advance(4_000);
    expect(refused.tab.state).to.include({ name: 'reviewing', confirming: false });
    expect(problemOf(refused.tab)).to.equal('quote-unsafe G60 attestation');
    expect(refused.world.prompts).to.have.length(0);
  });
});
