/** The adapter for SVM chains. */
import { sha256 } from '@noble/hashes/sha2';
import type { VmAdapter } from '../family/adapter.js';
import { balances } from './chain/balances.js';
import { compile } from './chain/compile.js';
import { estimateFee, keptAmount } from './chain/estimate-fee.js';
import { findTransaction } from './chain/find-transaction.js';
import { paidAmount, receivedAmount, transfersTo } from './chain/received-amount.js';
import { send } from './chain/send.js';
import { tokenInfo } from './chain/token-info.js';
import { isExpired, waitForReceipt } from './chain/wait-for-receipt.js';
import { toHex } from './data/bytes.js';
import { guardSteps } from './guard/steps.js';
import { asSvmWallet } from '../family/as-wallet.js';
import { senderOf, wayOf } from './wallet/choose-way.js';
import { prepareWallet } from './wallet/prepare-wallet.js';
import { sign, signsOnly } from './wallet/sign.js';

/** The adapter for SVM chains. `VmAdapter` describes its members. */
export const svmAdapter = {
  vmType: 'svm',
  guardSteps: (steps, context) => Promise.resolve(guardSteps(steps, context)),
  hashText: (text) => `0x${toHex(sha256(new TextEncoder().encode(text)))}`,
  balances,
  tokenInfo,
  estimateFee,
  keptAmount,
  prepare: prepareWallet,
  ledger: { findTransaction, waitForReceipt, receivedAmount, paidAmount, transfersTo },
  instructions: {
    smallestSource: 'jupiter',
    compile: async (request, access, wallet) =>
      compile(request, access, wallet && { name: wallet.name, version: wayOf(request, asSvmWallet(wallet)).version }),
    signsOnly,
    senderOf: (request, wallet) => senderOf(request, asSvmWallet(wallet)),
    sign,
    send,
    isExpired,
  },
} satisfies VmAdapter;
