import { expect } from 'chai';
import { platformDeps, randomName } from '../../src/shared/platform.js';
import { createJournal } from '../../src/payment/journal/storage.js';
import { VirtualClock } from '../support/clock.js';
import { entryOf, NOW } from '../support/samples.js';
const clock = new VirtualClock(NOW);
const keys = (function* () {
  for (let n = 0; ; n += 1) yield `hub-pay/1/platform-${n}`;
})();

/** Simulates a page without storage. */
function pageWith(storage: PropertyDescriptor): void {
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, ...storage });
}
const denied: PropertyDescriptor = {
  get() {
    throw new DOMException('denied', 'SecurityError');
  },
};

describe('platform storage', () => {
  afterEach(() => Reflect.deleteProperty(globalThis, 'localStorage'));

  for (const [what, storage] of [
    ['throws', denied],
    ['is null', { value: null }],
  ] as const) {
    it(`F-165 is shared by all journals of the page when localStorage ${what}`, () => {
      pageWith(storage);
      const key = keys.next().value;
      createJournal(platformDeps().storage, key, clock).write(entryOf(1, { stage: 'prompted' }));
      const later = createJournal(platformDeps().storage, key, clock);
      expect(later.find('entry-1')?.stage).to.equal('prompted');
      expect(later.durable).to.equal(false);
    });
  }

  it('is separate for each session when localStorage is undefined, as on a server', () => {
    pageWith({ value: undefined });
    const key = keys.next().value;
    createJournal(platformDeps().storage, key, clock).write(entryOf(1));
    expect(createJournal(platformDeps().storage, key, clock).read()).to.deep.equal([]);
  });
});

const sendNothing: typeof fetch = () => new Promise(() => undefined);

describe('platformDeps', () => {
  it('returns the given parts, and the platform’s own where none is given', () => {
    const clock = new VirtualClock(NOW);
    const deps = platformDeps({ clock, locks: undefined, WebSocket: undefined });
    expect(deps.clock).to.equal(clock);
    expect([deps.locks, deps.WebSocket]).to.deep.equal([undefined, undefined]);
    expect(deps.random(32)).to.have.length(32);
    expect(platformDeps().sender?.()).to.equal(globalThis.fetch);
    expect(platformDeps({ fetch: sendNothing }).sender?.()).to.equal(sendNothing);
    expect(deps.random(32)).not.to.deep.equal(deps.random(32));
  });
});

describe('randomName', () => {
  it('returns two hex digits for each random byte', () => {
    expect(randomName((bytes) => Uint8Array.from({ length: bytes }, (_, at) => at * 15), 4)).to.equal('000f1e2d');
  });
});
