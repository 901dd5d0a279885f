/** The adapter for EVM chains. */
import type { Money } from '../../errors.js';
import type { ExpectedTransaction, TransactionQuery } from '../family/abilities.js';
import type { VmAdapter } from '../family/adapter.js';
import type { ChainAccess } from '../family/sources.js';
import { loaded } from '../../shared/load-code.js';
import { balances } from './chain/balances.js';
import { prepareWallet } from './wallet/prepare-wallet.js';
import { guardSteps, usesRouter } from './guard/steps.js';
import { estimateFee } from './chain/estimate-fee.js';
import { loadCurve, recoverSigner } from './attestation.js';
import { waitForReceipt } from './chain/wait-for-receipt.js';
import { paidAmount, receivedAmount } from './chain/received-amount.js';
import { rpc } from '../family/rpc.js';
import { quantity } from './chain/quantities.js';
import { accountKind, isApproved } from './chain/smart-account.js';
import { walletAccess } from './wallet/wallet-access.js';
import { sendTransaction } from './wallet/send-transaction.js';
import type * as Permits from './permits.js';
import type * as Calls from './wallet/send-calls.js';
import { hashOfText } from './chain/transactions.js';

export { keccak256 } from 'viem/utils';
export { checkAttestation, loadCurve, recoverSigner } from './attestation.js';
export { checksumChain, hasChecksum } from './guard/checksum.js';

/** The adapter for EVM chains. `VmAdapter` describes its members. */
export const evmAdapter = {
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
  balances,
  tokenInfo: async (assets, access) =>
    (await loaded(import('./chain/token-info.js'), 'reads tokens')).tokenInfo(assets, access),
  estimateFee,
  prepare: prepareWallet,
  ledger: {
    findTransaction: async (query: TransactionQuery<ExpectedTransaction>, access: ChainAccess) =>
      (await loaded(import('./chain/find-transaction.js'), 'looks for transactions', 'unknown')).findTransaction(
        query,
        access,
      ),
    waitForReceipt,
    receivedAmount,
    paidAmount,
    transfersTo: async (hash, to, access) =>
      (await loaded(import('./chain/transfers.js'), 'checks refunds', 'unknown')).transfersTo(hash, to, access),
  },
  transactions: { nextNonce, accountKind, isApproved, submit: sendTransaction },
  batches: {
    canBatch: async (request, wallet) => (await loadCalls()).canBatch(request, wallet),
    hasPaymaster: async (request, wallet) => (await loadCalls()).hasPaymaster(request, wallet),
    sendCalls: async (id, requests, wallet) => (await loadCalls()).sendCalls(id, requests, wallet),
    getCallsState: async (id, wallet, paying, access) =>
      (await loadCalls('unknown')).getCallsState(id, wallet, paying, access),
  },
  typedData: {
    async sign(request, wallet) {
      // Loads the elliptic curve code before the prompt. Without this code, the page cannot check the signature and
      // must not post it.
      const [code] = await Promise.all([loadPermits(), loaded(loadCurve(), 'checks signatures')]);
      return code.signTypedData(request, wallet);
    },
  },
  permits: {
    permitState: async (permit, access) => (await loadPermits('unknown')).permitState(permit, access),
    checkSigner: async (request, signature, wallet, access) =>
      (await loadPermits()).checkSigner(request, signature, wallet, access, recoverSigner),
  },
  walletReads: { walletAccess },
} satisfies VmAdapter;

/** Loads the code for batches (EIP-5792). `money` is where the payer's money is if this code cannot be loaded. */
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
