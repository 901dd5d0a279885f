/** Styles of selectable rows with their badges, of checkboxes, and of placeholder rows. */
import { css } from 'lit';
import type { CSSResult } from 'lit';

export const lists: CSSResult = css`
  .list {
    display: grid;
    gap: calc(var(--space) * 2);
  }
  .list.short {
    max-block-size: calc(15 * var(--rem));
    overflow-y: auto;
  }
  .row,
  .account {
    display: flex;
    align-items: center;
    gap: calc(var(--space) * 3);
    inline-size: 100%;
    min-block-size: calc(3.75 * var(--rem));
    padding: calc(var(--space) * 2) calc(var(--space) * 3);
    border-radius: var(--radius);
  }
  .row {
    border: var(--border-width) solid var(--color-border);
    transition: background var(--duration);
  }
  a.row {
    color: inherit;
    text-decoration: none;
  }
  a.row:hover,
  button.row:hover:not([aria-disabled='true']) {
    background: var(--color-surface);
  }
  .row[aria-disabled='true'] {
    cursor: default;
  }
  .vacant {
    visibility: hidden;
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
    padding-block: var(--space);
  }
  .account > .grow {
    flex-basis: min-content;
  }
  @container (max-width: 24em) {
    .account {
      gap: 0 calc(var(--space) * 2);
      padding-inline: calc(var(--space) * 2) 0;
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
    min-block-size: calc(2.75 * var(--rem));
    font-size: 0.875em;
  }
  .row > .chevron {
    color: var(--color-text-muted);
    rotate: -90deg;
  }
  .row > .chevron:dir(rtl) {
    rotate: 90deg;
  }
  .grow {
    flex: 1 1 calc(8 * var(--rem));
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
    inline-size: calc(2.25 * var(--rem));
    block-size: calc(2.25 * var(--rem));
    border-radius: 50%;
    background: var(--hue, var(--color-skeleton));
    color: #fff;
    font-size: calc(0.9375 * var(--rem));
    font-weight: 600;
    line-height: 1;
  }
  .badge.square {
    border-radius: calc(0.625 * var(--rem));
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
  .badge svg {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    border-radius: inherit;
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
    inset-block-end: calc(-0.1875 * var(--rem));
    inset-inline-end: calc(-0.25 * var(--rem));
    display: grid;
    place-items: center;
    inline-size: calc(1.125 * var(--rem));
    block-size: calc(1.125 * var(--rem));
    border: 2px solid var(--color-background);
    border-radius: calc(0.375 * var(--rem));
    background: var(--hue);
    font-size: calc(0.5625 * var(--rem));
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
    inline-size: calc(1.5 * var(--rem));
    min-block-size: calc(1.5 * var(--rem));
    margin: 0;
    accent-color: var(--color-accent);
  }

  .blank {
    animation: appear var(--duration) 150ms backwards;
  }
  .bar {
    inline-size: 70%;
    block-size: calc(0.75 * var(--rem));
    margin-block: calc(0.25 * var(--rem));
    border-radius: calc(0.375 * var(--rem));
    background: var(--color-skeleton);
  }
  .bar + .bar {
    inline-size: 40%;
  }
  .pair .bar {
    display: inline-block;
    inline-size: calc(6 * var(--rem));
    margin: 0;
  }
  .empty {
    padding: calc(var(--space) * 4) calc(var(--space) * 2);
    text-align: center;
  }
`;
