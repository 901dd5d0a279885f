/** G04: checks the steps of a payment and their order. */
import { isVenue } from '../../vm/families.js';
import { isApproval } from '../../shared/step-ids.js';
import { ruleRow, type QuoteRule } from './quote-rules.js';

const G04 = ruleRow('G04');

const payments: readonly string[] = ['deposit', 'swap', 'send'];
const signatures: readonly string[] = ['authorize1', 'authorize2'];

/**
 * G04: the steps are at most two approvals and then one payment, and no step is unknown or already completed. With
 * `usePermit`, one signature can pay. Two signatures are blocked, because both could be used. The order of the venue's
 * steps is checked by the venue's own guard.
 */
export const guardSequence: QuoteRule = ({ steps }, { usePermit }, chain) => {
  const hasOwnOrder = isVenue(chain);
  const isSigned = (id: string): boolean => usePermit === true && signatures.includes(id);
  const stepIds = steps.flatMap(({ id, items }) => items.map(() => id));
  const payingId = stepIds.at(-1) ?? '';
  const before = stepIds.slice(0, -1);
  const endsInPayment = payments.includes(payingId) || isSigned(payingId);
  const isSequence = hasOwnOrder || (endsInPayment && before.length <= 2 && before.every(isApproval));
  return [
    ...steps.flatMap(({ id, kind, items }, s) => {
      const isKnown = hasOwnOrder || kind === (isSigned(id) ? 'signature' : 'transaction') || items.length === 0;
      const isOpen = items.every(({ status = 'incomplete' }) => status === 'incomplete');
      return [
        ...G04(isKnown, `steps[${s}].kind`, `"${kind}" is not known here: an update may be needed`),
        ...G04(isOpen, `steps[${s}].items`, 'are already done in part'),
      ];
    }),
    ...G04(isSequence, 'steps', `are not the steps of one payment: ${stepIds.join(', ') || 'none'}`),
  ];
};
