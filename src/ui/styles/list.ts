/** Styles of selectable rows with their badges, of checkboxes, and of placeholder rows. */
import { css } from 'lit';
import type { CSSResult } from 'lit';

export const lists: CSSResult = css`
  .list {
    display: grid;
    gap: calc(var(--space) * 2);
  }
  .list.short {
    max-block-size: 15rem;
    overflow-y: auto;
  }
  .row,
  .account {
    display: flex;
    align-items: center;
    gap: calc(var(--space) * 3);
    inline-size: 100%;
    min-block-size: 3.75rem;
    padding: calc(var(--space) * 2) calc(var(--space) * 3);
    border-radius: var(--radius);
  }
  .row {
    border: var(--border-width) solid var(--color-border);
    transition: background var(--duration);
  }
  button.row:hover:not([aria-disabled='true']) {
    background: var(--color-surface);
  }
  .row[aria-disabled='true'] {
    cursor: default;
  }
  .row[role='radio'][aria-disabled='true'] .name {
    color: var(--color-text-muted);
    font-weight: 400;
  }
  .row[aria-checked='true'] {
    border-color: var(--color-accent);
    box-shadow: inset 0 0 0 1px var(--color-accent);
  }
  .account {
    flex-wrap: wrap;
    background: var(--color-surface);
  }
  .account:has(+ .account),
  .account + .account {
    min-block-size: 0;
    padding-block: 0;
  }
  .account > .grow {
    flex-basis: min-content;
  }
  @container (max-width: 24em) {
    .account {
      column-gap: calc(var(--space) * 2);
      padding-inline-end: var(--space);
    }
  }
  .account [title] {
    white-space: nowrap;
  }
  .row > a {
    display: flex;
    align-items: center;
    gap: var(--space);
    inline-size: min-content;
    min-block-size: 2.75rem;
    font-size: 0.8125em;
  }
  .row > .chevron {
    color: var(--color-text-muted);
    rotate: -90deg;
  }
  .row > .chevron:dir(rtl) {
    rotate: 90deg;
  }
  .grow {
    flex: 1 1 8rem;
    min-inline-size: 0;
    overflow-wrap: anywhere;
    display: grid;
    line-height: 1.35;
  }

  .badge {
    position: relative;
    flex: none;
    display: grid;
    place-items: center;
    inline-size: 2.25rem;
    block-size: 2.25rem;
    border-radius: 50%;
    background: var(--hue, var(--color-skeleton));
    color: #fff;
    font-size: 0.9375rem;
    font-weight: 600;
    line-height: 1;
  }
  .badge.square {
    border-radius: 0.625rem;
    overflow: hidden;
  }
  .badge img {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    border-radius: inherit;
    object-fit: cover;
    opacity: 0;
  }
  .badge .there {
    opacity: 1;
  }
  .badge .there,
  .badge:has(.there) {
    background: #fff;
  }
  /* A wallet's image has its own shape. A background or a letter would show at its corners. */
  .badge.square:has(.there),
  .square > .there {
    background: none;
    font-size: 0;
  }
  .chain {
    position: absolute;
    inset-block-end: -0.1875rem;
    inset-inline-end: -0.25rem;
    display: grid;
    place-items: center;
    inline-size: 1.125rem;
    block-size: 1.125rem;
    border: 2px solid var(--color-background);
    border-radius: 0.375rem;
    background: var(--hue);
    font-size: 0.5625rem;
  }
  .hue-0 {
    --hue: #3b5bdb;
  }
  .hue-1 {
    --hue: #0b7285;
  }
  .hue-2 {
    --hue: #2b7a3f;
  }
  .hue-3 {
    --hue: #a3470f;
  }
  .hue-4 {
    --hue: #9c36b5;
  }
  .hue-5 {
    --hue: #5f3dc4;
  }

  .card.tick {
    display: flex;
    align-items: center;
    gap: calc(var(--space) * 3);
    padding-block: calc(var(--space) * 3);
    cursor: pointer;
  }
  .tick input {
    flex: none;
    appearance: auto;
    inline-size: 1.5rem;
    min-block-size: 1.5rem;
    margin: 0;
    accent-color: var(--color-accent);
  }

  .blank {
    animation: appear var(--duration) 150ms backwards;
  }
  .bar {
    inline-size: 70%;
    block-size: 0.75rem;
    margin-block: 0.25rem;
    border-radius: 0.375rem;
    background: var(--color-skeleton);
  }
  .bar + .bar {
    inline-size: 40%;
  }
  .pair .bar {
    display: inline-block;
    inline-size: 6rem;
    margin: 0;
  }
  .empty {
    padding: calc(var(--space) * 4) calc(var(--space) * 2);
    text-align: center;
  }
`;
