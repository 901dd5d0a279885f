/** What a view hands to the frame around it: a heading, a body, and what the two buttons do. */
import type { nothing, TemplateResult } from 'lit';
import type { DirectiveResult } from 'lit/directive.js';
import type { ErrorInfo } from '../../errors.js';
import type { PayerEvent } from '../../payment/model/state.js';

/** Something to show, or nothing. */
export type Piece = TemplateResult | DirectiveResult | typeof nothing;

/** A button's words and what a press asks for. Without `event` or `press` it is disabled: nothing can be asked. */
export type Action = {
  label: string;
  event?: PayerEvent;
  press?: () => void;
  disabled?: boolean;
  /** Something is under way: the button shows it. */
  busy?: boolean;
};

export type View = {
  /** The kind of view: a change of it moves the focus to the heading. */
  id: string;
  heading: string;
  /** A drawing above the heading, for views that say one thing: both stand in the middle. */
  hero?: TemplateResult;
  body: TemplateResult;
  primary?: Action;
  secondary?: Action;
  /** One line of help under the buttons. */
  help?: string;
  /** What went wrong and can be gone on from; it stands in place of the help. */
  problem?: ErrorInfo;
};
