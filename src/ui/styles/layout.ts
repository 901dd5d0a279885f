/** Styles of the frame's parts that appear after the code has loaded, and of the layout in little or much space. */
import { css } from 'lit';
import type { CSSResult } from 'lit';

export const layout: CSSResult = css`
  .frame {
    overflow-wrap: break-word;
  }
  /* By default, browsers break Korean inside words. Japanese has no spaces, but some browsers find its phrases. */
  .frame:lang(ko) {
    word-break: keep-all;
  }
  .frame:lang(ja) {
    word-break: auto-phrase;
  }
  .header {
    align-items: baseline;
    column-gap: calc(var(--space) * 3);
  }
  [part='merchant'],
  ::slotted([slot='header']) {
    overflow-wrap: anywhere;
  }
  .title {
    letter-spacing: -0.02em;
    overflow-wrap: anywhere;
  }
  .body {
    overscroll-behavior: contain;
    scroll-padding: calc(var(--space) * 4);
    scrollbar-width: thin;
    scrollbar-color: var(--color-border) transparent;
  }
  /* With very large text, header and footer would leave the content no height. The whole sheet then scrolls as well. */
  [part='dialog'] .body {
    min-block-size: calc(9 * var(--rem));
  }
  .body > * {
    flex: none;
  }
  /* The content fades at the lower edge while there is more below. At the end, the fade covers only empty space. */
  .body::after {
    content: '';
    position: sticky;
    inset-block-end: calc(var(--space) * -4);
    flex: none;
    block-size: calc(var(--space) * 6);
    margin-block: calc(var(--space) * -3) calc(var(--space) * -4);
    background: linear-gradient(transparent, var(--color-background));
    pointer-events: none;
  }
  [part='dialog'] {
    animation: rise var(--duration) ease-out;
  }
  ::backdrop {
    animation: appear var(--duration);
  }
  /* A window of a wallet or of the page covers the middle, so only the header stays. It is in the upper corner in which
     such a window usually has no button to close. */
  [part='dialog'][data-aside] {
    inset-block-end: auto;
    inset-inline-end: auto;
    block-size: auto;
    inline-size: min(11 * var(--rem), 50vi);
    margin: var(--space);
    border-radius: var(--radius);
  }
  [data-aside] .title {
    font-size: 1em;
  }
  [data-aside] > :not(.header, slot) {
    display: none;
  }
  [data-aside]::backdrop {
    background: none;
  }
  /* The sheet has become a popover, or modal again, at the same place. */
  [data-still],
  [data-still]::backdrop {
    animation: none;
  }
  .round:hover {
    background: var(--color-surface);
    color: var(--color-text);
  }
  .footer {
    display: flex;
    flex-direction: column;
    padding: calc(var(--space) * 3) calc(var(--space) * 6);
    padding-block-end: max(calc(var(--space) * 3), env(safe-area-inset-bottom));
    border-block-start: var(--border-width) solid var(--color-border);
  }
  .worth {
    color: var(--color-text-muted);
    white-space: nowrap;
  }
  .bare {
    padding-block-start: 0;
    border: 0;
  }
  .line {
    align-content: center;
    min-block-size: 2.8em;
    margin-block-start: var(--space);
    color: var(--color-text-muted);
    font-size: 0.875em;
    text-align: center;
    text-wrap: balance;
  }
  /* The page's paragraph in this slot has no margin, so that an empty paragraph takes no space. */
  ::slotted([slot='footer']) {
    margin-block: 0;
  }
  .problem strong {
    color: var(--color-danger);
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

  /* A finger needs more space than a mouse pointer. */
  @media (pointer: coarse) {
    .link,
    .secondary,
    .round,
    summary {
      min-block-size: calc(3 * var(--rem));
    }
    .round {
      inline-size: calc(3 * var(--rem));
    }
  }
  /* On a landscape phone or a page with 400 % zoom, the whole sheet scrolls, so that no content is cut off. */
  @media (max-height: 26rem) {
    [part='dialog'] .body {
      flex: none;
      overflow: visible;
    }
  }
  /* By default, a panel has less height than a sheet. A wide panel therefore shows parts side by side that a sheet
     shows below each other. */
  @container (min-width: 28em) {
    [part='panel'] .header {
      padding-block: calc(var(--space) * 3);
    }
    [part='panel'] [part='merchant'],
    [part='panel'] ::slotted([slot='header']) {
      flex: 1;
      padding: 0;
    }
    /* The amount is the last item, so that it does not move when the value in US dollars appears beside it. */
    [part='panel'] .title {
      order: 1;
      font-size: 1.375em;
    }
    [part='panel'] .footer {
      display: grid;
      grid-template-columns: 3fr 2fr;
      gap: var(--space) calc(var(--space) * 2);
    }
    [part='panel'] .footer > *,
    [part='panel'] .footer ::slotted(*) {
      grid-column: 1 / -1;
    }
    [part='panel'] .footer > :has(+ .secondary) {
      grid-column: 1;
    }
    [part='panel'] .footer > * + .secondary {
      grid-column: 2;
      min-block-size: calc(3 * var(--rem));
      padding-inline: var(--space);
    }
    [part='panel'] .line:has(+ .secondary) {
      margin: 0;
      text-align: inherit;
    }
    [part='panel'] .line + .secondary {
      justify-content: end;
      /* The value end would follow the language of the text, not the page's direction. */
      text-align: right;
    }
    [part='panel'] .line + .secondary:dir(rtl) {
      text-align: left;
    }
  }
  @container (max-width: 24em) {
    .header,
    .body,
    .footer {
      padding-inline: calc(var(--space) * 4);
    }
    .hint {
      min-block-size: 2.8em;
    }
  }
`;
