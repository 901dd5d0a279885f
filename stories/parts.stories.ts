/** A map of the parts: screens of the element with the name of each part at its place. */
import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { expect, waitFor } from 'storybook/test';
import { partTable } from '../src/element/reference.js';
import { partsMap } from './support/parts-map.js';

type Args = { theme: 'auto' | 'light' | 'dark' };

const meta: Meta<Args> = {
  title: 'Element/Parts',
  args: { theme: 'auto' },
  argTypes: { theme: { control: 'inline-radio', options: ['auto', 'light', 'dark'] } },
  parameters: { layout: 'fullscreen' },
};
export default meta;

/** Each part stands on the map once, on the first screen that has it. */
export const Parts: StoryObj<Args> = {
  render: ({ theme }) => partsMap(theme),
  play: async ({ canvasElement }) => {
    const named = (): string[] =>
      [...canvasElement.querySelectorAll<HTMLElement>('[data-part]')]
        .map(({ dataset }) => dataset['part'] ?? '')
        .sort();
    // The map has many screens, and a busy machine draws them slowly.
    const all = partTable.map(({ name }) => name).sort();
    await waitFor(() => expect(named()).toEqual(all), { timeout: 30_000 });
  },
};
