/**
 * Renders the element again one second after each rendering, while `runs` returns true. So the countdowns and times on
 * the screen stay correct.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class TickController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #runs: () => boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost, runs: () => boolean) {
    this.#host = host;
    this.#runs = runs;
    host.addController(this);
  }

  hostUpdated(): void {
    clearTimeout(this.#timer);
    if (this.#runs()) this.#timer = setTimeout(() => this.#host.requestUpdate(), 1000);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }
}
