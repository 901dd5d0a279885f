/**
 * Styles of the host element and the pay button. The styles follow the payer's system settings, such as high contrast.
 * The inherited properties of text have their own values here, because the element would otherwise inherit those of the
 * page. Most values are `!important`, because rules of the page for `*` override other rules for the host. A payer's
 * own style sheet can still override them.
 */
import { css } from 'lit';
import type { CSSResult } from 'lit';

export const button: CSSResult = css`
  :host {
    display: inline-block;
    min-block-size: calc(2.75 * var(--rem));
    pointer-events: auto;
    font: 400 1em a;
    /* The family is not part of the line above, which does not accept the default value: inherit. */
    font-family: var(--font-family);
    font-size: var(--font-size) !important;
    line-height: var(--line-height) !important;
    font-weight: 400 !important;
    font-style: normal !important;
    font-variant: tabular-nums !important;
    color: var(--color-text);
    direction: ltr !important;
    text-align: left !important;
    text-indent: 0 !important;
    text-transform: none !important;
    text-shadow: none !important;
    letter-spacing: normal !important;
    word-spacing: normal !important;
    white-space: normal !important;
    word-break: normal !important;
    overflow-wrap: normal !important;
    hyphens: manual !important;
    -webkit-text-fill-color: currentcolor !important;
    -webkit-text-size-adjust: 100% !important;
    text-size-adjust: 100% !important;
    cursor: auto !important;
    -webkit-user-select: text !important;
    user-select: text !important;
  }
  :host(:dir(rtl)) {
    direction: rtl !important;
    text-align: right !important;
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
    min-block-size: calc(3 * var(--rem));
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
    min-block-size: calc(2.75 * var(--rem));
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
