/** The styles of the entry: the pay button and the empty frame of the sheet. All elements of a page share them. */
import type { CSSResult } from 'lit';
import { button } from './button.js';
import { frame } from './frame.js';
import { tokenStyles } from './tokens.js';

export const entryStyles: CSSResult[] = [tokenStyles, button, frame];
