/** `npm run site`: writes the folder `site`, which any file server can serve. */
import { fileURLToPath } from 'node:url';
import { stop as stopEsbuild } from 'esbuild';
import { buildSite } from './build-site.js';

console.log('Building the element and Storybook. This takes about a minute, and less if nothing has changed.');
await buildSite(fileURLToPath(new URL('../site', import.meta.url)));
await stopEsbuild();
console.log('The folder site is complete. Serve it with any file server: python3 -m http.server --directory site');
