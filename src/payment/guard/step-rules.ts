/** G04: the allowed order of a payment's steps, and which step ids are known. */
import { unless, type QuoteRule } from './quote-rules.js';

const approvals: readonly string[] = ['approve', 'approval'];
const payments: readonly string[] = ['deposit', 'swap', 'send'];
const signatures: readonly string[] = ['authorize1', 'authorize2'];

/**
 * G04: at most two approvals, then one payment; no completed and no unknown step. A signature is the payment if the
 * merchant set `usePermit`; two signatures could both be used.
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
