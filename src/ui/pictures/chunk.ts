/**
 * Exports the pictures of known tokens, networks and wallets' apps. The browser loads this file with the first screen.
 * The pictures are inline SVG, so no picture needs a request of its own, and every policy allows them.
 */
import { html, svg } from 'lit';
import type { TemplateResult } from 'lit';
import type { Pictures } from '../context/view-context.js';
import { apps, networks, tokens, type Drawing } from './drawings.js';

/** A `Map` has no inherited members, and a token's issuer can choose a symbol such as `constructor`. */
const find = (drawings: Readonly<Record<string, Drawing>>): ((key: string) => TemplateResult | null) => {
  const known = new Map(Object.entries(drawings));
  return (key) => {
    const drawing = known.get(key);
    return drawing ? drawn(drawing) : null;
  };
};

const drawn = (drawing: Drawing): TemplateResult =>
  html`<svg viewBox="0 0 24 24" aria-hidden="true">
    ${drawing.map(
      ([fill, path, rule = 'nonzero']) => svg`<path fill=${`#${fill}`} fill-rule=${rule} d=${path}></path>`,
    )}
  </svg>`;

const network = find(networks);

export const screens: Pictures = {
  token: find(tokens),
  network: (chainId) => network(String(chainId)),
  app: find(apps),
};
