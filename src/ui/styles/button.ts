/** Styles of the host element and the pay button, which follow the payer's system settings, such as high contrast. */
import { css } from 'lit';
import type { CSSResult } from 'lit';

export const button: CSSResult = css`
  :host {
    display: inline-block;
    min-block-size: 2.75rem;
    pointer-events: auto;
    /* The font family is set below, because this shorthand does not accept the default: the page's font family. */
    font: 400 var(--font-size) / var(--line-height) a;
    font-family: var(--font-family);
    color: var(--color-text);
    text-align: left;
    font-variant-numeric: tabular-nums;
    -webkit-text-size-adjust: 100%;
  }
  :host(:dir(rtl)) {
    text-align: right;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  :is(h2, h3, p) {
    margin: 0;
    font: inherit;
  }
  button {
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
    margin: 0;
    padding: 0;
    border: 0;
    background: none;
    text-align: inherit;
    cursor: pointer;
    touch-action: manipulation;
    -webkit-tap-highlight-color: transparent;
  }
  :focus-visible {
    outline: var(--focus-ring);
    outline-offset: 2px;
  }
  .primary {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: calc(var(--space) * 2);
    inline-size: 100%;
    min-block-size: 3rem;
    padding: calc(var(--space) * 2) calc(var(--space) * 5);
    border-radius: var(--radius-button);
    text-align: center;
    font-weight: var(--font-weight-strong);
    transition: opacity var(--duration);
    background: var(--color-accent);
    color: var(--color-on-accent);
    border: var(--border-width) solid transparent;
  }
  .primary:hover {
    opacity: 0.92;
  }
  .primary:active {
    opacity: 0.84;
  }
  .primary:disabled {
    background: var(--color-surface);
    color: var(--color-text-muted);
    border-color: var(--color-border);
    opacity: 1;
    cursor: default;
  }
  [part='button'] {
    min-block-size: 2.75rem;
  }

  @media (prefers-contrast: more) {
    :host {
      --border-width: 2px;
      --color-border: var(--color-text-muted);
    }
  }
  @media (forced-colors: active) {
    .primary {
      border: 1px solid;
    }
  }
`;
