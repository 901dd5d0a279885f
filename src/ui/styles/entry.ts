/**
 * The styles that load first: those of the pay button and of the empty sheet. All `<hub-pay>` elements of a document
 * share these style sheets, except an element that a script has moved there from another document.
 */
import type { CSSResult } from 'lit';
import { button } from './button.js';
import { frame } from './frame.js';
import { tokenStyles } from './tokens.js';

export const entryStyles: CSSResult[] = [tokenStyles, button, frame];
