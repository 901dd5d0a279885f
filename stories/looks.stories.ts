/** Shows the same screens with different themes, directions, widths, texts and design tokens. */
import type { Meta, StoryObj } from '@storybook/web-components-vite';
import type { PaymentState } from '../src/payment/model/state.js';
import type { tokens } from '../src/ui/styles/tokens.js';
import { everyState } from './support/every-state.js';
import { hostileSheets } from './support/hostile-sheets.js';
import { amountOf, quote, reviewing, selecting, succeeded } from './support/payments.js';
import { pseudo } from './support/pseudo.js';
import { stage, type StageOptions } from './support/stage.js';

type Args = {
  theme: 'light' | 'dark';
  direction: 'ltr' | 'rtl';
  /** Width of a panel in pixels. */
  width: number;
  /** Values of design tokens. The names have no prefix `--hub-`. */
  tokens: Partial<Record<keyof typeof tokens, string>>;
  /** The name of a style sheet of the page, or none. */
  sheet: string;
};
type Story = StoryObj<Args>;

const meta: Meta<Args> = {
  title: 'Element/Looks',
  args: { theme: 'light', direction: 'ltr', width: 416, tokens: {}, sheet: 'none' },
  argTypes: {
    theme: { control: 'inline-radio', options: ['light', 'dark'] },
    direction: { control: 'inline-radio', options: ['ltr', 'rtl'] },
    width: { control: { type: 'range', min: 320, max: 800, step: 8 } },
    tokens: { control: 'object' },
    sheet: { control: 'select', options: ['none', ...Object.keys(hostileSheets)] },
  },
};
export default meta;

/** Shows all states as panels, side by side. */
function gallery(
  states: readonly PaymentState[],
  { theme, direction, width, tokens, sheet }: Args,
  options: StageOptions = {},
) {
  const grid = document.createElement('div');
  grid.dir = direction;
  grid.style.cssText = 'display:flex;flex-wrap:wrap;gap:16px;justify-content:center';
  for (const [name, value] of Object.entries(tokens)) grid.style.setProperty(`--hub-${name}`, value);
  const style = document.createElement('style');
  style.textContent = hostileSheets[sheet] ?? '';
  grid.append(style);
  for (const state of states) {
    const panel = stage(state, { ...options, layout: 'panel', theme });
    panel.style.inlineSize = `min(${width}px, 100%)`;
    grid.append(panel);
  }
  return grid;
}

const looks = (args: Partial<Args>, options?: StageOptions, states: readonly PaymentState[] = everyState): Story => ({
  args,
  render: (chosen) => gallery(states, chosen, options),
});

export const Light: Story = looks({});
export const Dark: Story = looks({ theme: 'dark' });
export const RightToLeft: Story = looks({ direction: 'rtl' }, { locale: 'ar-EG' });
export const Narrow: Story = looks({ width: 320 });
export const Wide: Story = looks({ width: 720 });
export const LongWords: Story = looks({}, { messages: pseudo });
export const LongWordsNarrow: Story = looks({ width: 320 }, { messages: pseudo });

/** A page whose style sheet changes what it does not own. The control `sheet` has the others. */
export const HostileStyleSheet: Story = looks({ width: 320, sheet: 'tracked text for all' });

/** `npm run docs:images` makes a picture of this story for the README. */
export const Checkout: Story = {
  args: { width: 360 },
  render(args) {
    const grid = gallery([selecting(), reviewing()], args);
    for (const panel of grid.querySelectorAll<HTMLElement>('div[layout]')) panel.style.blockSize = '560px';
    return grid;
  },
};

const long = { ...quote, pays: amountOf(8453, 'USDC', '123456789.123456', '123456789.12') };
export const LongValues: Story = looks(
  { width: 320 },
  { config: { merchant: 'The Extraordinarily Long Name of a Coffee Roasting Company of Northumberland' } },
  [selecting(), reviewing({ quote: long }), succeeded],
);

export const Tokens: Story = looks(
  {
    tokens: {
      'color-accent': 'light-dark(#0a7d5a, #5fd0a0)',
      'color-on-accent': 'light-dark(#fff, #0d1330)',
      'color-surface': 'light-dark(#f2f7f4, #1b2521)',
      radius: '.25rem',
      'radius-button': '2rem',
      'font-family': 'Georgia, serif',
      'font-size': '1.0625rem',
      space: '.3rem',
    },
  },
  {},
  [selecting(), reviewing(), succeeded],
);
