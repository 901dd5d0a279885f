/** Renders the element before the checkout exists: the pay button and the frame of the sheet. */
import { nothing } from 'lit';
import type { Money } from '../errors.js';
import { buttonTexts } from '../i18n/locales/button.js';
import type { Messages } from '../i18n/locales/messages.js';
import { createTranslate, languageOf, type Translate } from '../i18n/translate.js';
import { loadingFrame } from '../ui/loading-frame.js';
import type { Rendering } from '../ui/render.js';
import { labelOf, merchantOf, priceText, type Offer } from './label.js';
import { payerLocale } from './payer-locale.js';

type Element = HTMLElement &
  Offer & {
    readonly locale: string | undefined;
    readonly messages: Messages | undefined;
    readonly layout: string | undefined;
    show(): void;
    close(): void;
  };

type Early = {
  isShown: boolean;
  isDisabled: boolean;
  /** Where the money is, if the code could not be loaded. */
  failed: Money | null;
  /** Called when the browser closes the sheet. */
  closed: () => void;
};

/** The texts of the button in the payer's language. */
export const textsOf = (element: Element): Translate =>
  createTranslate(element.messages, buttonTexts[languageOf(payerLocale(element))]);

export function renderEarly(element: Element, { isShown, isDisabled, failed, closed }: Early): Rendering {
  const t = textsOf(element);
  const merchant = merchantOf(element);
  const price = priceText(element, payerLocale(element));
  const show = (): void => element.show();
  const close = element.layout === 'panel' ? undefined : (): void => element.close();
  const title = price ?? t('button.open', { merchant });
  return {
    state: 'idle',
    frame: isShown
      ? {
          view: failed ? 'unavailable' : 'selecting',
          content: loadingFrame({ t, merchant, title, failed, retry: show, close }),
        }
      : null,
    closed,
    banner: nothing,
    inPlace: null,
    button: { label: labelOf(element, price, t), isDisabled, press: show },
  };
}
