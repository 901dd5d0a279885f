/**
 * Styles of the sheet or panel that the payer sees first, while it is still empty. Its body scrolls below the header.
 */
import { css } from 'lit';
import type { CSSResult } from 'lit';

export const frame: CSSResult = css`
  .frame {
    color: var(--color-text);
    background: var(--color-background);
    border: var(--border-width) solid var(--color-border);
    border-radius: var(--radius);
    overflow: hidden auto;
  }
  .body,
  [part='panel'],
  [part='dialog']:is([open], :popover-open) {
    display: flex;
    flex-direction: column;
  }
  /* A panel has its height from the start, so that the page below it does not move when the code has loaded. */
  :host([layout='panel']) {
    display: block;
    container-type: inline-size;
    /* The size of a container does not depend on its content. Without the next line, the panel's width would be zero
       in a parent that is as wide as its content. */
    contain-intrinsic-inline-size: min(var(--width), 100vi - 2 * var(--rem));
    min-inline-size: 0;
    max-inline-size: var(--hub-width, calc(45 * var(--rem)));
    min-block-size: calc(34 * var(--rem));
  }
  /* If the page sets a height for the element, the panel has the same height. */
  [part='panel'] {
    block-size: calc(34 * var(--rem));
    min-block-size: 100%;
    max-block-size: 100%;
  }
  /* A narrow panel is higher, because its buttons are below each other and leave less space for the content. */
  @container (max-width: 28em) {
    [part='panel'] {
      block-size: calc(42 * var(--rem));
    }
  }
  /* An open sheet is visible even in a part of the page with "visibility: hidden", because an invisible sheet would
     block the page. */
  [part='dialog'] {
    visibility: visible;
    container-type: inline-size;
    inset: 0;
    margin: auto;
    padding: 0;
    inline-size: var(--width);
    max-inline-size: 100vi;
    block-size: min(46 * var(--rem), 100dvb - 2 * var(--rem));
    max-block-size: none;
    box-shadow: var(--shadow);
  }
  ::backdrop {
    background: var(--color-backdrop);
  }

  .header {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    padding: calc(var(--space) * 4) calc(var(--space) * 6);
    border-block-end: var(--border-width) solid var(--color-border);
  }
  [part='merchant'],
  ::slotted([slot='header']) {
    flex: 0 0 100%;
    padding-inline-end: calc(var(--space) * 10);
    color: var(--color-text-muted);
    font-size: 0.875em;
    line-height: calc(1.5 * var(--rem));
  }
  /* A logo keeps its shape. */
  ::slotted(img) {
    object-fit: contain;
    object-position: 0;
  }
  .title {
    font-size: 1.625em;
    line-height: 1.25;
    font-weight: var(--font-weight-strong);
  }
  .round {
    position: absolute;
    inset-block-start: calc(var(--space) * 1.5);
    inset-inline-end: calc(var(--space) * 2);
    display: grid;
    place-items: center;
    inline-size: calc(2.75 * var(--rem));
    block-size: calc(2.75 * var(--rem));
    border-radius: 50%;
    color: var(--color-text-muted);
  }

  .body {
    flex: 1 1 auto;
    gap: calc(var(--space) * 3);
    min-block-size: 0;
    padding: calc(var(--space) * 4) calc(var(--space) * 6);
    overflow: hidden auto;
  }
  [part='heading'] {
    font-weight: var(--font-weight-strong);
  }
  /* If the code has not loaded after 8 seconds, the page's fallback content appears. */
  .later {
    animation: later 0s 8s both;
  }
  @keyframes later {
    from {
      visibility: hidden;
    }
  }

  @media (max-width: 30rem) {
    [part='dialog'] {
      margin-block-end: 0;
      inline-size: 100%;
      block-size: min(46 * var(--rem), 92dvb);
      border-width: var(--border-width) 0 0;
      border-radius: var(--radius) var(--radius) 0 0;
    }
  }
`;
