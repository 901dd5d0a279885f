/** The styles of the checkout, in cascade order. They follow the styles of the entry. */
import type { CSSResult } from 'lit';
import { base } from './base.js';
import { content } from './content.js';
import { layout } from './layout.js';
import { lists } from './list.js';

export const checkoutStyles: CSSResult[] = [base, layout, lists, content];
