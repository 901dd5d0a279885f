/** Renders the field for the amount. The code reads and checks the text after each keystroke. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { parseAmount } from '../../i18n/parse-amount.js';
import type { Selection } from '../../payment/model/state.js';
import type { ViewContext } from '../context/view-context.js';

export function amountField({ receives }: Selection, ctx: ViewContext): TemplateResult {
  const { t, format, local, set, dispatch } = ctx;
  const decimals = receives?.decimals ?? 0;
  const token = receives?.symbol ?? '';
  const type = (event: InputEvent): void => {
    const amount = (event.target as HTMLInputElement).value;
    const units = parseAmount(amount, decimals, format.decimalSign);
    set({ amount });
    dispatch({ type: 'amount-typed', amount: typeof units === 'bigint' && units > 0n ? String(units) : null });
  };
  const hint = receives && amountHint(local.amount, decimals, token, ctx);
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
          @input=${type}
        /><span class="unit"><bdi>${token}</bdi></span>
      </span>
    </label>
    <p id="amount-hint" class="hint">${hint ?? nothing}</p>`;
}

function amountHint(text: string, decimals: number, token: string, { t, format }: ViewContext): string | null {
  if (!text.trim()) return null;
  switch (parseAmount(text, decimals, format.decimalSign)) {
    case 'ambiguous': {
      const digits = text.normalize('NFKC').replace(/\P{Nd}/gu, '');
      const one = `${digits.slice(0, -3)}${format.decimalSign}${digits.slice(-3)}0`;
      return t('amount.ambiguous', { text: text.trim(), one, two: digits });
    }
    case 'precise':
      return t('amount.too-precise', { token, count: String(decimals) });
    case null:
    case 0n:
      return t('amount.invalid', { example: format.number({ amountFormatted: '25', decimals }, 'down') });
    default:
      return null;
  }
}
