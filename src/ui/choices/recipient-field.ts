/** Renders the field for the recipient's address. The session checks the address after each keystroke. */
import type { TemplateResult } from 'lit';
import type { Selection } from '../../payment/model/state.js';
import type { AddressProblem } from '../../types.js';
import type { ViewContext } from '../context/view-context.js';
import { chainPhrase } from '../context/phrases.js';
import { addressField } from '../parts/address-field.js';

export function recipientField({ receives, intent, wrong }: Selection, ctx: ViewContext): TemplateResult {
  const { t, local, set, dispatch } = ctx;
  const type = (event: InputEvent): void => {
    const recipient = (event.target as HTMLInputElement).value;
    set({ recipient });
    dispatch({ type: 'recipient-typed', recipient: recipient.trim() || null });
  };
  const chain = receives ? chainPhrase(receives.chainId, ctx) : t('word.chain');
  return addressField({
    part: 'recipient',
    label: t('recipient.label', { chain }),
    value: local.recipient,
    type,
    problem: local.recipient.trim() && intent.recipient === undefined ? problemText(wrong?.recipient, t) : null,
  });
}

const problemText = (problem: AddressProblem | undefined, t: ViewContext['t']): string =>
  problem?.fault === 'case' ? t('recipient.case') : t('recipient.invalid', problem?.names);
