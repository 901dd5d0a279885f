/**
 * Detects which origins the page's content security policy blocks, such as the service or the node of a chain. The
 * merchant must learn this, because the error of a blocked request does not mention the policy.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { errorInfo, HubPayError, type ErrorInfo, type Money } from '../../errors.js';

export class PolicyController implements ReactiveController {
  readonly #urls: () => readonly (string | undefined)[];
  readonly #blocked: (origin: string) => void;
  readonly #requested = new Set<string | null>();
  readonly #reported = new Set<string>();

  /**
   * @param urls returns the URLs whose origins are watched even if no `watched` function has sent a request to them
   * @param blocked called once for each blocked origin, if it is the origin of one of `urls`, or if a `watched`
   *   function has sent a request to it
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

  /**
   * Returns a `fetch` that remembers the origin of each request, because the service names the URLs of some nodes,
   * which the page does not know in advance.
   */
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
    // A policy in report-only mode (`disposition` is not `enforce`) blocks nothing.
    if (!origin || disposition !== 'enforce' || effectiveDirective !== 'connect-src' || this.#reported.has(origin))
      return;
    if (!this.#requested.has(origin) && !this.#urls().some((url) => originOf(url) === origin)) return;
    this.#reported.add(origin);
    this.#blocked(origin);
  };
}

/**
 * Creates the error for a blocked origin.
 * @param money where the payer's money is
 */
export const blockedBy = (origin: string, money: Money): ErrorInfo =>
  errorInfo(
    new HubPayError('config', `The page’s content security policy blocks ${origin}: add it to connect-src.`, {
      reason: 'blocked-by-policy',
      money,
    }),
  );

function originOf(url: string | undefined): string | null {
  try {
    return url ? new URL(url).origin : null;
  } catch {
    return null;
  }
}
