/**
 * Moves the focus to the heading of each new view. Screen readers then read the heading, and the page keeps a keyboard
 * focus.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * `sheet`: the focus moves to each new view. `panel`: the focus moves only if it is already in the panel. `closed`: the
 * focus does not move.
 */
type FocusScope = 'sheet' | 'panel' | 'closed';

/** Relies on two attributes of the views: `data-view` names the view, `data-heading` marks the element to focus. */
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
 * `:focus-within` is false while a wallet's window is in front, so the code reads `activeElement`. A disabled button
 * does not count, because some browsers remove the focus from the button only a moment later.
 */
function hasFocus(host: Element): boolean {
  const { activeElement } = host.getRootNode() as Document | ShadowRoot;
  return host.contains(activeElement) && !host.shadowRoot?.activeElement?.matches(':disabled');
}
