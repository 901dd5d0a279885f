/** Loads the registry if the page names a file, for example `registry="/registry.json"`. */
import type { ReactiveControllerHost } from 'lit';
import type { HubPayError } from '../../errors.js';
import type { Registry } from '../../types.js';

type Host = ReactiveControllerHost & { registry: Registry | string | undefined };

type Load = (file: string) => Promise<Registry>;

export class RegistryController {
  readonly #host: Host;
  readonly #load: Load;
  /** The file that is loading or has loaded. */
  #file: string | undefined;
  #registry: Registry | undefined;
  /** Why the file could not be loaded. Null if there is no such problem. */
  problem: HubPayError | null = null;

  /** @param load loads the file, or rejects with a HubPayError */
  constructor(host: Host, load: Load) {
    this.#host = host;
    this.#load = load;
  }

  /** The registry of the file. Undefined until the file has loaded, or if the page names no file. */
  get registry(): Registry | undefined {
    return this.#registry;
  }

  /** False while the file is loading. Without its registry, no session may start. */
  get isReady(): boolean {
    return typeof this.#host.registry !== 'string' || !!(this.#registry ?? this.problem);
  }

  /** Starts to load the file if the page names another file than before. */
  update(): void {
    const { registry: value } = this.#host;
    const file = typeof value === 'string' ? value : undefined;
    if (file === this.#file) return;
    this.#file = file;
    this.#registry = undefined;
    this.problem = null;
    if (file === undefined) return;
    const keep = (registry?: Registry, problem: HubPayError | null = null): void => {
      // The page can name another file while this file is loading.
      if (file !== this.#file) return;
      this.#registry = registry;
      this.problem = problem;
      this.#host.requestUpdate();
    };
    this.#load(file).then(keep, (problem: unknown) => keep(undefined, problem as HubPayError));
  }
}
