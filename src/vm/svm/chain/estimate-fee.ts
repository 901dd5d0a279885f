/** Estimates the maximum network fee of a payment, and the rent of the accounts that its own instructions create. */
import type { WalletRequest } from '../../../types.js';
import type { InstructionsRequest } from '../../family/abilities.js';
import { rpc } from '../../family/rpc.js';
import type { ChainAccess } from '../../family/sources.js';
import { decode } from '../data/decode.js';
import { TOKEN_2022_PROGRAM } from '../data/programs.js';
import { TOKEN_ACCOUNT_BYTES } from '../data/accounts.js';
import { priorityFee, SIGNATURE_FEE } from '../guard/fee.js';
import { CONFIRMED, naturalOf, readAccounts } from './read-accounts.js';

/** The number of bytes that the code assumes for the extensions of a new Token-2022 account. Most mints need fewer. */
const EXTENSION_BYTES = 120;

/**
 * Estimates the network fee and the rent in lamports, without what another account pays. Returns null if the chain
 * cannot be read. Throws only after an abort.
 */
export async function estimateFee(requests: readonly WalletRequest[], access: ChainAccess): Promise<bigint | null> {
  try {
    const each = requests.map(async (request) => (request.kind === 'instructions' ? feeOf(request, access) : 0n));
    return (await Promise.all(each)).reduce((sum, fee) => sum + fee, 0n);
  } catch {
    access.signal.throwIfAborted();
    return null;
  }
}

/** The number of bytes of an account that holds only native currency. */
const EMPTY_BYTES = 0;

/**
 * Returns how many lamports must remain in the payer's account: the rent of an empty account. The chain refuses a
 * transaction that leaves less, unless it leaves nothing. Returns zero if another account pays the network fee, and
 * null if the chain cannot be read. Throws only after an abort.
 */
export async function keptAmount(requests: readonly WalletRequest[], access: ChainAccess): Promise<bigint | null> {
  const isPaying = requests.some((each) => each.kind === 'instructions' && each.feePayer === each.from);
  if (!isPaying) return 0n;
  try {
    return await rentOf(EMPTY_BYTES, access);
  } catch {
    access.signal.throwIfAborted();
    return null;
  }
}

/** Returns the sum of the signature fees and the priority fee, in lamports. */
export function networkFee({ from, instructions, feePayer }: InstructionsRequest): bigint {
  const signers = new Set([from, feePayer]).size;
  return SIGNATURE_FEE * BigInt(signers) + priorityFee(instructions);
}

async function feeOf(request: InstructionsRequest, access: ChainAccess): Promise<bigint> {
  const { from, feePayer, instructions } = request;
  const fee = feePayer === from ? networkFee(request) : 0n;
  const created = instructions.flatMap((instruction) => {
    const decoded = decode(instruction);
    return decoded?.kind === 'create-account' && decoded.payer === from ? [decoded] : [];
  });
  if (created.length === 0) return fee;
  const present = await readAccounts(
    created.map(({ account }) => account),
    access,
    { dataSlice: { offset: 0, length: 0 } },
  );
  const rents = created
    .filter((_, at) => !present[at])
    .map(({ program }) => rentOf(TOKEN_ACCOUNT_BYTES + (program === TOKEN_2022_PROGRAM ? EXTENSION_BYTES : 0), access));
  return (await Promise.all(rents)).reduce((sum, rent) => sum + rent, fee);
}

const rentOf = async (bytes: number, access: ChainAccess): Promise<bigint> =>
  naturalOf(await rpc(access, 'getMinimumBalanceForRentExemption', [bytes, CONFIRMED]));
