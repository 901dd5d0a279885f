/** A workshop for the tokens: a picker for each token, four worked looks, and the CSS to copy. */
import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { expect, userEvent, within } from 'storybook/test';
import { tokenRows, type Settings } from './support/controls.js';
import { looks } from './support/token-looks.js';
import { createWorkshop } from './support/workshop.js';

const meta: Meta<Settings> = {
  title: 'Element/Theming',
  argTypes: Object.fromEntries(tokenRows.map(({ id, control }) => [id, control])),
  parameters: { layout: 'fullscreen' },
};
export default meta;

/** Every picker changes the screens and the CSS at once. */
export const Workshop: StoryObj<Settings> = {
  render: (settings) => createWorkshop(settings),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    for (const [name, look] of Object.entries(looks).reverse()) {
      await userEvent.click(canvas.getByRole('button', { name }));
      const [token = '', value = ''] = Object.entries(look)[0] ?? [];
      const css = canvas.getByRole('region', { name: 'CSS of this look' }).textContent;
      if (token) await expect(css).toContain(`${token}: ${value};`);
    }
  },
};
