/**
 * Moves the focus to the heading of each new view, so that screen readers read the heading and keyboard users do not
 * lose the focus.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Tells when the focus moves. In a `sheet`, it moves to each new view, and also if the sheet has lost it. In a `panel`,
 * it moves only if the panel had it before. While the sheet is `closed`, it never moves.
 */
type FocusScope = 'sheet' | 'panel' | 'closed';

/** Reads the name of the view from the attribute `data-view`, and finds its heading by the attribute `data-heading`. */
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
