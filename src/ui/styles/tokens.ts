/**
 * The 24 design tokens with their default values. A merchant sets a token such as `--hub-color-text` on the element or
 * on an ancestor. The styles read a private property such as `--color-text`, so that a default value does not override
 * a token of an ancestor.
 */
import { css, unsafeCSS } from 'lit';
import type { CSSResult } from 'lit';

/**
 * The default values. The unit `rem` in them is replaced by `--rem`: the font size of the page's root, but at least
 * 16 px. Many pages write `html { font-size: 62.5% }`, and the text would otherwise be too small to read.
 *
 * A pair contains the values for the light theme and for the dark theme.
 */
export const tokens = {
  'color-background': ['#fff', '#16181d'],
  'color-surface': ['#f5f6f8', '#20232a'],
  'color-text': ['#14161a', '#f2f3f5'],
  'color-text-muted': ['#5a6070', '#a3a9b8'],
  'color-border': ['#d9dce3', '#363b46'],
  'color-accent': ['#2450d6', '#86a5ff'],
  'color-on-accent': ['#fff', '#0d1330'],
  'color-success': ['#14743d', '#5fd08d'],
  'color-warning': ['#8a5200', '#f3b95f'],
  'color-danger': ['#b3261e', '#ff8f85'],
  'color-backdrop': 'rgb(0 0 0/.5)',
  'color-skeleton': ['#e6e8ee', '#2c303a'],
  'font-family': 'inherit',
  'font-size': '1rem',
  'font-weight-strong': '600',
  'line-height': '1.4',
  space: '.25rem',
  radius: '.75rem',
  'radius-button': '.75rem',
  'border-width': '1px',
  'focus-ring': '2px solid var(--color-accent)',
  shadow: '0 1.5rem 4rem -1rem rgb(0 0 0/.35),0 .25rem 1rem rgb(0 0 0/.12)',
  width: '26rem',
  duration: '160ms',
} as const satisfies Record<string, string | readonly [light: string, dark: string]>;

const declarations = Object.entries(tokens).map(([name, value]) => {
  const fallback = typeof value === 'string' ? value : `light-dark(${value.join()})`;
  return `--${name}:var(--hub-${name},${fallback.replace(/([\d.]+)rem/g, 'calc($1 * var(--rem))')})`;
});

export const tokenStyles: CSSResult = css`
  :host {
    color-scheme: light dark;
    --rem: max(1rem, 16px);
    ${unsafeCSS(declarations.join(';'))};
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
`;
