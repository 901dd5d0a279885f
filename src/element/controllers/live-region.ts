/** The one live region: says what changed on the screen to people who do not see it. */
import { css, type CSSResult, type ReactiveController } from 'lit';

/** The page's style sheets reach a light-DOM child; only an important rule of the shadow root outranks them. */
export const liveRegionStyles: CSSResult = css`
  ::slotted([slot='hub-announcer']) {
    position: absolute !important;
    inline-size: 1px !important;
    block-size: 1px !important;
    margin: 0 !important;
    padding: 0 !important;
    border: 0 !important;
    overflow: hidden !important;
    clip-path: inset(50%) !important;
    white-space: nowrap !important;
  }
`;

const QUIET_MS = 500;

/**
 * A light-DOM child that is slotted into the sheet: live regions inside a shadow root are missed by some screen
 * readers, and a page under a modal sheet is inert.
 */
export class LiveRegion implements ReactiveController {
  readonly #host: HTMLElement;
  #region: HTMLElement | undefined;
  #said = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement & { addController(controller: ReactiveController): void }) {
    this.#host = host;
    host.addController(this);
  }

  /** Empty from the start: a region that arrives together with its text stays silent. */
  hostConnected(): void {
    this.#region ??= document.createElement('div');
    this.#region.slot = 'hub-announcer';
    this.#region.role = 'status';
    // A page or a framework may have emptied the element: what it took away is put back.
    if (this.#region.parentNode !== this.#host) this.#host.append(this.#region);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#said = '';
  }

  /** Says the text once it has stood for half a second; not twice in a row, and not what is false or undefined. */
  say(news: { text: string; urgent: boolean } | false | undefined): void {
    const { text, urgent } = news || { text: '', urgent: false };
    if (text === this.#said) return;
    this.#said = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.hostConnected();
      if (!this.#region) return;
      this.#region.role = urgent ? 'alert' : 'status';
      this.#region.textContent = text;
    }, QUIET_MS);
  }
}
