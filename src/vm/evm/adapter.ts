/** The adapter for EVM chains. */
import type { WireAttestation } from '../../api/responses/types.js';
import type { AttestationResult, ChainAccess, VmAdapter } from '../adapter.js';
import { sameAddress } from '../../shared/chain.js';
import { attestationHash, signerOf } from './attestation.js';
import { balances, decimals } from './chain/balances.js';
import { getCallsState, canBatch, sendCalls } from './wallet/send-calls.js';
import { prepareWallet } from './wallet/switch-chain.js';
import { findTransaction } from './chain/find-transaction.js';
import { guardDepositAddress } from './guard/deposit-address.js';
import { guardSteps } from './guard/steps.js';
import { estimateFee } from './chain/estimate-fee.js';
import { waitForReceipt } from './chain/wait-for-receipt.js';
import { signTypedData } from './wallet/sign-typed-data.js';
import { permitState } from './chain/permit-state.js';
import { receivedAmount } from './chain/received-amount.js';
import { quantity, rpc } from './chain/rpc.js';
import { hasCode } from './chain/smart-account.js';
import { sendTransaction } from './wallet/send-transaction.js';
import { hashOfText } from './chain/transactions.js';

/** The adapter of EVM chains, as `VmAdapter` describes it. */
export const evmAdapter: VmAdapter = {
  kind: 'evm',
  guardSteps: (steps, context) =>
    context.intent['useDepositAddress'] === true ? guardDepositAddress(steps, context) : guardSteps(steps, context),
  checkAttestation,
  hashCalldata: hashOfText,
  balances,
  decimals,
  estimateFee,
  prepare: prepareWallet,
  nextNonce,
  isContract: hasCode,
  submit: sendTransaction,
  canBatch,
  sendCalls,
  getCallsState,
  sign: signTypedData,
  permitState,
  findTransaction,
  waitForReceipt,
  receivedAmount,
};

async function checkAttestation(
  requestId: string,
  { requestData, signature }: WireAttestation,
  solvers: readonly string[],
): Promise<AttestationResult> {
  const hash = attestationHash(requestId, requestData);
  if (!hash) return 'unavailable';
  const signer = await signerOf(hash, signature);
  return signer !== null && solvers.some((solver) => sameAddress(solver, signer)) ? 'valid' : 'invalid';
}

async function nextNonce(address: string, access: ChainAccess): Promise<string | null> {
  try {
    return String(quantity(await rpc(access, 'eth_getTransactionCount', [address, 'pending'])));
  } catch {
    access.signal.throwIfAborted();
    return null;
  }
}
