/** Puts the depository program, the tokens, the lookup table and the balances on a new SVM chain. */

import { type PublicKey, SystemProgram } from '@solana/web3.js';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  CONFIG,
  LOOKUP_TABLE,
  mints,
  PROGRAM_ID,
  svmFeePayer,
  svmPayers,
  svmSolver,
  tokenAccountOf,
  VAULT,
  type Mint,
} from './addresses.js';
import type { SvmChain } from './chain.js';
import { buildDepository } from './depository.js';
import { mintData, tokenAccountData, TOKEN_ACCOUNT_BYTES } from './tokens.js';

/** Balances in whole units. `tokens` is the balance of each token. */
interface Holdings {
  readonly owner: PublicKey;
  readonly sol: bigint;
  readonly tokens: bigint;
}

const LAMPORTS = 10n ** 9n;

/** Sets all accounts directly, so the start needs no transactions. */
export function setUpSvm(chain: SvmChain): void {
  chain.addProgram(PROGRAM_ID, buildDepository());
  chain.setAccount(CONFIG, { data: Buffer.alloc(8), owner: PROGRAM_ID });
  const all: Holdings[] = [
    { owner: svmSolver.publicKey, sol: 100_000n, tokens: 1_000_000n },
    ...svmPayers.map(({ publicKey: owner }) => ({ owner, sol: 100n, tokens: 10_000n })),
    // The vault gets a balance, because a deposit below the minimum rent to an empty vault fails.
    { owner: VAULT, sol: 1n, tokens: 0n },
    { owner: svmFeePayer.publicKey, sol: 10n, tokens: 0n },
  ];
  for (const { owner, sol } of all) chain.airdrop(owner, sol * LAMPORTS);
  const holders = all.filter(({ owner }) => !owner.equals(svmFeePayer.publicKey));
  for (const mint of Object.values(mints)) addMint(chain, mint, holders);
  chain.setLookupTable(LOOKUP_TABLE, [
    CONFIG,
    VAULT,
    SystemProgram.programId,
    ASSOCIATED_TOKEN_PROGRAM,
    ...Object.values(mints).flatMap((mint) => [mint.address, mint.program, tokenAccountOf(VAULT, mint)]),
  ]);
  // Moves to the next slot, because a transaction cannot use a lookup table in the slot that created the table.
  chain.tick();
}

function addMint(chain: SvmChain, mint: Mint, holders: readonly Holdings[]): void {
  const isNative = mint === mints.wsol;
  const unit = 10n ** BigInt(mint.decimals);
  const supply = isNative ? 0n : holders.reduce((sum, { tokens }) => sum + tokens * unit, 0n);
  const data = mintData(mint, isNative ? null : svmSolver.publicKey, supply);
  chain.setAccount(mint.address, { data, owner: mint.program });
  for (const { owner, tokens } of holders) {
    const rent = chain.rentOf(TOKEN_ACCOUNT_BYTES);
    const amount = tokens * (isNative ? unit / 100n : unit);
    chain.setAccount(tokenAccountOf(owner, mint), {
      data: tokenAccountData(mint, owner, amount, isNative ? rent : undefined),
      owner: mint.program,
      lamports: isNative ? rent + amount : rent,
    });
  }
}
