/** Reads from the chain whether a permit was used or cancelled, or has expired. */
import type { Hex } from 'viem';
import { encodeFunctionData } from 'viem/utils';
import { BYTES32 } from '../../../shared/text/patterns.js';
import type { Permit } from '../../../types.js';
import type { PermitState } from '../../family/abilities.js';
import type { ChainAccess } from '../../family/sources.js';
import { abiFunction, address, bytes32, uint256 } from '../abi/abi-function.js';
import { rpc } from '../../family/rpc.js';
import { addressWord, quantity, hex } from './quantities.js';
import { readLog, type Log } from './transactions.js';

/**
 * A permit counts as expired only this many seconds of block time after its deadline. A reorganization of the chain can
 * set the block time back.
 */
const EXPIRY_MARGIN_S = 180n;

/** The first topic of the log of a cancelled authorization: Keccak-256 of `AuthorizationCanceled(address,bytes32)`. */
const CANCELED_TOPIC = '0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81';

/** The numbers of recent blocks to search for logs. The smaller number is for a node that refuses the larger one. */
const LOG_BLOCKS = [5_000n, 900n];

const abi = [
  abiFunction('authorizationState', address, bytes32),
  abiFunction('nonceBitmap', address, uint256),
  abiFunction('nonces', address),
] as const;

/**
 * Reads the permit's state once, at the latest block.
 * @throws if the chain cannot be read
 */
export async function permitState(permit: Permit, access: ChainAccess): Promise<PermitState> {
  const block = await rpc(access, 'eth_getBlockByNumber', ['latest', false]);
  const { number, timestamp } = Object(block) as { number?: unknown; timestamp?: unknown };
  const time = quantity(timestamp);
  const call = { to: permit.contract, data: encodeStateQuery(permit) };
  const answer = await rpc(access, 'eth_call', [call, hex(quantity(number))]);
  if (typeof answer !== 'string' || !BYTES32.test(answer)) throw new Error('Not one word');
  if (isUsed(permit, BigInt(answer)))
    return (await isCancelled(permit, quantity(number), access)) ? 'cancelled' : 'used';
  return time >= BigInt(permit.deadline) + EXPIRY_MARGIN_S ? 'expired' : 'unused';
}

/**
 * Whether a recent log shows that the payer cancelled the authorization (EIP-3009). The contract's state does not show
 * this, because it is the same after a use and after a cancellation. Returns false if the logs cannot be read.
 */
async function isCancelled(
  { kind, contract, owner, nonce }: Permit,
  latest: bigint,
  access: ChainAccess,
): Promise<boolean> {
  if (kind !== 'eip3009') return false;
  const topics = [CANCELED_TOPIC, `0x${addressWord(owner)}`, nonce.toLowerCase()];
  for (const blocks of LOG_BLOCKS) {
    const fromBlock = hex(latest > blocks ? latest - blocks : 0n);
    const filter = { address: contract, topics, fromBlock, toBlock: hex(latest) };
    const logs = await rpc(access, 'eth_getLogs', [filter]).catch(() => null);
    if (Array.isArray(logs)) return logs.some((log) => isLogOf(readLog(log), contract, topics));
  }
  return false;
}

const isLogOf = (log: Log, contract: string, topics: readonly string[]): boolean =>
  log.address === contract.toLowerCase() && topics.every((topic, at) => log.topics[at] === topic);

function encodeStateQuery({ kind, owner, nonce }: Permit): Hex {
  const account = owner as Hex;
  switch (kind) {
    case 'eip3009':
      return encodeFunctionData({ abi, functionName: 'authorizationState', args: [account, nonce as Hex] });
    case 'permit2':
      return encodeFunctionData({ abi, functionName: 'nonceBitmap', args: [account, BigInt(nonce) >> 8n] });
    case 'eip2612':
      return encodeFunctionData({ abi, functionName: 'nonces', args: [account] });
  }
}

/**
 * Whether the contract's answer shows that the nonce of the permit is used. EIP-3009 answers with a flag, Permit2 with
 * a bitmap, and EIP-2612 with the next nonce.
 */
function isUsed({ kind, nonce }: Permit, answer: bigint): boolean {
  switch (kind) {
    case 'eip3009':
      return answer !== 0n;
    case 'permit2':
      return ((answer >> (BigInt(nonce) & 255n)) & 1n) === 1n;
    case 'eip2612':
      return answer > BigInt(nonce);
  }
}
