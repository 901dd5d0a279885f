/** The look of Storybook itself: the system's sans face, light or dark as the system is. */
import { addons } from 'storybook/manager-api';
import { create } from 'storybook/theming';

// Tools read this file outside a browser.
const isDark = 'matchMedia' in globalThis && matchMedia('(prefers-color-scheme: dark)').matches;

addons.setConfig({
  theme: create({
    base: isDark ? 'dark' : 'light',
    // Storybook reads the title as HTML.
    brandTitle: '&lt;hub-pay&gt;',
    fontBase: 'system-ui, sans-serif',
    fontCode: 'ui-monospace, monospace',
  }),
});
