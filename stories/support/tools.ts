/** The look of the tools beside the element, which the Playground and the Theming workshop share. */
import { css, type CSSResult } from 'lit';

export const toolStyles: CSSResult = css`
  .tools {
    display: grid;
    gap: 0.75rem;
    align-content: start;
    font-size: 0.875rem;
  }
  .tools .bar {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  .tools .bar .copy {
    margin-inline-start: auto;
  }
  .tools button {
    padding: 0.375rem 0.75rem;
    border: 1px solid GrayText;
    border-radius: 0.375rem;
    color: CanvasText;
    background: Canvas;
    font: inherit;
    cursor: pointer;
  }
  .tools button[aria-pressed='true'] {
    color: Canvas;
    background: CanvasText;
  }
  .tools pre {
    /* Code reads from left to right on every page. */
    direction: ltr;
    max-block-size: 26rem;
    margin: 0;
    padding: 1rem;
    border: 1px solid color-mix(in srgb, CanvasText 20%, Canvas);
    border-radius: 0.5rem;
    background: color-mix(in srgb, CanvasText 4%, Canvas);
    overflow: auto;
    line-height: 1.5;
  }
  .tools code {
    direction: ltr;
    unicode-bidi: isolate;
    font-family: ui-monospace, monospace;
    font-size: 0.8125rem;
  }
`;
