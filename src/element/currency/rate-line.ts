/** Renders the line about the rate at which prices are shown, at the end of the sheet or the panel. */
import { css, html, type CSSResult } from 'lit';
import type { Rendering } from '../../ui/render.js';

/** Returns the rendering with this text as its last line, or without it while no screen is shown. */
export function withRateLine(rendering: Rendering, text: string): Rendering {
  const { frame } = rendering;
  const content = html`${frame?.content}
    <p class="rate-line">${text}</p>`;
  return { ...rendering, frame: frame && { ...frame, content } };
}

export const rateStyles: CSSResult = css`
  .rate-line {
    padding: 0 calc(var(--space) * 6) calc(var(--space) * 4);
    color: var(--color-text-muted);
    font-size: 0.8125em;
    text-align: center;
  }
`;
