/** The types that a view returns to the frame: a heading, a body and the actions of the two buttons. */
import type { nothing, TemplateResult } from 'lit';
import type { DirectiveResult } from 'lit/directive.js';
import type { ErrorInfo } from '../../errors.js';
import type { PayerEvent } from '../../payment/model/state.js';

/** Content to render, or nothing. */
export type Piece = TemplateResult | DirectiveResult | typeof nothing;

/**
 * The label of a button, and the event or the function that a press triggers. Without `event` and `press` the button is
 * disabled.
 */
export type Action = {
  label: string;
  event?: PayerEvent;
  press?: () => void;
  disabled?: boolean;
  /** True while an operation is running. The button then shows a spinner. */
  busy?: boolean;
};

export type View = {
  /** The kind of view. When it changes, the focus moves to the heading. */
  id: string;
  heading: string;
  /** An image above the heading, for views with a single message. The content is then centered. */
  hero?: TemplateResult;
  body: TemplateResult;
  primary?: Action;
  secondary?: Action;
  /** One line of help under the buttons. */
  help?: string;
  /** A recoverable error, shown in place of the help. */
  problem?: ErrorInfo;
};
