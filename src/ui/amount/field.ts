/** Renders the field for the amount. The code reads and checks its text after each keystroke. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Formatter } from '../../i18n/format.js';
import { plainSymbol } from '../../i18n/format-number.js';
import { numberIn, parseAmount, unitNames } from '../../i18n/parse-amount.js';
import { brokenBound } from '../../shared/amount-bounds.js';
import type { Selection } from '../../payment/model/state.js';
import { parseUnits } from '../../shared/amounts.js';
import type { ViewContext } from '../context/view-context.js';
import type { Piece } from '../context/view.js';

export function amountField({ receives }: Selection, ctx: ViewContext): TemplateResult {
  const { t, format, local, set, dispatch } = ctx;
  const decimals = receives?.decimals ?? 0;
  const token = receives?.symbol ?? '';
  const take = (amount: string): void => {
    const units = parseAmount(amount, decimals, format.decimalSign, namesOf(token, format));
    set({ amount });
    const isAllowed = typeof units === 'bigint' && units > 0n && !brokenBound(units, decimals, ctx.config);
    dispatch({ type: 'amount-typed', amount: isAllowed ? String(units) : null });
  };
  const hint = receives && amountHint(local.amount, { decimals, symbol: token }, ctx);
  return html`<label class="field big">
      <span class="label">${t('amount.label', { token })}</span>
      <span class="entry">
        <input
          part="amount"
          type="text"
          inputmode="decimal"
          autocomplete="off"
          spellcheck="false"
          placeholder=${format.number({ amountFormatted: '0', decimals }, 'exact')}
          aria-invalid=${hint !== null}
          aria-describedby="amount-hint"
          ?disabled=${!receives}
          .value=${local.amount}
          @input=${(event: InputEvent) => take((event.target as HTMLInputElement).value)}
        /><span class="unit"><bdi>${token}</bdi></span>
      </span>
    </label>
    <p id="amount-hint" class="hint">${hint ?? nothing}</p>
    ${presets({ decimals, symbol: token }, take, ctx)}`;
}

type Token = { decimals: number; symbol: string };

/** Renders a button for each suggested amount, except one with more decimal places than the token has. */
function presets(token: Token, take: (text: string) => void, { t, format, local, config }: ViewContext): Piece {
  const given = config.presets?.filter((preset) => parseUnits(preset, token.decimals) !== null) ?? [];
  if (given.length === 0 || !token.symbol) return nothing;
  const typed = parseAmount(local.amount, token.decimals, format.decimalSign, namesOf(token.symbol, format));
  return html`<div class="presets" role="group" aria-label=${t('amount.presets')}>
    ${given.map(
      (preset) =>
        html`<button
          part="preset"
          class="secondary"
          type="button"
          aria-pressed=${typed === parseUnits(preset, token.decimals)}
          @click=${() => take(inNotation(preset, format.decimalSign))}
        >
          <bdi>${format.token({ ...token, amountFormatted: preset }, 'exact')}</bdi>
        </button>`,
    )}
  </div>`;
}

const namesOf = (symbol: string, format: Formatter): readonly string[] =>
  unitNames(plainSymbol(symbol), format.dollarSign());

/** Writes a decimal number as the payer would. A zero follows three decimal places, which could look like thousands. */
const inNotation = (preset: string, sign: string): string => preset.replace(/\.\d{3}$/u, '$&0').replace('.', sign);

function amountHint(text: string, token: Token, { t, format, config }: ViewContext): string | null {
  if (!text.trim()) return null;
  const { decimals, symbol } = token;
  const names = namesOf(symbol, format);
  const amount = parseAmount(text, decimals, format.decimalSign, names);
  switch (amount) {
    case 'ambiguous': {
      const digits = numberIn(text, names).replace(/\D/gu, '');
      const one = `${digits.slice(0, -3)}${format.decimalSign}${digits.slice(-3)}0`;
      return t('amount.ambiguous', { text: text.trim(), one, two: digits });
    }
    case 'precise':
      return t('amount.too-precise', { token: symbol, count: decimals });
    case 'unit':
      return t('amount.other-unit', {
        token: symbol,
        example: format.number({ amountFormatted: '25', decimals }, 'down'),
      });
    case null:
    case 0n:
      return t('amount.invalid', { example: format.number({ amountFormatted: '25', decimals }, 'down') });
    default: {
      const broken = brokenBound(amount, decimals, config);
      const bound = format.token({ ...token, amountFormatted: (broken && config[broken]) ?? '0' }, 'exact');
      return broken && t(broken === 'minAmount' ? 'amount.too-low' : 'amount.too-high', { amount: bound });
    }
  }
}
