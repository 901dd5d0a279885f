/**
 * Moves the focus to the heading of each new view, so that screen readers read the heading and keyboard users do not
 * lose the focus.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Tells when the focus moves: in a `sheet` to each new view, in a `panel` only if the panel had the focus before, and
 * never while the sheet is `closed`.
 */
type FocusScope = 'sheet' | 'panel' | 'closed';

/** Moves the focus to the heading, which `data-heading` marks in a view whose name is in the attribute `data-view`. */
export class FocusController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #scope: () => FocusScope;
  #view: string | undefined;
  #hadFocus = false;

  constructor(host: ReactiveControllerHost & HTMLElement, scope: () => FocusScope) {
    this.#host = host;
    this.#scope = scope;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#hadFocus = hasFocus(this.#host);
  }

  hostUpdated(): void {
    const root = this.#host.shadowRoot;
    const scope = this.#scope();
    const view = scope === 'closed' ? undefined : root?.querySelector<HTMLElement>('[data-view]')?.dataset['view'];
    const isNew = view !== this.#view;
    this.#view = view;
    if (!view || (scope === 'panel' && !this.#hadFocus)) return;
    if (isNew || !hasFocus(this.#host)) root?.querySelector<HTMLElement>('[data-heading]')?.focus();
  }
}

/**
 * Whether the element has the focus, by `activeElement`, because `:focus-within` is false while a wallet's window is in
 * front. A disabled button does not count, because some browsers do not remove its focus at the moment when it is
 * disabled.
 */
function hasFocus(host: Element): boolean {
  const { activeElement } = host.getRootNode() as Document | ShadowRoot;
  return host.contains(activeElement) && !host.shadowRoot?.activeElement?.matches(':disabled');
}
