/** The adapter for EVM chains. */
import type { Money } from '../../errors.js';
import type { ChainAccess, VmAdapter } from '../adapter.js';
import { loaded } from '../../shared/load-code.js';
import { balances } from './chain/balances.js';
import { prepareWallet } from './wallet/switch-chain.js';
import { guardSteps, usesRouter } from './guard/steps.js';
import { estimateFee } from './chain/estimate-fee.js';
import { waitForReceipt } from './chain/wait-for-receipt.js';
import { paidAmount, receivedAmount } from './chain/received-amount.js';
import { quantity, rpc } from './chain/rpc.js';
import { accountKind, isApproved } from './chain/smart-account.js';
import { walletAccess } from './wallet/wallet-access.js';
import { sendTransaction } from './wallet/send-transaction.js';
import type * as Permits from './permits.js';
import type * as Calls from './wallet/send-calls.js';
import { hashOfText } from './chain/transactions.js';

export { checkAttestation, loadCurve } from './attestation.js';
export { hasChecksum } from './guard/checksum.js';

/** The adapter of EVM chains, as `VmAdapter` describes it. */
export const evmAdapter: VmAdapter = {
  vmType: 'evm',
  async guardSteps(steps, context) {
    const { useDepositAddress, usePermit } = context.intent;
    if (useDepositAddress === true) {
      const { guardDepositAddress } = await loaded(import('./guard/deposit-address.js'), 'checks deposit addresses');
      return guardDepositAddress(steps, context);
    }
    const [signatures, router] = await Promise.all([
      usePermit === true ? loadPermits() : null,
      usesRouter(steps) ? loaded(import('./guard/router.js'), 'checks calls of the router') : null,
    ]);
    return guardSteps(steps, context, { signatures, routing: router && router.guardRouting });
  },
  hashText: hashOfText,
  walletAccess,
  balances,
  tokenInfo: async (assets, access) =>
    (await loaded(import('./chain/token-info.js'), 'reads tokens')).tokenInfo(assets, access),
  estimateFee,
  prepare: prepareWallet,
  nextNonce,
  accountKind,
  isApproved,
  submit: sendTransaction,
  canBatch: async (request, wallet) => (await loadCalls()).canBatch(request, wallet),
  sendCalls: async (id, requests, wallet) => (await loadCalls()).sendCalls(id, requests, wallet),
  getCallsState: async (id, wallet, paying, access) =>
    (await loadCalls('unknown')).getCallsState(id, wallet, paying, access),
  sign: async (request, wallet) => (await loadPermits()).signTypedData(request, wallet),
  permitState: async (permit, access) => (await loadPermits('unknown')).permitState(permit, access),
  findTransaction: async (query, access) =>
    (await loaded(import('./chain/find-transaction.js'), 'looks for transactions', 'unknown')).findTransaction(
      query,
      access,
    ),
  waitForReceipt,
  receivedAmount,
  paidAmount,
  transfersTo: async (hash, to, access) =>
    (await loaded(import('./chain/transfers.js'), 'checks refunds', 'unknown')).transfersTo(hash, to, access),
};

/** The code for batches (EIP-5792). */
const loadCalls = (money?: Money): Promise<typeof Calls> =>
  loaded(import('./wallet/send-calls.js'), 'sends batches', money);

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
