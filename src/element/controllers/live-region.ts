/** The element's live region, through which screen readers announce changes on the screen. */
import { createRegion, removeCopiedRegions } from '../../shared/page/live-regions.js';
import { css, type CSSResult, type ReactiveController } from 'lit';

/**
 * The page's style sheets apply to the live region, because it is a light-DOM child, and only `!important` rules of the
 * shadow root override them.
 */
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

const DELAY_MS = 500;

/**
 * Creates the live region as a light-DOM child, because some screen readers ignore one in a shadow root. A slot places
 * it in the sheet, because content outside a modal sheet is inert.
 */
export class LiveRegion implements ReactiveController {
  readonly #host: HTMLElement;
  #region: HTMLElement | undefined;
  #lastText = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement & { addController(controller: ReactiveController): void }) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether the element has had a text to announce. */
  get hasSpoken(): boolean {
    return this.#region !== undefined;
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#lastText = '';
  }

  /**
   * Announces the text after half a second, unless another text replaces it or the element is removed within this time.
   * Announces the same text twice in a row only if the element was removed in between. If `announcement` is false or
   * undefined, the live region becomes empty.
   *
   * Until the first text, the element gets no child, because a page that a server has rendered must stay unchanged
   * until its framework has hydrated it.
   *
   * @param lang the language of the text
   */
  announce(announcement: { text: string; urgent: boolean } | false | undefined, lang: string): void {
    const { text, urgent } = announcement || { text: '', urgent: false };
    if (text === this.#lastText) return;
    this.#lastText = text;
    clearTimeout(this.#timer);
    if (text) this.#inserted();
    this.#timer = setTimeout(() => {
      const region = this.#inserted();
      region.role = urgent ? 'alert' : 'status';
      region.lang = lang;
      region.textContent = text;
    }, DELAY_MS);
  }

  /**
   * Returns the live region, and inserts it if it is not in the element, for example because a framework has removed
   * it. It is inserted before it gets a text, because some screen readers do not announce a text that is inserted
   * together with its live region.
   */
  #inserted(): HTMLElement {
    const region = (this.#region ??= createRegion());
    if (region.parentNode !== this.#host) {
      region.role = 'status';
      removeCopiedRegions(this.#host);
      this.#host.append(region);
    }
    return region;
  }
}
