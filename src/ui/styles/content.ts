/**
 * Styles of cards, fields, images, steps and texts with a copy button in the body of a view, while those of lists are
 * in `list.ts`.
 */
import { css } from 'lit';
import type { CSSResult } from 'lit';

export const content: CSSResult = css`
  .card {
    display: block;
    padding: calc(var(--space) * 2) calc(var(--space) * 4);
    background: var(--color-surface);
    border-radius: var(--radius);
  }
  .pair {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    column-gap: calc(var(--space) * 4);
    padding-block: calc(var(--space) * 1.5);
  }
  /* A name that is too long takes several lines beside its value. */
  .pair > :first-child {
    flex: 1 1 calc(5 * var(--rem));
    max-inline-size: max-content;
    color: var(--color-text-muted);
  }
  .pair > :not(:first-child) {
    margin-inline-start: auto;
    text-align: end;
    overflow-wrap: anywhere;
    min-inline-size: 0;
  }
  .pair > .note {
    inline-size: 100%;
    unicode-bidi: isolate;
  }
  [data-longest] {
    display: grid;
  }
  [data-longest]::before {
    content: attr(data-longest);
    grid-area: 1 / 1;
    visibility: hidden;
  }
  dd > span {
    grid-area: 1 / 1;
  }
  [part='quote'] {
    display: grid;
    gap: calc(var(--space) * 3);
  }
  .dim dd {
    color: var(--color-text-muted);
  }
  summary {
    cursor: pointer;
  }
  summary.pair {
    list-style: none;
    border-radius: calc(0.25 * var(--rem));
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary > span:first-child {
    display: flex;
    align-items: center;
    gap: var(--space);
  }
  [open] > summary .chevron {
    rotate: 180deg;
  }
  .fold dl {
    font-size: 0.875em;
  }
  .good,
  [part='sponsor'] {
    color: var(--color-success);
  }
  .bad {
    color: var(--color-danger);
  }

  .field {
    display: flex;
    flex-direction: column;
    gap: var(--space);
    position: relative;
  }
  .label {
    color: var(--color-text-muted);
    font-size: 0.875em;
  }
  input {
    inline-size: 100%;
    min-block-size: calc(3 * var(--rem));
    padding-inline: calc(var(--space) * 3);
    font-size: max(1em, 16px);
    border: var(--border-width) solid var(--color-text-muted);
    border-radius: var(--radius);
    background: var(--color-background);
    appearance: none;
  }
  input[aria-invalid='true'] {
    border-color: var(--color-danger);
  }
  .field > .search {
    position: absolute;
    inset-block-start: calc(0.875 * var(--rem));
    inset-inline-start: calc(var(--space) * 3);
    color: var(--color-text-muted);
  }
  [part='search'] {
    padding-inline-start: 2.5em;
  }
  .entry {
    position: relative;
  }
  .big input {
    min-block-size: calc(3.5 * var(--rem));
    padding-inline-end: calc(5 * var(--rem));
    font-size: 1.5em;
    font-weight: var(--font-weight-strong);
  }
  .presets {
    display: flex;
    flex-wrap: wrap;
    gap: calc(var(--space) * 2);
  }
  .presets > * {
    inline-size: auto;
    border: var(--border-width) solid var(--color-text-muted);
  }
  [aria-pressed='true'] {
    background: var(--color-accent);
    color: var(--color-on-accent);
  }
  .unit {
    position: absolute;
    inset-block: 0;
    inset-inline-end: calc(var(--space) * 4);
    display: grid;
    place-items: center;
    color: var(--color-text-muted);
  }
  .hint {
    min-block-size: 1.4em;
    margin-block-start: calc(var(--space) * -2);
    color: var(--color-danger);
    font-size: 0.875em;
  }
  ::placeholder {
    color: var(--color-text-muted);
    opacity: 1;
  }

  .hero {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: calc(var(--space) * 3);
    padding-block-start: calc(var(--space) * 3);
  }
  .hero > .icon,
  .hero > .badge {
    inline-size: calc(3.5 * var(--rem));
    block-size: calc(3.5 * var(--rem));
    font-size: calc(1.375 * var(--rem));
  }
  .hero > .icon {
    padding: calc(0.875 * var(--rem));
    border-radius: 50%;
    background: color-mix(in srgb, currentColor 12%, transparent);
    stroke-width: 2;
  }
  .middle > p,
  .middle > [part='heading'],
  .middle > slot,
  .middle > slot > p {
    text-align: center;
    text-wrap: balance;
  }
  .middle > [part='heading'] {
    font-size: 1.25em;
  }

  .steps {
    color: var(--color-text-muted);
  }
  .steps > li {
    position: relative;
    display: flex;
    gap: calc(var(--space) * 3);
    padding-block: calc(var(--space) * 2);
  }
  .steps > li:not(:last-child)::after {
    content: '';
    position: absolute;
    inset-block: calc(2.125 * var(--rem)) calc(-0.25 * var(--rem));
    inset-inline-start: calc(0.6875 * var(--rem));
    inline-size: 2px;
    background: var(--color-border);
  }
  .dot {
    flex: none;
    display: grid;
    place-items: center;
    inline-size: calc(1.5 * var(--rem));
    block-size: calc(1.5 * var(--rem));
    border: 2px solid var(--color-text-muted);
    border-radius: 50%;
  }
  [data-status='done'],
  [data-status='current'] {
    color: var(--color-text);
  }
  [data-status='current'] {
    font-weight: var(--font-weight-strong);
  }
  [data-status='current'] .dot {
    border-color: var(--color-accent);
    background: radial-gradient(
      circle,
      var(--color-accent) calc(0.25 * var(--rem)),
      transparent calc(0.3125 * var(--rem))
    );
  }
  [data-status='done'] .dot {
    border-color: var(--color-success);
    background: var(--color-success);
    color: var(--color-background);
  }
  .dot .icon {
    inline-size: var(--rem);
    block-size: var(--rem);
    stroke-width: 2.5;
  }
  .take {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    padding-block-end: calc(var(--space) * 3);
  }
  .fold .take {
    padding-inline: 0;
  }
  .brief {
    column-gap: calc(var(--space) * 2);
    padding-block: 0;
  }
  /* The digits of an amount stay in one line. If there is no space for the copy button beside an amount, the copy
     button is below the amount. */
  .brief > :first-child {
    flex: 1 1 min-content;
    min-inline-size: 0;
    padding-block: var(--space);
  }
  .brief .note bdi {
    white-space: nowrap;
  }
  /* The copy button's card is at the end of the body, so it does not move when the content above gets another line. */
  :not(.brief) + .brief {
    margin-block-start: auto;
  }
  .groups {
    text-align: left;
    font-family: ui-monospace, monospace;
    font-size: 0.875em;
    line-height: 1.5;
  }
  .groups > span {
    display: inline-block;
    margin-inline-end: 0.5ch;
  }

  /* If the text is large for the width, as with 200 % text on a phone, the whole sheet or panel scrolls. Each value is
     below its name, and long words break. */
  @container (max-width: 16em) {
    .frame > * {
      --space: calc(0.15 * var(--rem));
      overflow-wrap: anywhere;
    }
    .body {
      flex: none;
      overflow: visible;
    }
    .frame .body * {
      white-space: normal;
    }
    .pair > :nth-child(n) {
      flex-basis: 100%;
      margin: 0;
      text-align: inherit;
    }
  }
`;
