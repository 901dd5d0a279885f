/**
 * Reads from the chain whether an account has the code of a contract (Safe, ERC-4337, EIP-7702), and whether an
 * allowance is already set.
 */
import type { Hex } from 'viem';
import { encodeFunctionData } from 'viem/utils';
import { BYTES32 } from '../../../shared/text/patterns.js';
import type { WalletRequest } from '../../../types.js';
import type { AccountKind } from '../../family/abilities.js';
import type { ChainAccess } from '../../family/sources.js';
import { abiFunction, address } from '../abi/abi-function.js';
import { decode } from '../guard/calldata.js';
import { rpc } from '../../family/rpc.js';

/**
 * Returns what controls the account: a key, a key with the code of a contract (`delegated`, EIP-7702), or a contract. A
 * contract account without code on this chain counts as a key.
 * @throws Error if the chain cannot be read
 */
export async function accountKind(address: string, access: ChainAccess): Promise<AccountKind> {
  const code = await rpc(access, 'eth_getCode', [address, 'latest']);
  if (typeof code !== 'string') throw new Error('The answer is not code');
  if (/^0x0*$/.test(code)) return 'key';
  return /^0xef0100.{40}$/i.test(code) ? 'delegated' : 'contract';
}

const allowance = abiFunction('allowance', address, address);

/**
 * Whether the allowance on the chain is at least the amount of the approval `request`. If the request sets the
 * allowance to 0, it must be exactly 0. Returns null if the request is not an approval or the allowance cannot be read.
 */
export async function isApproved(request: WalletRequest, access: ChainAccess): Promise<boolean | null> {
  if (request.kind !== 'transaction') return null;
  const call = decode(request.data.toLowerCase());
  if (call?.functionName !== 'approve') return null;
  const [spender, amount] = call.args;
  const data = encodeFunctionData({ abi: [allowance], args: [request.from as Hex, spender] });
  const answer = await rpc(access, 'eth_call', [{ to: request.to, data }, 'latest']).catch(() => null);
  if (typeof answer !== 'string' || !BYTES32.test(answer)) return null;
  return amount === 0n ? BigInt(answer) === 0n : BigInt(answer) >= amount;
}
