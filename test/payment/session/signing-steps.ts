/** The steps of random runs in which the payer signs: what the node, the exchange and the service can do. */
import { EXPIRY_MS } from '../../support/fake-svm-chain.js';
import { SVM_EXPIRY_MS } from '../../support/svm-ledger.js';
import { MINUTE } from '../../support/times.js';
import { PAID } from '../../support/venue-quotes.js';
import type { Outage } from '../../support/world-service.js';
import type { Chaos } from './chaos.js';
import { SvmChaos, VenueChaos, type Family } from './signing-chaos.js';
import { SvmZooChaos } from './svm-zoo-chaos.js';
import { group, HONEST, onTabs, ROUGH, type Group } from './steps.js';

type Steps<C> = Record<string, (chaos: C) => unknown>;

/** Steps that know only worlds of one family. */
const own = <C extends Chaos>(weight: number, type: abstract new (...args: never[]) => C, steps: Steps<C>): Group =>
  group(
    weight,
    Object.fromEntries(
      Object.entries(steps).map(([text, run]) => [
        text,
        (chaos: Chaos) => {
          if (!(chaos instanceof type)) throw new Error(`${text} is a step of another family`);
          return run(chaos);
        },
      ]),
    ),
  );

const SVM: readonly Group[] = [
  own(3, SvmChaos, {
    'the blockhash expires': ({ world }) => world.clock.advance(EXPIRY_MS),
    async 'the payer signs after the blockhash has expired'(chaos) {
      await chaos.world.clock.advance(EXPIRY_MS);
      await chaos.answer(0, 'approve');
    },
    'the wallet’s answer is lost': (chaos) => chaos.loseAnswer(),
  }),
  own(4, SvmChaos, {
    'the node is down': ({ world: { svm } }) => (svm.fault = 'down'),
    'the node hides transactions': ({ world: { svm } }) => (svm.fault = 'blind'),
    'the node answers': ({ world: { svm } }) => (svm.fault = null),
    'the node is 200 blocks ahead': ({ world: { svm } }) => (svm.lead = 200),
    'the node tells the height': ({ world: { svm } }) => (svm.lead = 0),
  }),
  own(3, SvmChaos, {
    'the node loses three transactions': ({ world: { svm } }) => (svm.drops = 3),
    'the node loses every transaction': ({ world: { svm } }) => (svm.drops = Infinity),
    'the chain needs 20 s': ({ world: { svm } }) => (svm.delay = 20_000),
    'the chain needs 800 ms': ({ world: { svm } }) => Object.assign(svm, { delay: 800, drops: 0 }),
    'transactions fail': ({ world: { svm } }) => (svm.fails = !svm.fails),
  }),
];

/** Steps with an odd SVM wallet. Its transactions are real bytes. */
export const SVM_ZOO: readonly Group[] = [
  own(3, SvmZooChaos, {
    'the blockhash expires': ({ world }) => world.clock.advance(SVM_EXPIRY_MS),
    async 'the payer signs after the blockhash has expired'(chaos) {
      await chaos.world.clock.advance(SVM_EXPIRY_MS);
      await chaos.answer(0, 'approve');
    },
    'wait for three minutes': ({ world }) => world.clock.advance(180_000),
  }),
  own(3, SvmZooChaos, {
    'the wallet sends what the page refused': (chaos) => chaos.sendRefused(),
  }),
  own(2, SvmZooChaos, {
    'the node is down': (chaos) => (chaos.isNodeDown = true),
    'the node answers': (chaos) => (chaos.isNodeDown = false),
    'the node loses three transactions': ({ world: { ledger } }) => (ledger.drops = 3),
    'the node loses every transaction': ({ world: { ledger } }) => (ledger.drops = Infinity),
    'the node loses nothing': ({ world: { ledger } }) => (ledger.drops = 0),
  }),
  own(1, SvmZooChaos, {
    'the wallet locks itself': ({ world: { svmWallet } }) => svmWallet.share([]),
    'the wallet shares its account': ({ world: { svmWallet } }) => svmWallet.share(svmWallet.owned),
  }),
];

const authorizes =
  (outage: Outage | null) =>
  ({ world: { service } }: VenueChaos): void => {
    if (outage) service.outages.set('/authorize', outage);
    else service.outages.delete('/authorize');
  };

const VENUE: readonly Group[] = [
  own(4, VenueChaos, {
    'the exchange executes': ({ world }) => (world.exchange = 'executes'),
    'the exchange refuses': ({ world }) => (world.exchange = 'refuses'),
    'the exchange loses its answer': ({ world }) => (world.exchange = 'loses'),
    'the exchange never answers': ({ world }) => (world.exchange = 'hangs'),
    'the exchange is unreachable': ({ world }) => (world.exchange = 'unreachable'),
    'the exchange answers html': ({ world }) => (world.exchange = 'answers html'),
  }),
  own(3, VenueChaos, {
    'the balance cannot be read': ({ world }) => (world.readable = false),
    'the balance can be read': ({ world }) => (world.readable = true),
    'the balance rises by the amount': ({ world }) => (world.balance += PAID),
    'the balance falls a little': ({ world }) => (world.balance -= 1_000_000n),
  }),
  own(2, VenueChaos, {
    'the service takes no signature': authorizes({ status: 503 }),
    'the service refuses signatures': authorizes({ status: 400, json: { message: 'no' } }),
    'the service is silent about signatures': authorizes('silent'),
    'the service takes signatures': authorizes(null),
  }),
  own(3, VenueChaos, {
    async 'sign twice'(chaos) {
      await chaos.answer(0, 'approve');
      await chaos.world.clock.advance(1_000);
      await chaos.answer(0, 'approve');
    },
    'wait for three minutes': ({ world }) => world.clock.advance(180_000),
  }),
];

/** A suspended page goes on after another page was asked whether to keep waiting. */
const LATE: readonly Group[] = [
  onTabs(2, {
    async 'another page takes over from the suspended page'(tab, chaos) {
      chaos.suspend(tab);
      chaos.world.clock.sleep(31 * MINUTE);
      chaos.reopen(tab);
      await chaos.world.clock.advance(12_000);
    },
  }),
];

export const STEPS: Record<Family, readonly Group[]> = {
  'svm-signs': [...HONEST, ...ROUGH, ...LATE, ...SVM],
  'svm-sends': [...HONEST, ...ROUGH, ...LATE, ...SVM],
  venue: [...HONEST, ...ROUGH, ...LATE, ...VENUE],
};
