/**
 * Tells the merchant if the page's content security policy blocks the service or the node of a chain. The failed
 * request itself does not show its cause.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class PolicyController implements ReactiveController {
  readonly #urls: () => readonly (string | undefined)[];
  readonly #blocked: (origin: string) => void;
  readonly #requested = new Set<string | null>();
  readonly #reported = new Set<string>();

  /**
   * @param urls the URLs that every payment needs
   * @param blocked called once for each origin that the policy blocks, of these URLs and of the requested URLs
   */
  constructor(
    host: ReactiveControllerHost,
    urls: () => readonly (string | undefined)[],
    blocked: (origin: string) => void,
  ) {
    this.#urls = urls;
    this.#blocked = blocked;
    host.addController(this);
  }

  /** Returns a `fetch` that notes each URL. The service’s listing names nodes that the page does not know. */
  readonly watched =
    (send: typeof fetch): typeof fetch =>
    (url, init) => {
      this.#requested.add(originOf(url instanceof Request ? url.url : String(url)));
      return send(url, init);
    };

  hostConnected(): void {
    document.addEventListener('securitypolicyviolation', this.#onViolation);
  }

  hostDisconnected(): void {
    document.removeEventListener('securitypolicyviolation', this.#onViolation);
  }

  readonly #onViolation = ({ blockedURI, disposition, effectiveDirective }: SecurityPolicyViolationEvent): void => {
    const origin = originOf(blockedURI);
    // A policy that only reports blocks nothing.
    if (!origin || disposition !== 'enforce' || effectiveDirective !== 'connect-src' || this.#reported.has(origin))
      return;
    if (!this.#requested.has(origin) && !this.#urls().some((url) => originOf(url) === origin)) return;
    this.#reported.add(origin);
    this.#blocked(origin);
  };
}

function originOf(url: string | undefined): string | null {
  try {
    return url ? new URL(url).origin : null;
  } catch {
    return null;
  }
}
