/**
 * Renders the structure of the shadow root: the pay button with its sheet, or the panel. An open sheet stays open when
 * the code of the checkout has loaded, because the structure does not change.
 */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { ViewName } from '../events.js';
import type { Piece } from './context/view.js';

export type Rendering = {
  /** The name of the payment state. */
  state: string;
  /** The content of the open sheet or of the panel, or null while the sheet is closed. */
  frame: { view: ViewName; content: Piece } | null;
  /**
   * Called when the `<dialog>` closes; absent once the checkout exists, because the checkout listens to the sheet
   * itself.
   */
  closed?: () => void;
  /** The banner above the button; absent if there is none. */
  banner?: Piece;
  /** Content that replaces the button; absent if the button is shown. */
  inPlace?: Piece;
  button: { label: Piece; isDisabled: boolean; press: () => void };
  /** The content below the button, which can appear at any time, because it moves nothing that the payer presses. */
  note?: Piece;
};

export const renderElement = (rendering: Rendering, layout: string | undefined): TemplateResult =>
  layout === 'panel' ? renderPanel(rendering) : renderSheet(rendering);

const renderPanel = ({ state, frame }: Rendering): TemplateResult =>
  html`<div
    role="group"
    part="panel"
    class="frame"
    data-state=${state}
    data-view=${frame?.view ?? nothing}
    aria-labelledby="amount"
  >
    ${frame?.content}
  </div>`;

const renderSheet = ({ state, frame, closed, banner, inPlace, button, note }: Rendering): TemplateResult =>
  html`${banner}${inPlace ?? payButton(button)}${note}
    <dialog
      part="dialog"
      class="frame"
      data-state=${state}
      data-view=${frame?.view ?? nothing}
      @close=${closed ?? ignore}
      aria-labelledby="amount"
    >
      ${frame?.content}
    </dialog>`;

/** Does nothing. Without it, Lit would remove the listener, which fails if a library has changed `addEventListener`. */
const ignore = (): undefined => undefined;

const payButton = ({ press, isDisabled, label }: Rendering['button']): TemplateResult =>
  html`<button
    part="button"
    class="primary"
    type="button"
    @click=${press}
    ?disabled=${isDisabled}
    aria-haspopup="dialog"
  >
    ${label}
  </button>`;

/** Returns a label that the page can replace by its own. Use such a label only if a press can begin a payment. */
export const labelSlot = (text: string): TemplateResult => html`<slot name="label">${text}</slot>`;
