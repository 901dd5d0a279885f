/** Makes stories of single screens, with the same controls for each. */
import type { StoryObj } from '@storybook/web-components-vite';
import { buttonTexts } from '../../src/i18n/locales/button.js';
import { de } from '../../src/i18n/locales/de.js';
import { languageOf } from '../../src/i18n/translate.js';
import type { PaymentState } from '../../src/payment/model/state.js';
import { stage, type Stage, type StageOptions } from './stage.js';

export type Args = Required<Pick<StageOptions, 'layout' | 'theme' | 'locale'>>;
export type Story = StoryObj<Args>;

export const args: Args = { layout: 'button', theme: 'auto', locale: 'en' };
export const argTypes = {
  layout: { control: 'inline-radio', options: ['button', 'panel'] },
  theme: { control: 'inline-radio', options: ['auto', 'light', 'dark'] },
  locale: { control: 'select', options: ['en', 'de', 'fr', 'ar-EG', 'hi', 'ja'] },
} as const;

/** Shows a state with the texts of the chosen language. */
export const show = (state: PaymentState, { locale, ...chosen }: StageOptions): Stage =>
  stage(state, {
    ...(locale && { locale }),
    messages: languageOf(locale ?? 'en') === 'de' ? { ...buttonTexts.de, ...de } : null,
    ...chosen,
  });

export const story = (state: PaymentState, options: StageOptions = {}, own: Partial<Args> = {}): Story => ({
  args: own,
  render: (chosen) => show(state, { ...chosen, ...options }),
});

/** Creates the same story with all details open. */
export const unfolded = (of: Story): Story => ({
  ...of,
  play: ({ canvasElement }) => {
    const root = canvasElement.querySelector('div[layout]')!.shadowRoot!;
    for (const fold of root.querySelectorAll('details')) fold.open = true;
  },
});

/** Creates the same story with the last details open and in view. */
export const unfoldedAtEnd = (of: Story): Story => ({
  ...of,
  play: ({ canvasElement }) => {
    const root = canvasElement.querySelector('div[layout]')!.shadowRoot!;
    const fold = [...root.querySelectorAll('details')].at(-1)!;
    fold.open = true;
    fold.scrollIntoView({ block: 'end' });
  },
});
