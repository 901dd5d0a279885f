/** The solver's functions for the SVM chain: they watch the logs of the depository program, and send payouts. */

import { PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import type { Deposit } from '../orders/order-state.js';
import type { SolverChain } from './solver.js';
import { mintAt, SVM_CHAIN, svmSolver } from '../svm/addresses.js';
import type { LandedTransaction, SvmChain } from '../svm/chain.js';
import { loggedDeposits } from '../svm/deposits.js';
import { sendOnSvm } from '../svm/send.js';
import { balanceOnSvm, createTokenAccount, transferToken } from '../svm/tokens.js';

export function createSvmSolverChain(chain: SvmChain): SolverChain {
  const solver = svmSolver.publicKey;

  /** Pays from the solver's own account. The first payment of a token creates the recipient's token account. */
  async function fill(currency: string, recipient: string, amount: bigint): Promise<string> {
    const to = new PublicKey(recipient);
    const mint = mintAt(currency);
    const instructions: TransactionInstruction[] = mint
      ? [createTokenAccount(solver, to, mint), transferToken(solver, to, mint, amount)]
      : [SystemProgram.transfer({ fromPubkey: solver, toPubkey: to, lamports: amount })];
    return sendOnSvm(chain, svmSolver, instructions);
  }

  return {
    id: SVM_CHAIN,
    watchDeposits(onDeposit) {
      const seen: LandedTransaction[] = [];
      const stops = [
        chain.onLanded((landed) => {
          seen.push(landed);
          depositsOf(landed).forEach(onDeposit);
        }),
        // Reports every deposit again, because the solver may have ignored the deposit before.
        chain.onSlot(() => seen.flatMap(depositsOf).forEach(onDeposit)),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    async depositsIn(signature) {
      const landed = chain.landed(signature);
      return landed ? depositsOf(landed) : [];
    },
    liquidity: async (currency) => balanceOnSvm(chain, mintAt(currency) ?? null, solver),
    fill,
    // The solver refunds from its own account, because the depository program makes no payouts.
    refund: fill,
  };
}

function depositsOf({ err, logs, signature, slot }: LandedTransaction): Deposit[] {
  if (err !== null) return [];
  return loggedDeposits(logs).map((deposit) => ({
    ...deposit,
    chainId: SVM_CHAIN,
    hash: signature,
    block: BigInt(slot),
  }));
}
