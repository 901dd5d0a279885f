/** Moves the focus to the heading of each new view: a change is read out, and the keyboard is never left nowhere. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** `sheet`: all that can have the focus is here. `panel`: the page keeps it unless it is in the panel already. */
type FocusScope = 'sheet' | 'panel' | 'closed';

/** Reads what the views share: `data-view` names the view, `data-heading` marks what takes the focus. */
export class FocusController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #place: () => FocusScope;
  #view: string | undefined;
  #hadFocus = false;

  constructor(host: ReactiveControllerHost & HTMLElement, place: () => FocusScope) {
    this.#host = host;
    this.#place = place;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#hadFocus = hasFocus(this.#host);
  }

  hostUpdated(): void {
    const root = this.#host.shadowRoot;
    const place = this.#place();
    const view = place === 'closed' ? undefined : root?.querySelector<HTMLElement>('[data-view]')?.dataset['view'];
    const isNew = view !== this.#view;
    this.#view = view;
    if (!view || (place === 'panel' && !this.#hadFocus)) return;
    if (isNew || !hasFocus(this.#host)) root?.querySelector<HTMLElement>('[data-heading]')?.focus();
  }
}

/**
 * Not `:focus-within`, which is false while a wallet's window is in front. A button that was disabled under the focus
 * has lost it, in some browsers a moment later.
 */
function hasFocus(host: Element): boolean {
  const { activeElement } = host.getRootNode() as Document | ShadowRoot;
  return host.contains(activeElement) && !host.shadowRoot?.activeElement?.matches(':disabled');
}
