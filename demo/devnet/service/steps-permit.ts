/** Builds the permits that a payer can sign, and the solver's transactions that use these permits. */

import { randomBytes } from 'node:crypto';
import { encodeFunctionData, parseSignature, toHex, zeroAddress, type Address, type Hex } from 'viem';
import { depositoryAbi, permitAbi, proxyAbi, tokenAbi } from '../base/contract-abis.js';
import { solver } from '../base/accounts.js';
import { addresses, PERMIT2, type EvmChain } from '../evm/start-evm.js';
import type { OrderPermit } from '../orders/order-state.js';
import type { SignatureData, SignatureStep } from '../orders/quote-answer.js';
import type { StepsPlan } from './service-chain.js';

interface PermitStep {
  readonly step: SignatureStep;
  readonly permit: OrderPermit;
  /** Contract that needs an approval from the payer. The value is null if the signature replaces the approval. */
  readonly spender: Address | null;
}

type PermitData = Pick<SignatureData['sign'], 'primaryType' | 'types' | 'value'> & {
  domain: { name: string; version?: string };
};

type PermitMethod = {
  id: 'authorize1' | 'authorize2';
  kind: string;
  contract: Address;
  sign: PermitData;
  spender: Address | null;
  toSolver: boolean;
  use: OrderPermit['use'];
};

/** Returns null if the payment cannot use a permit, or if the quote requests no permit. */
export async function permitOf(chain: EvmChain, plan: StepsPlan): Promise<PermitStep | null> {
  const { route, requestId, permitExpiry } = plan;
  const { origin, from, kind: routeKind } = route;
  if (permitExpiry === undefined || routeKind !== 'deposit' || !from.permit) return null;
  const deadline = Math.floor(Date.now() / 1_000) + permitExpiry;
  const { id, kind, contract, sign, spender, toSolver, use } = await PERMIT_METHODS[from.permit](plan, deadline, chain);
  const { domain, ...typed } = sign;
  const data: SignatureData = {
    sign: {
      signatureKind: 'eip712',
      ...typed,
      domain: { ...domain, chainId: origin.id, verifyingContract: contract },
    },
    post: { endpoint: '/execute/permits', method: 'POST', body: { kind, requestId, api: 'swap' } },
  };
  const check = { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' as const };
  const step: SignatureStep = {
    id,
    action: 'Sign authorization',
    description: `Sign to approve the transfer of ${from.symbol}`,
    kind: 'signature',
    requestId,
    depositAddress: '',
    items: [{ status: 'incomplete', data, check }],
  };
  return { step, permit: { data, use, toSolver }, spender };
}

const PERMIT_METHODS: Record<
  'eip3009' | 'eip2612' | 'permit2',
  (plan: StepsPlan, deadline: number, chain: EvmChain) => PermitMethod | Promise<PermitMethod>
> = {
  eip3009: authorization,
  eip2612: allowance,
  permit2: witnessed,
};

const members = (list: string): { name: string; type: string }[] =>
  list.split(', ').map((member) => {
    const [type = '', name = ''] = member.split(' ');
    return { name, type };
  });

/** EIP-3009: the solver's transaction moves the tokens to the solver's own account. */
function authorization({ route, price }: StepsPlan, deadline: number): PermitMethod {
  const contract = route.from.address as Address;
  const nonce = toHex(randomBytes(32));
  const primaryType = 'TransferWithAuthorization';
  const list = 'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce';
  const value = {
    from: route.user,
    to: solver.address,
    value: String(price.input),
    validAfter: 0,
    validBefore: deadline,
    nonce,
  };
  const args = [route.user as Address, solver.address, price.input, 0n, BigInt(deadline), nonce] as const;
  return {
    id: 'authorize1',
    kind: 'eip3009',
    contract,
    spender: null,
    toSolver: true,
    sign: { domain: domainOf(route.from), primaryType, types: { [primaryType]: members(list) }, value },
    use: (signature) => ({
      to: contract,
      data: encodeFunctionData({
        abi: permitAbi,
        functionName: 'transferWithAuthorization',
        args: [...args, signature],
      }),
    }),
  };
}

const domainOf = ({ name }: { name: string }): { name: string; version: string } => ({ name, version: '1' });

/** EIP-2612: the permit allows the approval proxy to pull the tokens. The solver submits the permit to this proxy. */
async function allowance(plan: StepsPlan, deadline: number, { read }: EvmChain): Promise<PermitMethod> {
  const { route, price } = plan;
  const { from } = route;
  const user = route.user as Address;
  const contract = from.address as Address;
  const nonce = await read.readContract({ address: contract, abi: permitAbi, functionName: 'nonces', args: [user] });
  const list = 'address owner, address spender, uint256 value, uint256 nonce, uint256 deadline';
  const { input } = price;
  const spender = addresses.approvalProxy;
  const value = { owner: user, spender, value: String(input), nonce: String(nonce), deadline };
  return {
    id: 'authorize1',
    kind: 'eip2612',
    contract,
    spender: null,
    toSolver: false,
    sign: { domain: domainOf(from), primaryType: 'Permit', types: { Permit: members(list) }, value },
    use: (signature) => {
      const { r, s, yParity } = parseSignature(signature);
      const permit = { token: contract, owner: user, value: input, deadline: BigInt(deadline), v: 27 + yParity, r, s };
      const args = [permit, depositCalls(plan), route.refundTo as Address, zeroAddress] as const;
      const data = encodeFunctionData({ abi: proxyAbi, functionName: 'permitTransferAndMulticall', args });
      return { to: spender, data };
    },
  };
}

/** Permit2: the payer's signature also covers the calls of the router. */
function witnessed(plan: StepsPlan, deadline: number): PermitMethod {
  const { route, price } = plan;
  const user = route.user as Address;
  const refundTo = route.refundTo as Address;
  const nonce = BigInt(toHex(randomBytes(8)));
  const calls = depositCalls(plan);
  const permitted = [{ token: route.from.address as Address, amount: price.input }];
  const value = {
    permitted: permitted.map(({ token, amount }) => ({ token, amount: String(amount) })),
    spender: addresses.approvalProxy,
    nonce: String(nonce),
    deadline,
    witness: {
      huber: solver.address,
      refundTo,
      nftRecipient: zeroAddress,
      call3Values: calls.map((call) => ({ ...call, value: String(call.value) })),
    },
  };
  return {
    id: 'authorize2',
    kind: 'permit2',
    contract: PERMIT2,
    spender: PERMIT2,
    toSolver: false,
    sign: { domain: { name: 'Permit2' }, primaryType: 'PermitBatchWitnessTransferFrom', types: WITNESS_TYPES, value },
    use: (signature) => {
      const permit = { permitted, nonce, deadline: BigInt(deadline) };
      const args = [user, permit, calls, refundTo, zeroAddress, signature] as const;
      const data = encodeFunctionData({ abi: proxyAbi, functionName: 'permit2TransferAndMulticall', args });
      return { to: addresses.approvalProxy, data };
    },
  };
}

const WITNESS_TYPES = {
  PermitBatchWitnessTransferFrom: members(
    'TokenPermissions[] permitted, address spender, uint256 nonce, uint256 deadline, HuberWitness witness',
  ),
  TokenPermissions: members('address token, uint256 amount'),
  HuberWitness: members('address huber, address refundTo, address nftRecipient, Call3Value[] call3Values'),
  Call3Value: members('address target, bool allowFailure, uint256 value, bytes callData'),
};

interface RouterCall {
  target: Address;
  allowFailure: boolean;
  value: bigint;
  callData: Hex;
}

/** Returns the calls with which the router deposits the tokens for this order. */
function depositCalls({ route, price, orderId }: StepsPlan): RouterCall[] {
  const token = route.from.address as Address;
  const call = (target: Address, callData: Hex): RouterCall => ({ target, allowFailure: false, value: 0n, callData });
  const { depository } = addresses;
  return [
    call(token, encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [depository, price.input] })),
    call(
      depository,
      encodeFunctionData({
        abi: depositoryAbi,
        functionName: 'depositErc20',
        args: [route.user as Address, token, price.input, orderId],
      }),
    ),
  ];
}
