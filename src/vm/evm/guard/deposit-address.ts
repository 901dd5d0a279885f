/** Guards a payment to a deposit address (G21). All parts of the quote must describe the same payment. */
import type { Hex } from 'viem';
import { decodeFunctionData } from 'viem/utils';
import type { WireStep } from '../../../api/responses/types.js';
import type { GuardNote } from '../../../types.js';
import type { GuardContext, Verdict } from '../../family/adapter.js';
import { sameAddress } from '../../../shared/chain.js';
import { isBurnAddress, looksLikeAddress } from '../../address/addresses.js';
import { nativeAddress } from '../../registry/registry.js';
import { allowedCalls } from './allowed-calls.js';
import { hasChecksum } from './checksum.js';

/** Checks the steps, and returns the deposit address in the letter case of the service. Never throws. */
export function guardDepositAddress(steps: readonly WireStep[], { intent, amountIn, chain }: GuardContext): Verdict {
  const blocks: GuardNote[] = [];
  const block = (path: string, message: string): void => void blocks.push({ rule: 'G21', path, message });
  const items = steps.flatMap(({ items: all }, s) =>
    all.map(({ data }, i) => ({ data, path: `steps[${s}].items[${i}].data` })),
  );
  const named = steps.flatMap(({ depositAddress }, s) =>
    depositAddress ? [{ address: depositAddress, path: `steps[${s}].depositAddress` }] : [],
  );
  const [item] = items;
  const [first] = named;
  if (!sameAddress(intent.user, intent.refundTo)) block('intent.refundTo', 'is not the address of the payer');
  if (intent.txs?.length) block('intent.txs', 'cannot be executed after a payment to a deposit address');
  if (!item || items.length > 1) block('steps', 'are not one transfer to a deposit address');
  if (!first) block('steps[0].depositAddress', 'is missing');
  if (!item || !first) return { requests: [], blocks, warnings: [] };

  for (const { address, path } of named) {
    if (!looksLikeAddress(address, chain.vmType) || isBurnAddress(address) || !isSpelledCanonically(address))
      block(path, 'is not an address that can be paid');
    if (!sameAddress(address, first.address)) block(path, 'differs from the first deposit address');
  }
  const others = [intent.user, intent.refundTo, intent.originCurrency, chain.protocol?.v2?.depository ?? ''];
  if (others.some((other) => sameAddress(other, first.address)))
    block(first.path, 'is another known address of this payment');

  const { data, path } = item;
  const native = sameAddress(intent.originCurrency, nativeAddress(chain) ?? '');
  const sent = native ? nativeTransfer(data) : tokenTransfer(data);
  if (data['chainId'] !== chain.id) block(`${path}.chainId`, `is not the origin chain ${chain.id}`);
  if (!sent) block(path, 'is not a plain transfer');
  if (sent && !native && !sameAddress(sent.token, intent.originCurrency))
    block(`${path}.to`, 'is not the token that pays');
  if (sent && !sameAddress(sent.to, first.address)) block(path, 'does not go to the deposit address');
  if (sent && sent.amount !== String(amountIn)) block(path, `sends ${sent.amount} instead of ${amountIn}`);
  if (blocks.length > 0) return { requests: [], blocks, warnings: [] };
  const warning = { rule: 'G21', path: first.path, message: 'comes only from the service: nothing verifies it' };
  return { requests: [], blocks, warnings: [warning], depositAddress: first.address };
}

const isSpelledCanonically = (address: string): boolean => address === address.toLowerCase() || hasChecksum(address);

type DecodedTransfer = { token: string; to: string; amount: string };

function nativeTransfer({ to, value, data = '0x' }: Record<string, unknown>): DecodedTransfer | null {
  if (typeof to !== 'string' || typeof value !== 'string' || (data !== '0x' && data !== '')) return null;
  return { token: '', to, amount: value };
}

function tokenTransfer({ to, value = '0', data }: Record<string, unknown>): DecodedTransfer | null {
  if (typeof to !== 'string' || value !== '0' || typeof data !== 'string') return null;
  try {
    const { functionName, args } = decodeFunctionData({ abi: allowedCalls, data: data.toLowerCase() as Hex });
    const isExact = functionName === 'transfer' && data.length === TRANSFER_LENGTH;
    return isExact ? { token: to, to: args[0], amount: String(args[1]) } : null;
  } catch {
    return null;
  }
}

/** The number of characters of a transfer's calldata: `0x`, the selector and two words. */
const TRANSFER_LENGTH = 2 + 8 + 2 * 64;
