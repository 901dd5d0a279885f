/** Styles of texts, links, icons, spinners and motion. */
import { css } from 'lit';
import type { CSSResult } from 'lit';

export const base: CSSResult = css`
  /* Each text has the direction of its own language, even if the page has another direction. Only the alignment
     follows the page's direction. */
  :is(p, h2, h3, dt, button, .line, .name, .note, .label, :is(li, button, label, .banner) > span) {
    unicode-bidi: plaintext;
  }
  :is(dl, dd, ol, ul) {
    margin: 0;
    padding: 0;
    font: inherit;
    list-style: none;
  }
  input {
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
  }
  [data-heading]:focus {
    outline: none;
  }
  .icon {
    flex: none;
    inline-size: 1.25em;
    block-size: 1.25em;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  a,
  .link {
    color: var(--color-accent);
    font-weight: 500;
    text-decoration: none;
  }
  a:hover,
  .link:hover {
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  .link {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: var(--space);
    min-block-size: calc(2.75 * var(--rem));
    font-size: 0.875em;
    white-space: nowrap;
  }
  strong,
  .name {
    font-weight: var(--font-weight-strong);
  }
  .note {
    color: var(--color-text-muted);
    font-size: 0.875em;
  }
  .warn {
    color: var(--color-warning);
  }
  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  :is(.back, .out):dir(rtl) {
    scale: -1 1;
  }
  .out,
  :is(.link, .note) .icon {
    inline-size: 1em;
    block-size: 1em;
    vertical-align: -0.125em;
  }

  .secondary {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: calc(var(--space) * 2);
    inline-size: 100%;
    min-block-size: calc(2.75 * var(--rem));
    padding: calc(var(--space) * 2) calc(var(--space) * 5);
    border-radius: var(--radius-button);
    text-align: center;
    font-weight: 500;
    color: var(--color-accent);
  }
  .secondary:hover {
    background: var(--color-surface);
  }

  .spinner {
    flex: none;
    inline-size: 1em;
    block-size: 1em;
    border: 2px solid;
    border-inline-start-color: transparent;
    border-radius: 50%;
    animation: turn 0.9s linear infinite;
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  @keyframes appear {
    from {
      opacity: 0;
    }
  }
  @keyframes rise {
    from {
      opacity: 0;
      translate: 0 8px;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    ::before,
    ::after,
    ::backdrop {
      animation: none !important;
      transition: none !important;
    }
    .spinner {
      display: none;
    }
  }
  @media (forced-colors: active) {
    .spinner {
      border-color: CanvasText;
      border-inline-start-color: Canvas;
    }
  }
`;
