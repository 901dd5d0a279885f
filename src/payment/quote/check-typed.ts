/** Checks an address that the payer typed, and reports to the state machine what is wrong with it. */
import { findPayeeProblem, findRefundProblem } from '../../vm/check-address.js';
import type { PaymentContext } from '../context/context.js';

/**
 * Removes the typed address from the intent if it fits none of the chains in question.
 * @throws HubPayError `service-down` if the code could not be loaded
 */
export async function checkTyped(
  context: Pick<PaymentContext, 'state' | 'chain' | 'dispatch'>,
  field: 'recipient' | 'refundTo',
  address: string,
): Promise<void> {
  const state = context.state();
  if (state.name !== 'selecting') return;
  const { receives, asset, assets } = state;
  // Before the payer picks an asset, the refund address can belong to any chain of the list.
  const rows = field === 'recipient' ? [receives] : asset ? [asset] : assets;
  const vmTypes = new Set(rows.map((row) => row && context.chain(row.chainId)?.vmType));
  const find = field === 'refundTo' ? findRefundProblem : findPayeeProblem;
  const checks = [...vmTypes].flatMap((vmType) => (vmType ? [find(address, vmType)] : []));
  const problems = await Promise.all(checks);
  const [wrong] = problems;
  const now = context.state();
  if (!wrong || problems.includes(null) || now.name !== 'selecting' || now.intent[field] !== address) return;
  if (field === 'recipient') context.dispatch({ type: 'recipient-typed', recipient: null, wrong });
  else context.dispatch({ type: 'refund-to-typed', refundTo: null, wrong });
}
