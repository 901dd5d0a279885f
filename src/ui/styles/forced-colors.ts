/** Styles for forced colors, a mode in which the browser shows the payer's own colors and no shadows. */
import { css } from 'lit';
import type { CSSResult } from 'lit';

export const forcedColors: CSSResult = css`
  @media (forced-colors: active) {
    button.secondary,
    .row,
    .account,
    .card {
      border: 1px solid;
    }
    button.secondary {
      margin-block-start: var(--space);
    }
    .list [aria-checked='true'],
    .presets [aria-pressed='true'] {
      border: 3px solid Highlight;
    }
    [data-status='current'] .dot {
      border-width: calc(0.5 * var(--rem));
    }
    .body::after {
      --color-background: Canvas;
      forced-color-adjust: none;
    }
  }
`;
