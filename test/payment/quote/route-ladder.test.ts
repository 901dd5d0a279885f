/** Tests which routes are tried until a transaction fits, and what happens if none fits. */
import { expect } from 'chai';
import { HubPayError } from '../../../src/errors.js';
import type { PaymentContext } from '../../../src/payment/context/context.js';
import type { ChainList } from '../../../src/payment/quote/chain-list.js';
import type { ListedQuote } from '../../../src/payment/quote/quote-payment.js';
import { quoteThatFits } from '../../../src/payment/quote/route-ladder.js';
import type { PaymentIntent } from '../../../src/types.js';
import type { InstructionsRequest } from '../../../src/vm/family/abilities.js';
import type { VmAdapter } from '../../../src/vm/family/adapter.js';
import { VirtualClock } from '../../support/clock.js';
import { registerFamily } from '../../support/fakes/register-family.js';
import { quote as summary } from '../../support/samples.js';

const tooLarge = (): HubPayError => new HubPayError('transaction-too-large', '1233 bytes');
type Limits = { maxRouteLength?: unknown; includedOriginSwapSources?: unknown };
type Fails = (limits: Limits) => Error | null;
const never: Fails = () => null;

/**
 * Runs the ladder, and returns its result and the routes of its quotes.
 * @param given the fields of the merchant, or of the last quote
 */
async function climb(
  quoteFails: Fails,
  compileFails: Fails = never,
  given: Limits = {},
): Promise<{ result: ListedQuote | HubPayError; routes: Limits[] }> {
  const routes: Limits[] = [];
  const compile = async (): Promise<void> => {
    const error = compileFails(routes.at(-1)!);
    if (error) throw error;
  };
  const instructions = { smallestSource: 'jupiter', compile };
  registerFamily('toy-ladder', { vmType: 'toy-ladder', instructions } as unknown as VmAdapter);
  const quote = async (_context: unknown, _list: unknown, intent: PaymentIntent): Promise<ListedQuote> => {
    const { maxRouteLength, includedOriginSwapSources: sources } = intent as Limits;
    routes.push({ maxRouteLength, ...(sources !== undefined && { includedOriginSwapSources: sources }) });
    const error = quoteFails(routes.at(-1)!);
    if (error) throw error;
    const requests = [{ kind: 'instructions' } as InstructionsRequest];
    return { summary, requests, digest: '', quotedAt: 0, rechecked: Promise.resolve() };
  };
  const state = (): { name: string } => ({ name: 'idle' });
  const context = { state, deps: { fetch, clock: new VirtualClock() } } as unknown as PaymentContext;
  const chainList = { payable: () => ({ id: 1, vmType: 'toy-ladder' }) } as unknown as ChainList;
  const { signal } = new AbortController();
  const intent: PaymentIntent = { tradeType: 'EXACT_OUTPUT', ...given };
  const result = await quoteThatFits(context, chainList, intent, { signal }, quote).catch(
    (error: unknown) => error as HubPayError,
  );
  return { result, routes };
}

const FOUR = { maxRouteLength: 4 };
const THREE = { maxRouteLength: 3 };
const ONE_SOURCE = { maxRouteLength: 3, includedOriginSwapSources: ['jupiter'] };
const ofFour: Fails = ({ maxRouteLength }) => (maxRouteLength === 4 ? tooLarge() : null);
const hasOneSource = ({ includedOriginSwapSources }: Limits): boolean => includedOriginSwapSources !== undefined;

describe('route-ladder', () => {
  it('asks for four hops and a compute unit limit first, and takes the quote when its transaction fits', async () => {
    const { result, routes } = await climb(never);
    expect(routes).to.deep.equal([FOUR]);
    expect(result).to.have.property('intent').that.includes({ maxRouteLength: 4, includeComputeUnitLimit: true });
  });

  for (const [title, quoteFails, compileFails] of [
    ['the service refuses four hops', ofFour, never],
    ['the transaction of four hops is too large', never, ofFour],
  ] as const) {
    it(`F-138 takes the quote with three hops when ${title}`, async () => {
      const { result, routes } = await climb(quoteFails, compileFails);
      expect(routes).to.deep.equal([FOUR, THREE]);
      expect(result).to.have.property('intent').that.includes({ maxRouteLength: 3 });
    });
  }

  it('F-138 takes the quote with the aggregator as the only source when three hops are too large', async () => {
    const { result, routes } = await climb((limits) => (hasOneSource(limits) ? null : tooLarge()));
    expect(routes).to.deep.equal([FOUR, THREE, ONE_SOURCE]);
    expect(result).to.have.nested.property('intent.includedOriginSwapSources').that.deep.equals(['jupiter']);
  });

  it('F-138 ends with transaction-too-large when nothing fits', async () => {
    const { result, routes } = await climb(never, tooLarge);
    expect(routes).to.deep.equal([FOUR, THREE, ONE_SOURCE]);
    expect(result).to.include({ code: 'transaction-too-large', money: 'not-sent' });
  });

  it('F-138 ends with transaction-too-large when the single source has no route', async () => {
    const noRoute = new HubPayError('no-route', 'no route');
    const { result } = await climb((limits) => (hasOneSource(limits) ? noRoute : tooLarge()));
    expect(result).to.have.property('code', 'transaction-too-large');
  });

  it('keeps the limits of the merchant', async () => {
    const own = { maxRouteLength: 2, includedOriginSwapSources: ['mine'] };
    expect((await climb(tooLarge, never, own)).routes).to.deep.equal([own]);
  });

  it('starts with the route of the last quote when the quote is renewed', async () => {
    expect((await climb(never, never, ONE_SOURCE)).routes).to.deep.equal([ONE_SOURCE]);
  });

  it('F-142 ends with the problem of the simulation when the transaction would fail', async () => {
    const { result, routes } = await climb(never, () => new HubPayError('insufficient-funds', 'no'));
    expect(result).to.have.property('code', 'insufficient-funds');
    expect(routes).to.deep.equal([FOUR]);
  });

  it('F-142 P-61 takes the quote with a warning when the account has too little for the network costs', async () => {
    const values = { native: 'SOL', costs: '0.0008 SOL', held: '0 SOL', amount: '0.0008 SOL' };
    const { result } = await climb(never, () => new HubPayError('insufficient-native', 'no', { values }));
    expect(result).to.have.nested.property('summary.warnings').that.has.length(1);
    expect(result).to.have.deep.nested.property('summary.warnings[0].values', values);
  });

  it('F-148 takes the quote when the node does not answer', async () => {
    const { result } = await climb(never, () => new HubPayError('service-down', 'down'));
    expect(result).to.have.property('summary');
  });

  it('ends with any other problem of the service', async () => {
    const { result, routes } = await climb(() => new HubPayError('no-route', 'no route'));
    expect(result).to.have.property('code', 'no-route');
    expect(routes).to.deep.equal([FOUR]);
  });
});
