/** The adapter for EVM chains. */
import type { Money } from '../../errors.js';
import type { ChainAccess, VmAdapter } from '../adapter.js';
import { loaded } from '../../shared/load-code.js';
import { balances, decimals } from './chain/balances.js';
import { getCallsState, canBatch, sendCalls } from './wallet/send-calls.js';
import { prepareWallet } from './wallet/switch-chain.js';
import { findTransaction } from './chain/find-transaction.js';
import { guardSteps } from './guard/steps.js';
export { checkAttestation, loadCurve } from './attestation.js';
export { hasChecksum } from './guard/checksum.js';
import { estimateFee } from './chain/estimate-fee.js';
import { waitForReceipt } from './chain/wait-for-receipt.js';
import { receivedAmount } from './chain/received-amount.js';
import { quantity, rpc } from './chain/rpc.js';
import { accountKind } from './chain/smart-account.js';
import { walletAccess } from './wallet/wallet-access.js';
import { sendTransaction } from './wallet/send-transaction.js';
import type * as Permits from './permits.js';
import { hashOfText } from './chain/transactions.js';

/** The adapter of EVM chains, as `VmAdapter` describes it. */
export const evmAdapter: VmAdapter = {
  kind: 'evm',
  async guardSteps(steps, context) {
    const { useDepositAddress, usePermit } = context.intent;
    if (useDepositAddress === true) {
      const { guardDepositAddress } = await loaded(import('./guard/deposit-address.js'), 'checks deposit addresses');
      return guardDepositAddress(steps, context);
    }
    return guardSteps(steps, context, usePermit === true ? await loadPermits() : null);
  },
  hashCalldata: hashOfText,
  walletAccess,
  balances,
  decimals,
  estimateFee,
  prepare: prepareWallet,
  nextNonce,
  accountKind,
  submit: sendTransaction,
  canBatch,
  sendCalls,
  getCallsState,
  sign: async (request, wallet) => (await loadPermits()).signTypedData(request, wallet),
  permitState: async (permit, access) => (await loadPermits('unknown')).permitState(permit, access),
  findTransaction,
  waitForReceipt,
  receivedAmount,
};

const loadPermits = (money?: Money): Promise<typeof Permits> =>
  loaded(import('./permits.js'), 'checks signatures', money);

async function nextNonce(address: string, access: ChainAccess): Promise<string | null> {
  try {
    return String(quantity(await rpc(access, 'eth_getTransactionCount', [address, 'pending'])));
  } catch {
    access.signal.throwIfAborted();
    return null;
  }
}
