/** Makes stories of single screens, with the same controls for each. */
import type { StoryObj } from '@storybook/web-components-vite';
import { loadMessages } from '../../src/i18n/load-messages.js';
import { languageTags, type Language } from '../../src/i18n/locales/languages.js';
import type { Messages } from '../../src/i18n/locales/messages.js';
import { languageOf } from '../../src/i18n/translate.js';
import type { PaymentState } from '../../src/payment/model/state.js';
import { stage, type Stage, type StageOptions } from './stage.js';

export type Args = Required<Pick<StageOptions, 'layout' | 'theme' | 'locale'>>;
export type Story = StoryObj<Args>;

/** The texts of each language. They load before the stories, because a story renders at once. */
const texts = Object.fromEntries(
  await Promise.all(languageTags.map(async (language) => [language, (await loadMessages(language)) ?? {}] as const)),
) as Record<Language, Messages>;

export const args: Args = { layout: 'button', theme: 'auto', locale: 'en' };
export const argTypes = {
  layout: { control: 'inline-radio', options: ['button', 'panel'] },
  theme: { control: 'inline-radio', options: ['auto', 'light', 'dark'] },
  // The last locale has the texts of its language, but other digits.
  locale: { control: 'select', options: [...languageTags, 'ar-EG'] },
} as const;

/** Shows a state with the texts of the chosen language. */
export const show = (state: PaymentState, { locale, ...chosen }: StageOptions): Stage =>
  stage(state, {
    ...(locale && { locale }),
    messages: texts[languageOf(locale ?? 'en')],
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
