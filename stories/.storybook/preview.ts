/** Setup of every story: registers the element and adds a toolbar switch for the writing direction. */
import type { Preview } from '@storybook/web-components-vite';
import '../../src/index.js';

const preview: Preview = {
  globalTypes: {
    direction: {
      description: 'Writing direction',
      toolbar: {
        title: 'Direction',
        icon: 'paragraph',
        items: [
          { value: 'ltr', title: 'Left to right' },
          { value: 'rtl', title: 'Right to left' },
        ],
        dynamicTitle: true,
      },
    },
  },
  initialGlobals: { direction: 'ltr' },
  decorators: [
    (story, { globals }) => {
      document.documentElement.lang = 'en';
      // Set an explicit background. The accessibility check measures the contrast of the text against this color.
      Object.assign(document.body.style, { colorScheme: 'light dark', background: 'Canvas', color: 'CanvasText' });
      document.documentElement.dir = globals['direction'] === 'rtl' ? 'rtl' : 'ltr';
      return story();
    },
  ],
  parameters: { layout: 'centered', controls: { expanded: true } },
};

export default preview;
