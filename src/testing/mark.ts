/** Renders the line that says that no money moves, above the button and at the top of the sheet and of the panel. */
import { css, html, type CSSResult, type TemplateResult } from 'lit';
import type { Translate } from '../i18n/translate.js';
import type { Piece } from '../ui/context/view.js';
import type { Rendering } from '../ui/render.js';

/** Returns the rendering with the line. */
export function markedRendering(rendering: Rendering, t: Translate): Rendering {
  const { frame, banner } = rendering;
  const line = html`<p class="test-line">${t('test.line')}</p>`;
  const above = (content?: Piece): TemplateResult => html`${line}${content}`;
  return {
    ...rendering,
    banner: above(banner),
    frame: frame && { ...frame, content: above(frame.content) },
  };
}

export const markStyles: CSSResult = css`
  .test-line {
    margin-block-end: calc(var(--space) * 2);
    padding: calc(var(--space) * 1.5) calc(var(--space) * 6);
    border-radius: var(--radius);
    color: var(--color-text);
    background: color-mix(in srgb, var(--color-warning) 20%, var(--color-background));
    font-size: 0.8125em;
    font-weight: var(--font-weight-strong);
    text-align: center;
  }
  .frame > .test-line {
    margin: 0;
    border-radius: 0;
  }
`;
