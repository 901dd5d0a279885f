/** Styles of the sheet and the panel: fixed header and footer, a scrolling body, and four widths. */
import { css } from 'lit';
import type { CSSResult } from 'lit';

export const frame: CSSResult = css`
  .frame {
    overflow-wrap: break-word;
    color: var(--color-text);
    background: var(--color-background);
    border: var(--border-width) solid var(--color-border);
    border-radius: var(--radius);
    overflow: hidden;
  }
  [part='panel'],
  [part='dialog'][open] {
    display: flex;
    flex-direction: column;
  }
  [part='panel'] {
    block-size: 100%;
  }
  [part='dialog'] {
    container-type: inline-size;
    inset: 0;
    margin: auto;
    padding: 0;
    inline-size: min(var(--width), 100vi);
    max-inline-size: 100vi;
    block-size: min(40rem, 100dvb - 2rem);
    max-block-size: none;
    box-shadow: var(--shadow);
    animation: rise var(--duration) ease-out;
  }
  ::backdrop {
    background: var(--color-backdrop);
    animation: appear var(--duration);
  }

  .header {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    column-gap: calc(var(--space) * 3);
    padding: calc(var(--space) * 4) calc(var(--space) * 6);
    border-block-end: var(--border-width) solid var(--color-border);
  }
  .payee,
  ::slotted([slot='header']) {
    flex: 0 0 100%;
    padding-inline-end: calc(var(--space) * 10);
    color: var(--color-text-muted);
    font-size: 0.875em;
    line-height: 1.5rem;
    overflow-wrap: anywhere;
  }
  .title {
    font-size: 1.625em;
    line-height: 1.25;
    font-weight: var(--font-weight-strong);
    letter-spacing: -0.02em;
    overflow-wrap: anywhere;
  }
  .worth {
    color: var(--color-text-muted);
    white-space: nowrap;
  }
  .round {
    position: absolute;
    inset-block-start: calc(var(--space) * 1.5);
    inset-inline-end: calc(var(--space) * 2);
    display: grid;
    place-items: center;
    inline-size: 2.75rem;
    block-size: 2.75rem;
    border-radius: 50%;
    color: var(--color-text-muted);
  }
  .round:hover {
    background: var(--color-surface);
    color: var(--color-text);
  }

  .body {
    flex: 1 1 auto;
    display: flex;
    flex-direction: column;
    gap: calc(var(--space) * 3);
    min-block-size: 0;
    padding: calc(var(--space) * 4) calc(var(--space) * 6);
    overflow: hidden auto;
    overscroll-behavior: contain;
    scroll-padding: calc(var(--space) * 4);
    scrollbar-width: thin;
    scrollbar-color: var(--color-border) transparent;
  }
  .body > * {
    flex: none;
  }
  .heading {
    font-weight: var(--font-weight-strong);
  }

  .footer {
    display: flex;
    flex-direction: column;
    padding: calc(var(--space) * 3) calc(var(--space) * 6);
    padding-block-end: max(calc(var(--space) * 3), env(safe-area-inset-bottom));
    border-block-start: var(--border-width) solid var(--color-border);
  }
  .bare {
    padding-block-start: 0;
    border: 0;
  }
  .line {
    min-block-size: 2.875rem;
    padding-block-start: calc(var(--space) * 2);
    color: var(--color-text-muted);
    font-size: 0.8125em;
    text-align: center;
    text-wrap: balance;
  }
  .problem strong {
    color: var(--color-danger);
  }
  .problem summary {
    cursor: pointer;
  }

  .banner {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    column-gap: calc(var(--space) * 3);
    padding: calc(var(--space) * 2) calc(var(--space) * 4);
    background: var(--color-surface);
    border-radius: var(--radius);
    font-size: 0.875em;
    margin-block-end: calc(var(--space) * 2);
  }
  .in-place {
    display: grid;
    gap: calc(var(--space) * 2);
  }

  @media (max-width: 30rem) {
    [part='dialog'] {
      margin-block-end: 0;
      inline-size: 100%;
      block-size: min(40rem, 92dvb);
      border-width: var(--border-width) 0 0;
      border-end-start-radius: 0;
      border-end-end-radius: 0;
    }
  }
  /* Landscape phones and pages zoomed to 400 %: the whole sheet scrolls, so that nothing is cut off. */
  @media (max-height: 26rem) {
    [part='dialog'] {
      overflow-y: auto;
    }
    [part='dialog'] .body {
      flex: none;
      overflow: visible;
    }
  }
  /* A panel has less height than a sheet: if it is wide enough, stacked parts are side by side. */
  @container (min-width: 28rem) {
    [part='panel'] .header {
      padding-block: calc(var(--space) * 3);
    }
    [part='panel'] .payee,
    [part='panel'] ::slotted([slot='header']) {
      flex: 1;
      padding: 0;
    }
    /* The title is last, so that it does not move when the value in dollars becomes known. */
    [part='panel'] .title {
      order: 1;
      font-size: 1.375em;
    }
    [part='panel'] .footer {
      display: grid;
      grid-template-columns: 3fr 2fr;
      column-gap: calc(var(--space) * 2);
    }
    [part='panel'] .primary:not(:has(+ .secondary)),
    [part='panel'] .line {
      grid-column: 1 / -1;
    }
    [part='panel'] .secondary {
      min-block-size: 3rem;
      padding-inline: var(--space);
    }
  }
  @container (max-width: 24rem) {
    .header,
    .body,
    .footer {
      padding-inline: calc(var(--space) * 4);
    }
    .line {
      min-block-size: 4.25rem;
    }
    .hint {
      min-block-size: 2.8em;
    }
  }
`;
