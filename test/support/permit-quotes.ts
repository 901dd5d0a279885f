/** Builds honest quotes for payments by signature: EIP-3009, EIP-2612 and Permit2. */
import type { Address } from 'viem';
import type { ChainCurrency } from '../../src/types.js';
import type { Case, Edit, Json } from './quotes.js';
import {
  amounts,
  approveStep,
  call,
  contracts,
  edited,
  ids,
  NATIVE,
  people,
  toEther,
  tokenCase,
  tokens,
} from './quotes.js';
import { depositing, exchanging, inner, exchange, proxy, type Inner } from './router-quotes.js';

export const PERMIT2: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3';
/** Unix time in seconds. */
export const DEADLINE = 1_764_948_419;
const usdc = tokens.usdc.address as Address;

const members = (list: string): Json[] =>
  list.split(', ').map((member) => {
    const [type, name] = member.split(' ');
    return { name, type };
  });

export const authorizationMembers = members(
  'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce',
);
export const permitMembers = members('address owner, address spender, uint256 value, uint256 nonce, uint256 deadline');
export const witnessTypes: Json = {
  PermitBatchWitnessTransferFrom: members(
    'TokenPermissions[] permitted, address spender, uint256 nonce, uint256 deadline, HuberWitness witness',
  ),
  TokenPermissions: members('address token, uint256 amount'),
  HuberWitness: members('address huber, address refundTo, address nftRecipient, Call3Value[] call3Values'),
  Call3Value: members('address target, bool allowFailure, uint256 value, bytes callData'),
};

type Sign = { primaryType: string; types: Json; domain: Json; value: Json };

export const signStep = (id: string, sign: Sign, kind: string): Json => ({
  id,
  action: 'Sign authorization',
  description: 'Sign to approve the swap',
  kind: 'signature',
  requestId: ids.request,
  depositAddress: '',
  items: [
    {
      status: 'incomplete',
      data: {
        sign: { signatureKind: 'eip712', ...sign },
        post: { endpoint: '/execute/permits', method: 'POST', body: { kind, requestId: ids.request, api: 'swap' } },
      },
      check: { endpoint: `/intents/status/v3?requestId=${ids.request}`, method: 'GET' },
    },
  ],
});

const signed = (token: ChainCurrency, ...steps: Json[]): Case =>
  edited(tokenCase(token), ['quote.steps', steps], ['intent.usePermit', true]);

const tokenDomain = (token: ChainCurrency): Json => ({
  name: 'USD Coin',
  version: '2',
  chainId: 8453,
  verifyingContract: token.address,
});

/** Creates a payment with EIP-3009. */
export function authorizationCase(
  primaryType = 'TransferWithAuthorization',
  to: string = contracts.solver,
  token: ChainCurrency = tokens.usdc,
): Case {
  const value = {
    from: people.payer,
    to,
    value: String(amounts.usdc),
    validAfter: 0,
    validBefore: DEADLINE,
    nonce: ids.other,
  };
  const sign = { primaryType, types: { [primaryType]: authorizationMembers }, domain: tokenDomain(token), value };
  return signed(token, signStep('authorize1', sign, 'eip3009'));
}

/** Creates a payment with EIP-2612. */
export function allowanceCase(kind = 'eip2612'): Case {
  const value = {
    owner: people.payer,
    spender: proxy,
    value: String(amounts.usdc),
    nonce: '3',
    deadline: String(DEADLINE),
  };
  const sign = {
    primaryType: 'Permit',
    types: { Permit: permitMembers },
    domain: tokenDomain(tokens.usdc),
    value,
  };
  return signed(tokens.usdc, signStep('authorize1', sign, kind));
}

export const wireCalls = (calls: readonly Inner[]): Json[] =>
  calls.map((each) => ({ ...each, value: String(each.value) }));

/** Creates a payment with Permit2. By default, the first step is an approval. */
export function permit2Case(calls: readonly Inner[] = depositing(), approval: Json[] = [permit2Approval()]): Case {
  const sign = {
    primaryType: 'PermitBatchWitnessTransferFrom',
    types: witnessTypes,
    domain: { name: 'Permit2', chainId: 8453, verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' },
    value: {
      permitted: [{ token: usdc, amount: String(amounts.usdc) }],
      spender: contracts.approvalProxy,
      nonce: '3073764008035',
      deadline: DEADLINE,
      witness: {
        huber: contracts.solver,
        refundTo: people.payer,
        nftRecipient: people.payer,
        call3Values: wireCalls(calls),
      },
    },
  };
  return toEther(signed(tokens.usdc, ...approval, signStep('authorize2', sign, 'permit2')));
}

export const permit2Approval = (amount: bigint = amounts.usdc, spender: Address = PERMIT2): Json =>
  approveStep(tokens.usdc, amount, spender);

/** These calls swap tokens and then deposit the result. The guard cannot verify the swap. */
const exchanged = (): Inner[] => [
  inner(usdc, call.approve(exchange, amounts.usdc)),
  exchanging(usdc, tokens.usdt.address as Address, amounts.usdc),
  ...depositing(amounts.usdc, tokens.usdt.address as Address),
];

const DOMAIN = 'quote.steps[0].items[0].data.sign.domain';

/** Sets `usePermit` in the intent. The service may still return a quote without a permit. */
const withPermit = (each: Case, ...edits: Edit[]): Case => edited(each, ['intent.usePermit', true], ...edits);

export const honestPermits: Readonly<Record<string, () => Case>> = {
  'an EIP-3009 transfer to a solver': () => authorizationCase(),
  'an EIP-3009 transfer that a solver receives': () => authorizationCase('ReceiveWithAuthorization'),
  'an EIP-3009 transfer that a proxy receives': () => toEther(authorizationCase('ReceiveWithAuthorization', proxy)),
  'an EIP-3009 transfer of a token that is not pinned': () => authorizationCase(undefined, undefined, tokens.unpinned),
  'an EIP-2612 permit for a proxy': () => allowanceCase(),
  'an EIP-2612 permit with its other identifier': () => allowanceCase('permit'),
  'a permit of a token with another name and version': () =>
    edited(allowanceCase(), [`${DOMAIN}.name`, 'Tether USD'], [`${DOMAIN}.version`, '1']),
  'an EIP-3009 transfer of a token with spaces and digits in its name': () =>
    edited(authorizationCase(), [`${DOMAIN}.name`, 'USD Coin (Arb1)']),
  'an EIP-3009 transfer whose domain names the token in lower case': () =>
    edited(authorizationCase(), [`${DOMAIN}.verifyingContract`, usdc.toLowerCase()]),
  'a Permit2 transfer, approved exactly': () => permit2Case(),
  'a Permit2 transfer that was approved before': () => permit2Case(undefined, []),
  'a Permit2 transfer after an old allowance is reset': () =>
    permit2Case(undefined, [permit2Approval(0n), permit2Approval()]),
  'a Permit2 transfer through an exchange': () => permit2Case(exchanged()),
  'a Permit2 transfer with no receiver for collectibles': () =>
    edited(permit2Case(undefined, []), ['quote.steps[0].items[0].data.sign.value.witness.nftRecipient', NATIVE]),
  'a deposit although a signature would suffice': () => withPermit(tokenCase()),
};
