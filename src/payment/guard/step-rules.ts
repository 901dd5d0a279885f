/** G04: in what order a payment's steps may come, and which of them are known here. */
import { unless, type QuoteRule } from './quote-rules.js';

const approvals: readonly string[] = ['approve', 'approval'];
const payments: readonly string[] = ['deposit', 'swap', 'send'];
const signatures: readonly string[] = ['authorize1', 'authorize2'];

/**
 * G04: at most two approvals, then one payment; nothing that is done already or that is not known here. A signature is
 * the payment where the page has asked for it: two of them could both be used.
 */
export const guardSequence: QuoteRule = ({ steps }, { usePermit }) => {
  const isSigned = (id: string): boolean => usePermit === true && signatures.includes(id);
  const todo = steps.flatMap(({ id, items }) => items.map(() => id));
  const paying = todo.at(-1) ?? '';
  const before = todo.slice(0, -1);
  return [
    ...steps.flatMap(({ id, kind, items }, s) =>
      unless(
        [
          kind === (isSigned(id) ? 'signature' : 'transaction') || items.length === 0,
          'G04',
          `steps[${s}].kind`,
          `"${kind}" is not known here: an update may be needed`,
        ],
        [
          items.every(({ status = 'incomplete' }) => status === 'incomplete'),
          'G04',
          `steps[${s}].items`,
          'are not all to be done',
        ],
      ),
    ),
    ...unless([
      (payments.includes(paying) || isSigned(paying)) &&
        before.length <= 2 &&
        before.every((id) => approvals.includes(id)),
      'G04',
      'steps',
      `are not approvals and one payment: ${todo.join(', ') || 'none'}`,
    ]),
  ];
};
