/** The element's live region. Through it, screen readers announce what changed on the screen. */
import { css, type CSSResult, type ReactiveController } from 'lit';

/** The page's style sheets apply to a light-DOM child. Only `!important` rules of the shadow root override them. */
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
 * The live region is a light-DOM child that is slotted into the sheet. Some screen readers ignore live regions in a
 * shadow root. A region outside the modal sheet would be inert.
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

  /** The region is inserted empty. Screen readers do not announce a text that is inserted together with its region. */
  hostConnected(): void {
    this.#region ??= document.createElement('div');
    this.#region.slot = 'hub-announcer';
    this.#region.role = 'status';
    // The page or a framework may have removed the region. In that case it is inserted again.
    if (this.#region.parentNode !== this.#host) this.#host.append(this.#region);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#lastText = '';
  }

  /**
   * Announces a text that has stayed the same for half a second. A text that equals the previous text is not announced
   * again. For false and undefined nothing is announced.
   */
  announce(announcement: { text: string; urgent: boolean } | false | undefined): void {
    const { text, urgent } = announcement || { text: '', urgent: false };
    if (text === this.#lastText) return;
    this.#lastText = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.hostConnected();
      if (!this.#region) return;
      this.#region.role = urgent ? 'alert' : 'status';
      this.#region.textContent = text;
    }, DELAY_MS);
  }
}
