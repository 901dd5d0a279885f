/** Renders the element before the code of the checkout has loaded: the pay button and an empty sheet. */
import type { Money } from '../errors.js';
import type { Messages } from '../i18n/locales/messages.js';
import { createTranslate, type Translate } from '../i18n/translate.js';
import { loadingFrame } from '../ui/loading-frame.js';
import { labelSlot, type Rendering } from '../ui/render.js';
import { merchantOf, priceText, type Offer } from './label.js';
import { payerLocale } from './payer-locale.js';
import type { PayerTexts } from './payer-texts.js';

type Element = HTMLElement &
  Offer & {
    readonly locale: string | undefined;
    readonly messages: Messages | undefined;
    readonly purpose: string | undefined;
    readonly layout: string | undefined;
    show(): void;
    close(): void;
  };

type Early = {
  texts: PayerTexts;
  isShown: boolean;
  isDisabled: boolean;
  /** Where the payer's money is if the code of the checkout could not be loaded; null in any other case. */
  failed: Money | null;
  /** Called when the payer presses the button to load the code again. */
  retry: () => void;
};

/** Returns the function that translates the texts of the button. */
export const translateFor = (element: Element, texts: PayerTexts, locale = payerLocale(element)): Translate =>
  createTranslate(locale, element.messages, [texts.button(locale, element.purpose)]);

export function renderEarly(element: Element, { texts, isShown, isDisabled, failed, retry }: Early): Rendering {
  const locale = payerLocale(element);
  const t = translateFor(element, texts, locale);
  const merchant = merchantOf(element);
  const price = priceText(element, locale);
  const open = t('button.open', { merchant });
  const close = (): void => element.close();
  return {
    state: 'idle',
    frame: isShown
      ? {
          view: failed ? 'unavailable' : 'selecting',
          content: loadingFrame({
            t,
            merchant,
            title: price ?? open,
            failed,
            retry,
            close: element.layout === 'panel' ? undefined : close,
          }),
        }
      : null,
    closed: close,
    button: {
      label: labelSlot(price ? t('button.pay', { amount: price }) : open),
      isDisabled,
      press: () => element.show(),
    },
  };
}
