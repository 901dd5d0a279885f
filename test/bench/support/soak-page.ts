/** A page with a session whose payment never ends, on a virtual clock. */
import { World } from '../../support/world.js';

export interface Soak {
  /** Pays, and returns while the payment is processing. */
  start(): Promise<void>;
  /** Advances the clock by one hour. Returns the number of requests in this hour. */
  hour(): Promise<number>;
  state(): string;
  timers(): number;
}

const HOUR_MS = 3_600_000;
const world = new World();
world.service.outcome = 'none';
const tab = world.open();

window.soak = {
  async start() {
    await tab.review();
    await tab.press();
    await tab.reach('processing');
  },
  async hour() {
    await world.clock.advance(HOUR_MS);
    const requests = world.of('request').length;
    // The test world keeps everything that happened. This is no part of the session.
    world.log.length = 0;
    world.service.returnedStatuses.clear();
    return requests;
  },
  state: () => tab.state.name,
  timers: () => world.clock.pending,
};

declare global {
  interface Window {
    soak: Soak;
  }
}
