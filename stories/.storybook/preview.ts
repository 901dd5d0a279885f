/** Setup of every story: registers the element, and applies the toolbars for theme, language, direction and motion. */
import type { Preview } from '@storybook/web-components-vite';
import { themes } from 'storybook/theming';
import { languageTags } from '../../src/i18n/locales/languages.js';
import '../../src/index.js';
import { reduceMotion } from '../support/motion.js';

const FACE = { fontBase: 'system-ui, sans-serif', fontCode: 'ui-monospace, monospace' };
// Tools read this file outside a browser.
const isDark = 'matchMedia' in globalThis && matchMedia('(prefers-color-scheme: dark)').matches;

const toolbar = (title: string, icon: 'paintbrush' | 'globe' | 'paragraph' | 'lightning', items: object) => ({
  description: title,
  toolbar: {
    title,
    icon,
    items: Object.entries(items).map(([value, name]) => ({ value, title: String(name) })),
    dynamicTitle: true,
  },
});

/** Each language by its own name. */
const languageNames = Object.fromEntries(
  languageTags.map((tag) => [tag, new Intl.DisplayNames(tag, { type: 'language' }).of(tag)]),
);

const preview: Preview = {
  globalTypes: {
    theme: toolbar('Theme', 'paintbrush', { auto: 'Theme of the system', light: 'Light', dark: 'Dark' }),
    locale: toolbar('Language', 'globe', { auto: 'Language of the story', ...languageNames }),
    direction: toolbar('Direction', 'paragraph', { ltr: 'Left to right', rtl: 'Right to left' }),
    motion: toolbar('Motion', 'lightning', { system: 'Motion of the system', reduced: 'Reduced motion' }),
  },
  initialGlobals: { theme: 'auto', locale: 'auto', direction: 'ltr', motion: 'system' },
  decorators: [
    (story, { args, globals }) => {
      const { theme, locale, direction, motion } = globals as Readonly<Record<string, string>>;
      const page = document.documentElement;
      page.lang = 'en';
      page.dir = direction === 'rtl' ? 'rtl' : 'ltr';
      const colorScheme = theme === 'light' || theme === 'dark' ? theme : 'light dark';
      page.style.colorScheme = colorScheme;
      // Set an explicit background. The accessibility check measures the contrast of the text against this color.
      Object.assign(document.body.style, { colorScheme, background: 'Canvas', color: 'CanvasText' });
      reduceMotion(motion === 'reduced');
      const chosen = {
        ...(theme !== 'auto' && { theme }),
        ...(locale !== 'auto' && { locale }),
      };
      return story({ args: { ...args, ...chosen } });
    },
  ],
  parameters: {
    layout: 'centered',
    controls: { expanded: true },
    docs: {
      theme: { ...(isDark ? themes.dark : themes.light), ...FACE },
      // Storybook would draw each story elsewhere to read its source, which takes the Playground off the page.
      source: { type: 'code' },
    },
    // The toolbar for the width. It changes the size of the whole page, so a sheet also becomes narrow.
    viewport: {
      options: Object.fromEntries(
        Object.entries({ narrow: '320px', phone: '390px', tablet: '768px', desktop: '1280px' }).map(([name, width]) => [
          name,
          { name: `${name} (${width})`, styles: { width, height: '100%' } },
        ]),
      ),
    },
    options: {
      storySort: {
        order: [
          'Docs',
          ['Welcome', 'Getting started', 'Concepts', 'Frameworks', 'Theming', 'Reference', 'Errors'],
          'Element',
          ['Playground', 'Flows', 'Parts', 'Theming', 'Looks'],
          'States',
          [
            'Button',
            'Loading',
            'Choosing',
            'Reviewing',
            'Paying',
            'On its way',
            'Receipt',
            'Refunded or failed',
            'Errors',
            'Deposit address',
            'Perps venue',
            'Past payments',
          ],
          'Server',
          ['Attention table'],
        ],
      },
    },
  },
};

export default preview;
