/** Renders the field for the refund address of a payment without a connected wallet. */
import type { TemplateResult } from 'lit';
import { sameAddress } from '../../shared/chain.js';
import type { Selection } from '../../payment/model/state.js';
import type { ViewContext } from '../context/view-context.js';
import { chainPhrase } from '../context/phrases.js';
import { addressField } from '../parts/address-field.js';

export function refundField({ intent, asset, payerFields, wrong }: Selection, ctx: ViewContext): TemplateResult {
  const { t, config, local, set, dispatch } = ctx;
  const text = local.refundTo.trim();
  const isPayees = (address: string): boolean =>
    !payerFields.includes('recipient') && intent.recipient !== undefined && sameAddress(address, intent.recipient);
  const type = (event: InputEvent): void => {
    const refundTo = (event.target as HTMLInputElement).value;
    const address = refundTo.trim();
    set({ refundTo });
    dispatch({ type: 'refund-to-typed', refundTo: address && !isPayees(address) ? address : null });
  };
  const chain = asset ? chainPhrase(asset.chainId, ctx) : t('word.refund-chain');
  const problem = isPayees(text)
    ? t('refund-to.payee', { merchant: config.merchant })
    : wrong?.refundTo?.fault === 'case'
      ? t('refund-to.case')
      : t('refund-to.invalid', wrong?.refundTo?.names);
  return addressField({
    part: 'refund-to',
    label: t('refund-to.label'),
    value: local.refundTo,
    type,
    problem: text !== '' && intent.refundTo === undefined ? problem : null,
    hint: t('refund-to.hint', { chain }),
  });
}
