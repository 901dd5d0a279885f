/**
 * Moves the focus to the heading of a new view, so that screen readers read the heading and keyboard users do not lose
 * the focus.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * When the focus moves to the heading. In a `sheet`, it moves for each new view, and also if the element has lost the
 * focus. In a `panel`, it moves only if the element had the focus before the rendering. A sheet that is a popover
 * counts as a panel. While the sheet is `closed`, the focus does not move.
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
 * Whether the focus is in the element. Reads `activeElement`, because `:focus-within` can be false while a wallet's
 * window is in front. A focused button that is disabled does not count, because some browsers do not remove the focus
 * at the moment when they disable the button.
 */
function hasFocus(host: Element): boolean {
  const { activeElement } = host.getRootNode() as Document | ShadowRoot;
  return host.contains(activeElement) && !host.shadowRoot?.activeElement?.matches(':disabled');
}
