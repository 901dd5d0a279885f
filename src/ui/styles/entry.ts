/**
 * The styles that load first: those of the pay button and of the empty sheet. All `<hub-pay>` elements of a page share
 * these style sheets.
 */
import type { CSSResult } from 'lit';
import { button } from './button.js';
import { frame } from './frame.js';
import { tokenStyles } from './tokens.js';

export const entryStyles: CSSResult[] = [tokenStyles, button, frame];
