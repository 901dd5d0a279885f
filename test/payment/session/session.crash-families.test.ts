/**
 * Kills the page at every point of a payment with the adapters of payers: real bytes go through the guard to an SVM
 * chain or to the exchange of the venue. The payer then opens another page.
 */
import { expect } from 'chai';
import { stride } from '../../support/thorough.js';
import { SECOND } from '../../support/times.js';
import { NONCE, PAID } from '../../support/venue-quotes.js';
import type { Tab } from '../../support/world.js';
import { SvmWorld } from '../../support/svm-world.js';
import { EXCHANGE, OWN, PERPS, VenueWorld, type Exchange } from '../venue-world.js';

/** A payment of one family. `points` counts the moments at which the page can end. */
type Scene = {
  world: SvmWorld | VenueWorld;
  open: () => Tab;
  review: (tab: Tab) => Promise<void>;
  deposits: () => number;
  /** Calls `pass` before each request to a node, and passes `true` if the request moves the money. */
  watch: (pass: (moves: boolean) => void) => void;
};

/** `drops`: how many transactions the node loses. A lost transaction expires, unless the same page sends it again. */
function svmScene(drops = 0): Scene {
  const world = new SvmWorld();
  world.ledger.drops = drops;
  return {
    world,
    open: () => world.open(world.pinned),
    review: (tab) => world.review(tab),
    deposits: () => world.ledger.executed().length,
    watch(pass) {
      world.onLog = () => pass(false);
      world.nodes.set(world.ledger.url, (address, init) => {
        pass((init?.body as string).includes('sendTransaction'));
        return world.ledger.fetch(address, init);
      });
    },
  };
}

function venueScene(exchange: Exchange = 'executes'): Scene {
  const world = new VenueWorld();
  world.exchange = exchange;
  world.payer = 'waits';
  const full = world.balance;
  const usual = world.service.answer.bind(world.service);
  world.service.depositsOf = (requestId) => {
    const nonce = NONCE + world.service.requestIds.indexOf(requestId) + 1;
    return Promise.resolve(world.isUsed(nonce) ? [`0x${nonce.toString(16).padStart(64, '0')}`] : []);
  };
  return {
    world,
    open: () => world.open(OWN),
    review: (tab) => tab.review(PERPS),
    deposits: () => Number((full - world.balance) / PAID),
    watch(pass) {
      world.onLog = () => pass(false);
      world.service.answer = (method, url, body) => {
        pass(url.href === EXCHANGE || url.pathname === '/authorize');
        return usual(method, url, body);
      };
    },
  };
}

/**
 * Acts as a payer who wants to pay once: opens the page, presses, signs and waits for the outcome. If the page asks
 * whether the payment was sent, the payer looks into the account.
 */
async function persevere({ world, review, deposits }: Scene, tab: Tab): Promise<void> {
  for (let second = 0; second < 600 && tab.isOpen; second += 1) {
    await world.clock.advance(0);
    const { state } = tab;
    if (state.name === 'succeeded') return;
    const open = world.signings.find(({ isOpen }) => isOpen);
    if (open) open.sign();
    else if (state.name === 'idle' || state.name === 'selecting') await review(tab);
    else if (state.name === 'reviewing') await tab.press();
    else if (state.name === 'processing' && state.status === 'unknown' && deposits() === 0)
      await tab.do({ type: 'abandoned' });
    await world.clock.advance(SECOND);
  }
}

type Run = { deposits: number; facts: string[]; points: number; moving: number[] };

/** Kills the page at `point`. */
async function run(scene: Scene, point = Infinity): Promise<Run> {
  const { world } = scene;
  const tab = scene.open();
  let points = 0;
  const moving: number[] = [];
  scene.watch((moves) => {
    if (moves) moving.push(points);
    if (points === point) queueMicrotask(() => tab.kill());
    points += 1;
  });
  await persevere(scene, tab);
  if (point !== Infinity) {
    tab.kill();
    await persevere(scene, scene.open());
  }
  await world.clock.advance(15 * SECOND);
  return { deposits: scene.deposits(), facts: world.factNames().sort(), points, moving };
}

const PAID_ONCE = { deposits: 1, facts: ['hub-sent', 'hub-success'] };

/** Every scene is interrupted around its requests that move money. Two of them are interrupted at other points too. */
const SCENES: Record<string, [scene: () => Scene, every: number]> = {
  'from an SVM chain': [() => svmScene(), stride],
  'from an SVM chain whose node loses the first transaction': [() => svmScene(1), Infinity],
  'from the venue': [() => venueScene(), stride],
  'from the venue whose answers are lost': [() => venueScene('loses'), Infinity],
  'from the venue that never answers': [() => venueScene('hangs'), Infinity],
};

describe('I15 session after a crash, by family', () => {
  for (const [name, [scene, every]] of Object.entries(SCENES))
    it(`F-149 … F-156 pays once and tells the end once when the page is killed: ${name}`, async function () {
      this.timeout(600_000);
      const { points, moving, ...outcome } = await run(scene());
      expect(outcome).to.deep.equal(PAID_ONCE);
      expect(points).to.be.greaterThan(30);
      expect(moving).not.to.have.length(0);
      const strided = Array.from({ length: Math.floor(points / every) }, (_, index) => index * every);
      const close = moving.flatMap((point) => [point - 1, point, point + 1]);
      for (const point of new Set([...strided, ...close])) {
        const { points: _, moving: __, ...after } = await run(scene(), point);
        expect(after, `at ${point} of ${points}`).to.deep.equal(PAID_ONCE);
      }
    });
});
