/** The steps of a payment from an EVM chain: approvals as the allowance on the chain needs them, then the deposit. */

import { encodeFunctionData, type Address, type Hex } from 'viem';
import { depositoryAbi, tokenAbi } from '../abi.js';
import { addresses, type EvmChain } from '../chains.js';
import { isNative, type Currency } from '../currencies.js';
import type { Step, TransactionData } from './quote-answer.js';

export interface DepositPlan {
  readonly user: Address;
  readonly currency: Currency;
  readonly amount: bigint;
  readonly requestId: Hex;
  readonly orderId: Hex;
  /** Symbol of what is paid for, for the display text. */
  readonly symbol: string;
}

/** Gas limits with air: 24,000 is measured for a native deposit, 46,000 for an approval, 62,000 for a token deposit. */
const GAS = { approve: 60_000n, depositNative: 40_000n, depositErc20: 90_000n };

export interface EvmSteps {
  readonly steps: Step[];
  /** What the steps may cost at most, in the native coin. */
  readonly networkFee: bigint;
}

export async function evmSteps(chain: EvmChain, plan: DepositPlan): Promise<EvmSteps> {
  const { user, currency, amount, requestId, orderId } = plan;
  const { maxFeePerGas, maxPriorityFeePerGas } = await chain.read.estimateFeesPerGas();
  let gasInAll = 0n;
  const transaction = (to: Address, data: Hex, value: bigint, gas: bigint): TransactionData => {
    gasInAll += gas;
    return {
      from: user,
      to,
      data,
      value: String(value),
      chainId: chain.id,
      gas: String(gas),
      maxFeePerGas: String(maxFeePerGas),
      maxPriorityFeePerGas: String(maxPriorityFeePerGas),
    };
  };
  const step = (id: string, description: string, data: TransactionData, checked: boolean): Step => {
    const check = { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' as const };
    return {
      id,
      description,
      action: 'Confirm transaction in your wallet',
      kind: 'transaction',
      requestId,
      depositAddress: '',
      items: [{ status: 'incomplete', data, ...(checked ? { check } : {}) }],
    };
  };
  const approve = (allowance: bigint): Step => {
    const args = [addresses.depository, allowance] as const;
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args });
    const call = transaction(currency.address as Address, data, 0n, GAS.approve);
    return step('approve', `Sign an approval for ${currency.symbol}`, call, false);
  };
  const deposit = (): Step => {
    const native = isNative(currency);
    const data = native
      ? encodeFunctionData({ abi: depositoryAbi, functionName: 'depositNative', args: [user, orderId] })
      : encodeFunctionData({
          abi: depositoryAbi,
          functionName: 'depositErc20',
          args: [user, currency.address as Address, amount, orderId],
        });
    const gas = native ? GAS.depositNative : GAS.depositErc20;
    const call = transaction(addresses.depository, data, native ? amount : 0n, gas);
    return step('deposit', `Depositing funds to the huber to execute the swap for ${plan.symbol}`, call, true);
  };
  const approvals = await neededApprovals(chain, plan);
  const steps = [...approvals.map(approve), deposit()];
  return { steps, networkFee: gasInAll * maxFeePerGas };
}

/** What an account holds, native or token. */
export function balanceOf({ read }: EvmChain, currency: Currency, owner: Address): Promise<bigint> {
  if (isNative(currency)) return read.getBalance({ address: owner });
  const address = currency.address as Address;
  return read.readContract({ address, abi: tokenAbi, functionName: 'balanceOf', args: [owner] });
}

/** The allowances to set, in order: none, the amount, or 0 and then the amount. */
async function neededApprovals(chain: EvmChain, { user, currency, amount }: DepositPlan): Promise<bigint[]> {
  if (isNative(currency)) return [];
  const allowance = await chain.read.readContract({
    address: currency.address as Address,
    abi: tokenAbi,
    functionName: 'allowance',
    args: [user, addresses.depository],
  });
  if (allowance >= amount) return [];
  return currency.resetsAllowance && allowance > 0n ? [0n, amount] : [amount];
}
