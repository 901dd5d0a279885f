/**
 * Loads what a session needs before it can start: the registry, if the page names a file such as
 * `registry="/registry.json"`, or the code of test mode, if `base-url` is `demo:`.
 */
import type { ReactiveControllerHost } from 'lit';
import type { HubPayError } from '../../errors.js';
import type { TestMode } from '../../testing/test-mode.js';
import type { Registry } from '../../types.js';

type Host = ReactiveControllerHost & { registry: Registry | string | undefined; baseUrl: string | undefined };

/** What has loaded: the registry of the page's file, or the parts of test mode. `problem` is the error of the load. */
export type Setup = Partial<TestMode> & { registry?: Registry; problem?: HubPayError };

type Load = (file: string) => Promise<Setup>;

/** The value of `base-url` that means test mode. */
const TEST_MODE = 'demo:';

export class RegistryController {
  readonly #host: Host;
  readonly #load: Load;
  /** The name of the registry's file that was last requested, or `demo:` in test mode; undefined if there is none. */
  #file: string | undefined;
  #baseUrl: string | undefined;
  /** What has loaded; undefined until the load has ended, and if there is nothing to load. */
  setup: Setup | undefined;

  /** @param load loads the file or test mode, or rejects with a HubPayError */
  constructor(host: Host, load: Load) {
    this.#host = host;
    this.#load = load;
  }

  /** Whether the element is in test mode. Only the first base URL that is not empty decides this. */
  get isTest(): boolean {
    return (this.#baseUrl ||= this.#host.baseUrl) === TEST_MODE;
  }

  /** False until the load of the registry or of test mode has ended, because no session may start before. */
  get isReady(): boolean {
    return !this.#wanted || !!this.setup;
  }

  /** Starts to load if the page names another file than before, or turns test mode on. */
  update(): void {
    const file = this.#wanted;
    if (file === this.#file) return;
    this.#file = file;
    this.setup = undefined;
    if (!file) return;
    const keep = (setup: Setup): void => {
      // The page can name another file while this file is loading.
      if (file !== this.#file) return;
      this.setup = setup;
      this.#host.requestUpdate();
    };
    this.#load(file).then(keep, (problem: unknown) => keep({ problem: problem as HubPayError }));
  }

  get #wanted(): string | undefined {
    const { registry } = this.#host;
    return this.isTest ? TEST_MODE : typeof registry === 'string' ? registry : undefined;
  }
}
