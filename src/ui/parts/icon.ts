/** Renders the icons as SVG lines in the color of the surrounding text. */
import { html, svg } from 'lit';
import type { SVGTemplateResult, TemplateResult } from 'lit';

const strokes = {
  close: svg`<path d="M5 5l10 10M15 5L5 15"/>`,
  check: svg`<path d="M4 10.5l4 4 8-9"/>`,
  chevron: svg`<path d="M6 8l4 4 4-4"/>`,
  back: svg`<path d="M12 5l-5 5 5 5"/>`,
  out: svg`<path d="M8 5h7v7M15 5l-9 9"/>`,
  alert: svg`<path d="M10 5.5v6M10 14.4v.1"/>`,
  search: svg`<circle cx="9" cy="9" r="5"/><path d="M13 13l4 4"/>`,
  copy: svg`<rect x="7" y="7" width="9" height="9" rx="2"/><path d="M4.5 13V5.5a1 1 0 0 1 1-1H13"/>`,
} as const satisfies Record<string, SVGTemplateResult>;

export type IconName = keyof typeof strokes;

export const icon = (name: IconName): TemplateResult =>
  html`<svg class="icon ${name}" viewBox="0 0 20 20" aria-hidden="true" focusable="false">${strokes[name]}</svg>`;
