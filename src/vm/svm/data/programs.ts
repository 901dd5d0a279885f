/** Lists well-known programs and accounts of SVM chains. */

/** The system program. Its address is also that of the native currency. */
export const SYSTEM_PROGRAM: string = '1'.repeat(32);

export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
/**
 * The program that creates the token accounts that wallets use. The owner, the mint and the token program determine
 * their addresses.
 */
export const ATA_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
export const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111';
export const LOOKUP_TABLE_PROGRAM = 'AddressLookupTab1e1111111111111111111111111';

/** Both versions of the program that writes texts to the log. */
export const MEMO_PROGRAMS: readonly string[] = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
];

/**
 * The public program Lighthouse (github.com/Jac0xb/lighthouse), which wallets call to check the chain. Not every SVM
 * chain has it.
 */
export const ASSERTION_PROGRAM = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95';

/** Both token programs. They have the same basic instructions. */
export const TOKEN_PROGRAMS: readonly string[] = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM];

/** The mint of wrapped native currency. */
export const WRAPPED_NATIVE = 'So11111111111111111111111111111111111111112';

/** The account that holds the chain's time. */
export const CLOCK_ACCOUNT = 'SysvarC1ock11111111111111111111111111111111';
