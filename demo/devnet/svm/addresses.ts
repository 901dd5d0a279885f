/** Fixed addresses and keys of the SVM chain. The keys are public, so never use them with real money. */

import { Keypair, PublicKey, SystemProgram } from '@solana/web3.js';

export const SVM_CHAIN = 792703809;
/** The address that the service uses for the native currency. This is also the address of the system program. */
export const SVM_NATIVE = SystemProgram.programId.toBase58();

export const TOKEN_PROGRAM = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022_PROGRAM = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
export const ASSOCIATED_TOKEN_PROGRAM = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
export const LOOKUP_TABLE_PROGRAM = new PublicKey('AddressLookupTab1e1111111111111111111111111');
export const COMPUTE_BUDGET_PROGRAM = new PublicKey('ComputeBudget111111111111111111111111111111');
export const MEMO_PROGRAM = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

/** The depository program. The program's vault holds the deposits. The vault is an address without a private key. */
export const PROGRAM_ID = new PublicKey('HubDepos1tory1111111111111111111111111111111');
export const [VAULT] = PublicKey.findProgramAddressSync([Buffer.from('vault')], PROGRAM_ID);
export const [CONFIG] = PublicKey.findProgramAddressSync([Buffer.from('config')], PROGRAM_ID);

const fixed = (name: string): Keypair => Keypair.fromSeed(Buffer.from(name.padEnd(32, '.')));

/** Each payer holds SOL and every token. */
export const svmPayers: readonly Keypair[] = ['payer', 'second payer'].map(fixed);
/** The solver's account on the SVM chain. This account pays recipients and refunds. */
export const svmSolver = fixed('solver');
/** The shop's account. At the start, it holds nothing and has no token account. */
export const svmRecipient = fixed('shop').publicKey.toBase58();
/** The account that pays fees and rent for a payer, if the quote request contains its address as `depositFeePayer`. */
export const svmFeePayer = fixed('fee payer');

export interface Mint {
  readonly address: PublicKey;
  readonly program: PublicKey;
  readonly decimals: number;
}

const mintOf = (name: string, program = TOKEN_PROGRAM): Mint => ({
  address: fixed(name).publicKey,
  program,
  decimals: 6,
});

export const mints = {
  usdc: mintOf('usdc'),
  usdt: mintOf('usdt'),
  /** A token of the program Token-2022. */
  pyusd: mintOf('pyusd', TOKEN_2022_PROGRAM),
  /** Wrapped SOL. */
  wsol: {
    address: new PublicKey('So11111111111111111111111111111111111111112'),
    program: TOKEN_PROGRAM,
    decimals: 9,
  },
} satisfies Record<string, Mint>;

/** Address lookup table that the quotes use. */
export const LOOKUP_TABLE = fixed('lookup table').publicKey;

/** Returns the address of an owner's token account. The associated token program creates this account. */
export function tokenAccountOf(owner: PublicKey, { address, program }: Mint): PublicKey {
  const seeds = [owner.toBytes(), program.toBytes(), address.toBytes()];
  return PublicKey.findProgramAddressSync(seeds, ASSOCIATED_TOKEN_PROGRAM)[0];
}

/** Finds the mint with this address. */
export const mintAt = (address: string): Mint | undefined =>
  Object.values(mints).find((mint) => mint.address.toBase58() === address);
