/** Builds the steps of a payment from an EVM chain: the necessary approvals, and then the payment. */

import { encodeFunctionData, type Address, type Hex } from 'viem';
import { depositoryAbi, tokenAbi } from '../base/contract-abis.js';
import { depositAccount, solver } from '../base/accounts.js';
import { addresses, type EvmChain } from '../evm/start-evm.js';
import { isNative, type Currency } from '../orders/currencies.js';
import type { PlainPayment } from '../orders/order-state.js';
import type { Step } from '../orders/quote-answer.js';
import { permitOf } from './steps-permit.js';
import { swapOf, transferOf, type Sending } from './steps-swap.js';
import type { QuotedSteps, StepsPlan } from './service-chain.js';

/** Gas limits. Measured use: 24,000 for a native deposit, 46,000 for an approval and 62,000 for a token deposit. */
const GAS = { approve: 60_000n, depositNative: 40_000n, depositErc20: 90_000n };

export async function evmSteps(origin: EvmChain, plan: StepsPlan): Promise<QuotedSteps> {
  const { from } = plan.route;
  const user = plan.route.user as Address;
  const { id, sending, spender: puller, plain } = payingOf(plan);
  const signing = await permitOf(origin, plan);
  const spender = signing ? signing.spender : puller;
  const approvals = spender ? await neededApprovals(origin, from, user, spender, plan.price.input) : [];
  const approve = (allowance: bigint): Sending => {
    const args = [spender!, allowance] as const;
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args });
    return { to: from.address as Address, data, value: 0n, gas: GAS.approve };
  };
  const { maxFeePerGas, maxPriorityFeePerGas } = await origin.read.estimateFeesPerGas();
  const step = (name: string, description: string, { to, data, value, gas }: Sending, checked: boolean): Step => {
    const check = { endpoint: `/intents/status/v3?requestId=${plan.requestId}`, method: 'GET' as const };
    const call = {
      from: user,
      to,
      data,
      value: String(value),
      chainId: origin.id,
      gas: String(gas),
      maxFeePerGas: String(maxFeePerGas),
      maxPriorityFeePerGas: String(maxPriorityFeePerGas),
    };
    return {
      id: name,
      description,
      action: 'Confirm transaction in your wallet',
      kind: 'transaction',
      requestId: plan.requestId,
      depositAddress: plan.route.kind === 'address' ? to : '',
      items: [{ status: 'incomplete', data: call, ...(checked ? { check } : {}) }],
    };
  };
  const all = approvals.map(approve);
  const gas = [...all, ...(signing ? [] : [sending])].reduce((sum, each) => sum + each.gas, 0n);
  const steps = all.map((each) => step('approve', `Sign an approval for ${from.symbol}`, each, false));
  if (signing) {
    return { steps: [...steps, signing.step], networkFee: gas * maxFeePerGas, permit: signing.permit };
  }
  return {
    steps: [...steps, step(id, DESCRIPTIONS[id](plan.route.to.symbol), sending, true)],
    networkFee: gas * maxFeePerGas,
    ...(plain !== undefined && { plain: plainOf(user, sending, plain === 'completes') }),
  };
}

const DESCRIPTIONS = {
  deposit: (symbol: string) => `Depositing funds to the huber to execute the swap for ${symbol}`,
  swap: (symbol: string) => `Swapping for ${symbol}`,
  send: (symbol: string) => `Sending ${symbol}`,
};

type PayingTransaction = {
  id: keyof typeof DESCRIPTIONS;
  sending: Sending;
  /** Contract that pulls the payer's tokens. The value is null if no contract pulls tokens. */
  spender: Address | null;
  plain?: 'completes' | 'deposits';
};

function payingOf({ route, price, requestId, orderId, explicitDeposit }: StepsPlan): PayingTransaction {
  const { from, to } = route;
  const user = route.user as Address;
  const recipient = route.recipient as Address;
  const refundTo = route.refundTo as Address;
  const native = isNative(from);
  const pulls = (contract: Address): Address | null => (native ? null : contract);
  switch (route.kind) {
    case 'send':
      return { id: 'send', sending: transferOf(to, recipient, price.input), spender: null, plain: 'completes' };
    case 'swap': {
      const sending = swapOf({ from, to, price, recipient, refundTo, requestId });
      return { id: 'swap', sending, spender: pulls(addresses.approvalProxy), plain: 'completes' };
    }
    case 'address':
      return { id: 'deposit', sending: transferOf(from, addressOf(requestId), price.input), spender: null };
    case 'deposit': {
      if (!explicitDeposit) {
        const sending = transferOf(from, native ? solver.address : addresses.depository, price.input, orderId);
        return { id: 'deposit', sending, spender: null, plain: 'deposits' };
      }
      const data = native
        ? encodeFunctionData({ abi: depositoryAbi, functionName: 'depositNative', args: [user, orderId] })
        : encodeFunctionData({
            abi: depositoryAbi,
            functionName: 'depositErc20',
            args: [user, from.address as Address, price.input, orderId],
          });
      const gas = native ? GAS.depositNative : GAS.depositErc20;
      const sending = { to: addresses.depository, data, value: native ? price.input : 0n, gas };
      return { id: 'deposit', sending, spender: pulls(addresses.depository) };
    }
  }
}

/** Returns the deposit address of a request, in lower case. */
export const addressOf = (requestId: Hex): Address => depositAccount(requestId).address.toLowerCase() as Address;

const plainOf = (user: string, { to, data, value }: Sending, completes: boolean): PlainPayment => ({
  from: user.toLowerCase(),
  to: to.toLowerCase(),
  data: data.toLowerCase(),
  value,
  completes,
});

/**
 * Returns the allowances that the payer must set, in this order. The list is empty if the current allowance is enough.
 */
async function neededApprovals(
  { read }: EvmChain,
  { address, resetsAllowance }: Currency,
  user: Address,
  spender: Address,
  amount: bigint,
): Promise<bigint[]> {
  const allowance = await read.readContract({
    address: address as Address,
    abi: tokenAbi,
    functionName: 'allowance',
    args: [user, spender],
  });
  if (allowance >= amount) return [];
  return resetsAllowance && allowance > 0n ? [0n, amount] : [amount];
}
