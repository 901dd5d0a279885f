/** All styles of the element, in cascade order. */
import type { CSSResult } from 'lit';
import { base } from './base.js';
import { content } from './content.js';
import { frame } from './frame.js';
import { lists } from './list.js';
import { tokenStyles } from './tokens.js';

export const styles: CSSResult[] = [tokenStyles, base, frame, lists, content];
