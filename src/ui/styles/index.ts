/**
 * The styles that load with the code of the checkout. A later style sheet of this list overrides an earlier one, and
 * all of them override those of `entry.ts`.
 */
import type { CSSResult } from 'lit';
import { base } from './base.js';
import { content } from './content.js';
import { forcedColors } from './forced-colors.js';
import { layout } from './layout.js';
import { lists } from './list.js';

export const checkoutStyles: CSSResult[] = [base, layout, lists, content, forcedColors];
