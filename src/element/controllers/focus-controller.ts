/**
 * Moves the focus to the heading of each new view, so that screen readers read the heading and keyboard users do not
 * lose the focus.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Tells when the focus moves. `sheet`: the focus moves to each new view. `panel`: the focus moves to a new view only if
 * the panel had the focus before. `closed`: the focus does not move.
 */
type FocusScope = 'sheet' | 'panel' | 'closed';

/**
 * Moves the focus to the heading. In a view, the attribute `data-view` contains the view's name, and `data-heading`
 * marks the heading.
 */
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
 * Whether the element has the focus. The code reads `activeElement`, because `:focus-within` is false while a wallet's
 * window is in front. If a disabled button of the element has the focus, the result is false. Some browsers do not
 * remove the focus of a button at the moment when the button is disabled.
 */
function hasFocus(host: Element): boolean {
  const { activeElement } = host.getRootNode() as Document | ShadowRoot;
  return host.contains(activeElement) && !host.shadowRoot?.activeElement?.matches(':disabled');
}
