/** EVM chains: everything the flow asks of a chain family (vm/adapter.ts), each in its own file. */
import type { WireAttestation } from '../../api/responses/types.js';
import type { ChainAccess, VmAdapter } from '../adapter.js';
import { sameAddress } from '../addresses.js';
import { attestationHash, signerOf } from './attestation.js';
import { balances, decimals } from './chain/balances.js';
import { callsState, canBatch, sendCalls } from './wallet/send-calls.js';
import { prepare } from './wallet/switch-chain.js';
import { find } from './chain/find-transaction.js';
import { guardDepositAddress } from './guard/deposit-address.js';
import { guardSteps } from './guard/steps.js';
import { networkCost } from './chain/estimate-fee.js';
import { confirm } from './chain/wait-for-receipt.js';
import { sign } from './wallet/sign-typed-data.js';
import { permitState } from './chain/permit-state.js';
import { received } from './chain/received-amount.js';
import { quantity, rpc } from './chain/rpc.js';
import { hasCode } from './chain/smart-account.js';
import { submit } from './wallet/send-transaction.js';
import { hashOfText } from './chain/transactions.js';

export const evmAdapter: VmAdapter = {
  kind: 'evm',
  guard: (steps, context) =>
    context.intent['useDepositAddress'] === true ? guardDepositAddress(steps, context) : guardSteps(steps, context),
  attested,
  hash: hashOfText,
  balances,
  decimals,
  networkCost,
  prepare,
  nonce,
  isContract: hasCode,
  submit,
  canBatch,
  sendCalls,
  callsState,
  sign,
  permitState,
  find,
  confirm,
  received,
};

async function attested(
  requestId: string,
  { requestData, signature }: WireAttestation,
  solvers: readonly string[],
): Promise<'right' | 'wrong' | 'missing'> {
  const hash = attestationHash(requestId, requestData);
  if (!hash) return 'missing';
  const signer = await signerOf(hash, signature);
  return signer !== null && solvers.some((solver) => sameAddress(solver, signer)) ? 'right' : 'wrong';
}

async function nonce(address: string, access: ChainAccess): Promise<string | null> {
  try {
    return String(quantity(await rpc(access, 'eth_getTransactionCount', [address, 'pending'])));
  } catch {
    access.signal.throwIfAborted();
    return null;
  }
}
