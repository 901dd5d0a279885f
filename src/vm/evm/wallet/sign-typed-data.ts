/** Asks the wallet for a signature, once; and asks the chain whether what was signed has been used, or can still be. */
import { encodeFunctionData } from 'viem/utils';
import type { Hex } from 'viem';
import { HubPayError } from '../../../errors.js';
import type { Permit, WalletRequest } from '../../../types.js';
import { wordsOf } from '../../../wallets/wallet-errors.js';
import type { Wallet } from '../../../wallets/wallet.js';
import type { ChainAccess, PermitState } from '../../adapter.js';
import { hex, quantity, rpc } from '../rpc.js';
import { proofOf, shapeOf } from './send-transaction.js';

/** Of an account 64 or 65 bytes; of a contract's account as many as it likes. */
const SIGNATURE = /^0x([0-9a-f]{2}){64,4096}$/i;

/**
 * @throws HubPayError where there is no signature: then nothing can be done with one either
 */
export async function sign(
  { from, typedData }: Extract<WalletRequest, { kind: 'signature' }>,
  wallet: Wallet,
): Promise<string> {
  const { domain, types, primaryType, message } = typedData;
  const params = [from, JSON.stringify({ types, domain, primaryType, message })];
  let answer: unknown;
  try {
    answer = await wallet.provider.request({ method: 'eth_signTypedData_v4', params });
  } catch (cause) {
    throw new HubPayError(proofOf(cause) ?? 'service-refused', `${wallet.name} did not sign`, {
      details: wordsOf(cause),
      cause,
    });
  }
  if (typeof answer === 'string' && SIGNATURE.test(answer)) return answer.toLowerCase();
  throw new HubPayError('service-refused', `${wallet.name} answered no signature`, { details: shapeOf(answer) });
}

/**
 * Seconds of the chain's own time for which the evidence must stand: a block of another branch may have been earlier.
 */
const MARGIN_S = 180n;

const view = <const Name extends string, const Type extends string>(name: Name, type: Type) =>
  ({ type: 'function', name, stateMutability: 'view', inputs: [{ type: 'address' }, { type }], outputs: [] }) as const;

const abi = [
  view('authorizationState', 'bytes32'),
  view('nonceBitmap', 'uint256'),
  { type: 'function', name: 'nonces', stateMutability: 'view', inputs: [{ type: 'address' }], outputs: [] },
] as const;

/** One look, at one block. @throws where the chain cannot be read */
export async function permitState(permit: Permit, access: ChainAccess): Promise<PermitState> {
  const block = await rpc(access, 'eth_getBlockByNumber', ['latest', false]);
  const { number, timestamp } = Object(block) as { number?: unknown; timestamp?: unknown };
  const time = quantity(timestamp);
  const call = { to: permit.contract, data: questionOf(permit) };
  const answer = await rpc(access, 'eth_call', [call, hex(quantity(number))]);
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{64}$/i.test(answer)) throw new Error('Not one word');
  if (isUsed(permit, BigInt(answer))) return 'used';
  return time >= BigInt(permit.deadline) + MARGIN_S ? 'expired' : 'open';
}

function questionOf({ kind, owner, nonce }: Permit): Hex {
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

/** A flag; a bit of a word; the next number of a row. */
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
