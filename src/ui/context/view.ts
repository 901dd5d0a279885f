/** Defines what a view returns to the frame: a heading, a body and the actions of the two buttons. */
import type { nothing, TemplateResult } from 'lit';
import type { DirectiveResult } from 'lit/directive.js';
import type { ErrorInfo } from '../../errors.js';
import type { PayerEvent } from '../../payment/model/state.js';

/** Content to render, or nothing. */
export type Piece = TemplateResult | DirectiveResult | typeof nothing;

/**
 * The label of a button, and the event or the function that a press triggers. A button without an event, a function or
 * an address is disabled.
 */
export type Action = {
  label: string;
  event?: PayerEvent;
  press?: () => void;
  /** The address to which the button leads. With an address, the button is a link. */
  href?: string;
  disabled?: boolean;
  /** True while the page waits for an operation, such as a request, so that the button shows a spinner. */
  busy?: boolean;
};

export type View = {
  heading: string;
  /** An image above the heading. With an image, the heading and the texts of the view are centered. */
  hero?: TemplateResult;
  body: TemplateResult;
  /** True if the body needs the height of the sheet, so that the page's lines about the order are left out. */
  isTall?: true;
  primary?: Action;
  secondary?: Action;
  /** A help text below the primary button. */
  help?: string;
  /** The error that the frame shows instead of the help. */
  problem?: ErrorInfo;
  /** True if the view says itself what the error means, so that the frame shows only the details of the error. */
  onlyDetails?: true;
};
