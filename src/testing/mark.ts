/** Renders the notice that no money moves, below the button and at the top of the sheet and of the panel. */
import { css, html, type CSSResult } from 'lit';
import type { Translate } from '../i18n/translate.js';
import type { Rendering } from '../ui/render.js';

/**
 * Returns the rendering with the notice below the button and, if there is a frame, at its top. The code of test mode
 * can load just when the pointer reaches the button, and a notice above the button would then move it away from the
 * press.
 */
export function markedRendering(rendering: Rendering, t: Translate): Rendering {
  const { frame } = rendering;
  const line = html`<p class="test-line">${t('test.line')}</p>`;
  return {
    ...rendering,
    note: line,
    frame: frame && { ...frame, content: html`${line}${frame.content}` },
  };
}

export const markStyles: CSSResult = css`
  .test-line {
    /* The line is wider than a short button, on both sides. Its negative margins take back this width, so that it makes
       neither the button nor the element wider. WebKit would ignore margins in percent here, so an inset centers it. */
    position: relative;
    inset-inline-start: min(4.5em, 50%);
    inline-size: 9em;
    min-inline-size: 100%;
    margin: calc(var(--space) * 2) -4.5em 0;
    padding: calc(var(--space) * 1.5) var(--space);
    border-radius: var(--radius);
    color: var(--color-text);
    background: color-mix(in srgb, var(--color-warning) 20%, var(--color-background));
    font-size: 0.75em;
    font-weight: var(--font-weight-strong);
    text-align: center;
  }
  .frame > .test-line {
    inset: 0;
    margin: 0;
    border-radius: 0;
    font-size: 0.875em;
  }
`;
