/**
 * Shows prices in the currency that the merchant chose, at the rate of the merchant's file. This code loads only if the
 * page sets `currency`.
 */
import type { ReactiveControllerHost } from 'lit';
import { convertUsd } from './convert-usd.js';
import type { Formatter } from '../../i18n/format.js';
import { currencyTexts } from '../../i18n/locales/en/currency.js';
import { addTexts } from '../../i18n/locales/en/later-texts.js';
import { platformClock } from '../../shared/time/clock.js';
import { linkOf } from '../../shared/page/page-address.js';
import { isRecord } from '../../shared/text/patterns.js';
import { rateStyles, withRateLine } from './rate-line.js';
import { addStyles } from '../../ui/add-styles.js';
import { contentOf } from '../../ui/content.js';
import type { ViewContext } from '../../ui/context/view-context.js';
import type { Rendering } from '../../ui/render.js';
import { payerLocale } from '../payer-locale.js';
import { logWarning } from '../../shared/log-warning.js';

addTexts(currencyTexts);

/** Computes what the element renders. */
export type Render = typeof contentOf;

/** The members of the element that the prices depend on. */
export type CurrencyHost = ReactiveControllerHost &
  HTMLElement & {
    locale: string | undefined;
    currency: string | undefined;
    ratesUrl: string | undefined;
  };

/** Longest wait for the file, in milliseconds. */
const LOAD_MS = 15_000;

/** The age in milliseconds after which a rate is loaded again. */
const OLD_MS = 3_600_000;

class DisplayCurrency {
  readonly #host: CurrencyHost;
  /** The currency and the file of the last request, as one text; empty before the first request. */
  #wanted = '';
  #askedAt = 0;
  /**
   * How many units of the currency one US dollar is worth; undefined until the first request for this currency and file
   * has ended, and null if the rate is unknown.
   */
  #rate: string | null | undefined;

  constructor(host: CurrencyHost) {
    this.#host = host;
    if (host.shadowRoot) addStyles(host.shadowRoot, rateStyles);
  }

  /** Returns the formats that show prices in the merchant's currency, or in dollars while the rate is unknown. */
  formatOf(format: Formatter): Formatter {
    this.#update();
    const currency = this.#currency;
    return this.#rate && currency ? convertUsd(payerLocale(this.#host), format, currency, this.#rate) : format;
  }

  /**
   * Adds a line with the rate, or a line that the prices are in dollars because the rate is unknown. Adds no line for
   * US dollars, or while the first rate loads.
   */
  mark(rendering: Rendering, { t, format }: ViewContext): Rendering {
    const currency = this.#currency;
    if (!currency || this.#rate === undefined) return rendering;
    if (this.#rate === null) return withRateLine(rendering, t('currency.unknown', { currency }));
    const rate = format.number({ amountFormatted: this.#rate, decimals: 18 }, 'down');
    return withRateLine(rendering, t('currency.rate', { currency, rate }));
  }

  /** The currency's code in capitals; undefined for US dollars, which need no rate, and for a value that is no text. */
  get #currency(): string | undefined {
    const { currency } = this.#host;
    const code = typeof currency === 'string' ? currency.toUpperCase() : undefined;
    return code === 'USD' ? undefined : code;
  }

  /** Loads the rate if the page names another file or currency than before, or if the rate is old. */
  #update(): void {
    const { ratesUrl = '' } = this.#host;
    const currency = this.#currency;
    const wanted = `${currency ?? ''} ${ratesUrl}`;
    const isOther = wanted !== this.#wanted;
    if (!currency || !(isOther || platformClock.now() - this.#askedAt > OLD_MS)) return;
    this.#wanted = wanted;
    this.#askedAt = platformClock.now();
    if (isOther) this.#rate = undefined;
    const keep = (rate: string | null): void => {
      // The page can name another file while this one is loading, and a failed reload keeps the older rate.
      if (wanted !== this.#wanted || (rate === null && this.#rate)) return;
      this.#rate = rate;
      this.#host.requestUpdate();
    };
    loadRate(ratesUrl, this.#host.currency ?? currency).then(keep, (error: unknown) => {
      logWarning(`<hub-pay> ${error instanceof Error ? error.message : String(error)}. Prices are in US dollars.`);
      keep(null);
    });
  }
}

/** Returns the function that renders the element with prices in its currency. */
export function inCurrency(host: CurrencyHost): Render {
  const currency = new DisplayCurrency(host);
  return (state, ctx) => currency.mark(contentOf(state, { ...ctx, format: currency.formatOf(ctx.format) }), ctx);
}

/**
 * Loads the rate from a file such as `{ "base": "USD", "rates": { "EUR": 0.92 } }`. Exchange rate services answer in
 * this form, but some write `base_code` or `base_currency` instead of `base`.
 * @param currency the currency's code, as the page writes it
 * @returns how many units of the currency one US dollar is worth
 * @throws Error with a message for the developer if an attribute is wrong, if the request fails, or if the file has no
 *   such rate
 */
async function loadRate(text: string, currency: string): Promise<string> {
  const code = currency.toUpperCase();
  if (!/^[A-Z]{3}$/u.test(code)) throw new Error(`currency: "${currency}" is no ISO 4217 code such as EUR`);
  const url = linkOf(text);
  if (!text) throw new Error(`rates-url: is missing beside currency="${currency}": set it to a file with rates`);
  if (!url) throw new Error(`rates-url: "${text}" is no http or https address`);
  const request: RequestInit = { referrerPolicy: 'no-referrer', signal: AbortSignal.timeout(LOAD_MS) };
  const response = await fetch(url, request).catch((cause: unknown) => {
    throw new Error(`rates-url: ${url} gave no answer`, { cause });
  });
  if (!response.ok) throw new Error(`rates-url: ${url} answered ${response.status}`);
  const file: unknown = await response.json().catch(() => null);
  const { base, base_code: baseCode, base_currency: baseName, amount = 1, rates } = isRecord(file) ? file : {};
  const other = [base, baseCode, baseName].find((each) => each !== undefined && each !== 'USD');
  if (other !== undefined)
    throw new Error(`rates-url: ${url} has rates of ${other as string}, but the element needs those of USD`);
  // Some services answer with the rates of as many dollars as the address asks for.
  if (Number(amount) !== 1)
    throw new Error(`rates-url: ${url} has rates of ${String(amount)} USD, but the element needs those of 1 USD`);
  // Without `base`, the rate of the dollar itself shows whether the rates are those of another currency.
  if (isRecord(rates) && Number(rates['USD'] ?? 1) !== 1)
    throw new Error(`rates-url: ${url} has ${String(rates['USD'])} as \`rates.USD\`, which is 1 in rates of USD`);
  const rate = isRecord(rates) && Object.hasOwn(rates, code) ? String(rates[code]) : '';
  if (!/^\d{1,9}(\.\d{1,18})?$/u.test(rate) || /^[0.]+$/u.test(rate))
    throw new Error(`rates-url: ${url} has no number \`rates.${code}\` above zero`);
  return rate;
}
