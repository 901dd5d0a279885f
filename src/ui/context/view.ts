/** Defines what a view returns to the frame: a heading, a body and the actions of the two buttons. */
import type { nothing, TemplateResult } from 'lit';
import type { DirectiveResult } from 'lit/directive.js';
import type { ErrorInfo } from '../../errors.js';
import type { PayerEvent } from '../../payment/model/state.js';

/** Content to render, or nothing. */
export type Piece = TemplateResult | DirectiveResult | typeof nothing;

/**
 * The label of a button, and the event or the function that a press triggers. The button is disabled if there is no
 * event, no function and no address.
 */
export type Action = {
  label: string;
  event?: PayerEvent;
  press?: () => void;
  /** The address of a link. A button with an address is a link. */
  href?: string;
  disabled?: boolean;
  /** The value is true while the page waits for an operation, such as a request, and the button shows a spinner. */
  busy?: boolean;
};

export type View = {
  heading: string;
  /** An image above the heading, for a view with a single message. The content of a view with an image is centered. */
  hero?: TemplateResult;
  body: TemplateResult;
  primary?: Action;
  secondary?: Action;
  /** One line of help under the buttons. */
  help?: string;
  /** An error that the payer can solve. The frame shows the error instead of the help. */
  problem?: ErrorInfo;
};
