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
    /* The line is as wide as the button, but does not make it wider. */
    inline-size: 0;
    min-inline-size: 100%;
    margin-block-start: calc(var(--space) * 2);
    padding: calc(var(--space) * 1.5) calc(var(--space) * 6);
    border-radius: var(--radius);
    color: var(--color-text);
    background: color-mix(in srgb, var(--color-warning) 20%, var(--color-background));
    font-size: 0.875em;
    font-weight: var(--font-weight-strong);
    text-align: center;
  }
  .frame > .test-line {
    margin: 0;
    border-radius: 0;
  }
`;
