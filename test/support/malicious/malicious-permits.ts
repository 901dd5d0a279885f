/** Signatures that a compromised service could request. Each row is one attack, with the rule that must block it. */
import type { Address } from 'viem';
import type { Attack } from './malicious-quotes.js';
import {
  allowanceCase,
  authorizationCase,
  authorizationMembers,
  permit2Approval,
  permit2Case,
  PERMIT2,
  permitMembers,
  wireCalls,
} from '../permit-quotes.js';
import type { Case, Edit, Json } from '../quotes.js';
import {
  amounts,
  approveStep,
  call,
  contracts,
  edited,
  ids,
  MAX_UINT256,
  NATIVE,
  people,
  read,
  tokenCase,
  tokens,
} from '../quotes.js';
import { depositing, inner, proxy } from '../router-quotes.js';

const { attacker, payer } = people;
const usdc = tokens.usdc.address as Address;
const more = amounts.usdc + 1n;
const SIGN = 'quote.steps[0].items[0].data.sign';
const POST = 'quote.steps[0].items[0].data.post';

const from =
  (base: () => Case) =>
  (rule: string, title: string, ...edits: Edit[]): Attack => ({ rule, title, make: () => edited(base(), ...edits) });
const authorization = from(() => authorizationCase());
const allowance = from(() => allowanceCase());
const witness = from(() => permit2Case(undefined, []));
const of = (rule: string, title: string, make: () => Case): Attack => ({ rule, title, make });
const value = (member: string, to: unknown): Edit => [`${SIGN}.value.${member}`, to];
const domain = (member: string, to: unknown): Edit => [`${SIGN}.domain.${member}`, to];
const first = (each: Case): Json => read(each, 'quote.steps[0]') as Json;

/** Replaces the types in the typed data but not the values of the message. */
const retyped = (primaryType: string, types: Json): Edit[] => [
  [`${SIGN}.primaryType`, primaryType],
  [`${SIGN}.types`, types],
];

export const permitAttacks: readonly Attack[] = [
  authorization('G04', 'requests a signature that the intent excludes', ['intent.usePermit', false]),
  authorization('G04', 'calls a permit by the venue’s step', ['quote.steps[0].id', 'authorize']),
  authorization('G04', 'calls a permit a deposit', ['quote.steps[0].id', 'deposit']),
  authorization('G04', 'calls a permit a transaction', ['quote.steps[0].kind', 'transaction']),
  of('G04', 'requests two signatures, which could both be used', () => {
    const base = authorizationCase();
    const second = edited(first(base), ['id', 'authorize2']);
    return edited(base, ['quote.steps', [first(base), second]]);
  }),
  of('G04', 'requests a signature and a deposit', () => {
    const base = authorizationCase();
    return edited(base, ['quote.steps', [first(base), read(tokenCase(), 'quote.steps[1]')]]);
  }),
  of('G04', 'requests two signatures in one step', () => {
    const base = authorizationCase();
    const item = read(base, 'quote.steps[0].items[0]');
    return edited(base, ['quote.steps[0].items', [item, item]]);
  }),

  ...['eip191', 'personal_sign', 'eth_sign', 'eip7702', 'EIP712', '', 712].map((kind) =>
    authorization('G30', `has ${JSON.stringify(kind)} signed`, [`${SIGN}.signatureKind`, kind]),
  ),
  authorization('G30', 'has a bare hash signed', [SIGN, { signatureKind: 'eip191', message: ids.other }]),
  authorization('G30', 'has no data to sign', [SIGN]),

  authorization('G31', 'signs for another chain', domain('chainId', 1)),
  authorization('G31', 'signs for a chain written as text', domain('chainId', '8453')),
  authorization('G31', 'signs for another token', domain('verifyingContract', tokens.usdt.address)),
  authorization('G31', 'signs for an attacker’s contract', domain('verifyingContract', attacker)),
  authorization('G31', 'names no contract in the domain', [`${SIGN}.domain.verifyingContract`]),
  authorization('G31', 'has a salt in the domain', domain('salt', ids.other)),
  authorization('G31', 'has a name in letters of another script', domain('name', 'USD Сoin')),
  authorization('G31', 'has a name that fills the window', domain('name', 'USD '.repeat(40))),
  authorization('G31', 'has a version of several lines', domain('version', '1\n2')),
  // Domains that some tokens really have, and that the guard cannot judge.
  authorization('G31', 'names the token USD₮0', domain('name', 'USD₮0')),
  allowance('G31', 'permits for a token that is named USD₮0', domain('name', 'USD₮0')),
  authorization('G31', 'lacks the version in the domain', [`${SIGN}.domain.version`]),
  allowance('G31', 'permits for a domain without a version', [`${SIGN}.domain.version`]),
  allowance('G31', 'has a salt in place of the chain', [`${SIGN}.domain.chainId`], domain('salt', ids.other)),
  authorization('G31', 'has an empty name', domain('name', '')),
  authorization('G31', 'has an empty version', domain('version', '')),
  authorization('G31', 'has a version that is a number', domain('version', 2)),
  authorization('G31', 'has a name that is an object', domain('name', { toString: 'USD Coin' })),
  authorization('G31', 'turns the text of the name around', domain('name', 'USD\u202eCoin')),
  authorization('G31', 'has a list as the domain', [`${SIGN}.domain`, []]),
  authorization('G31', 'has a member of its own in the domain', domain('note', 'USD Coin')),
  authorization('G31', 'names its contract a second time', domain('verifyingcontract', attacker)),
  authorization('G31', 'names the chain in hex', domain('chainId', '0x2105')),
  authorization('G31', 'names a part of a chain', domain('chainId', 8453.5)),
  allowance('G31', 'names a list of chains', domain('chainId', [8453])),
  allowance('G31', 'names the zero address as its contract', domain('verifyingContract', NATIVE)),
  allowance('G31', 'has an invisible letter in its name', domain('name', 'USD\u200b Coin')),
  allowance('G31', 'has a version that is too long', domain('version', '1'.repeat(17))),
  allowance('G31', 'has its domain one level deeper', [`${SIGN}.domain`, { domain: { name: 'USD Coin' } }]),
  witness('G31', 'has a salt in the domain of Permit2', domain('salt', ids.other)),
  // An odd domain does not hide what the message would do.
  authorization('G31', 'has a salt, and pays a stranger', domain('salt', ids.other), value('to', attacker)),
  authorization(
    'G31',
    'has no version, and takes the whole balance',
    [`${SIGN}.domain.version`],
    value('value', String(MAX_UINT256)),
  ),
  authorization(
    'G31',
    'is named USD₮0, and is for another token',
    domain('name', 'USD₮0'),
    domain('verifyingContract', attacker),
  ),
  authorization('G31', 'is named USD₮0, and is for another chain', domain('name', 'USD₮0'), domain('chainId', 1)),
  allowance(
    'G31',
    'has the own permit of DAI, for the whole balance',
    [
      `${SIGN}.types.Permit`,
      [
        { name: 'holder', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'nonce', type: 'uint256' },
        { name: 'expiry', type: 'uint256' },
        { name: 'allowed', type: 'bool' },
      ],
    ],
    [`${SIGN}.value`, { holder: payer, spender: proxy, nonce: '3', expiry: '1764948419', allowed: true }],
  ),
  authorization('G31', 'has a type with an additional member', [
    `${SIGN}.types.TransferWithAuthorization`,
    [...authorizationMembers, { name: 'to2', type: 'address' }],
  ]),
  authorization('G31', 'has a type with its members in another order', [
    `${SIGN}.types.TransferWithAuthorization`,
    [...authorizationMembers].reverse(),
  ]),
  authorization('G31', 'has the amount typed as text', [`${SIGN}.types.TransferWithAuthorization[2].type`, 'string']),
  authorization('G31', 'has a second type beside it', [`${SIGN}.types.Permit`, permitMembers]),
  authorization('G31', 'has a type of its domain', [`${SIGN}.types.EIP712Domain`, permitMembers]),
  authorization('G31', 'has an additional member in the message', value('extra', attacker)),
  authorization('G31', 'lacks a member of the message', [`${SIGN}.value.validAfter`]),
  authorization('G31', 'has an amount in hex', value('value', '0x17eb040')),
  authorization('G31', 'has an amount above uint256', value('value', String(MAX_UINT256 + 1n))),
  authorization('G31', 'has a time with a fraction', value('validBefore', 1.5)),
  authorization('G31', 'has a name in place of the receiver’s address', value('to', 'vitalik.eth')),
  authorization('G31', 'has a Safe transaction signed', ...retyped('SafeTx', { SafeTx: authorizationMembers })),
  authorization(
    'G31',
    'has a marketplace order signed',
    ...retyped('OrderComponents', { OrderComponents: permitMembers }),
  ),
  authorization('G31', 'has a login signed', ...retyped('Login', { Login: [{ name: 'text', type: 'string' }] })),
  authorization('G31', 'has a cancellation signed', ...retyped('CancelAuthorization', { CancelAuthorization: [] })),
  authorization(
    'G31',
    'has a type with the name of a property of every object',
    ...retyped('toString', { toString: [] }),
  ),
  witness('G31', 'has a look-alike of Permit2', domain('verifyingContract', attacker)),
  witness('G31', 'has Permit2 with another name', domain('name', 'Permit3')),
  witness('G31', 'has a version of Permit2', domain('version', '1')),
  witness('G31', 'has Permit2 of another chain', domain('chainId', 10)),
  witness('G31', 'has a witness with an allowance in it', [
    `${SIGN}.types.HuberWitness`,
    [{ name: 'spender', type: 'address' }],
  ]),
  allowance('G31', 'has a permit of DAI’s old form, for the whole balance', [
    `${SIGN}.types.Permit`,
    [...permitMembers.slice(0, 2), { name: 'allowed', type: 'bool' }],
  ]),
  authorization('G31', 'posts a permit of another kind', [`${POST}.body.kind`, 'permit2']),
  authorization('G31', 'posts more than it may', [`${POST}.body.user`, payer]),
  authorization('G31', 'posts a text in place of an identifier', [`${POST}.body.api`, '../execute?x=1']),

  ...['@evil.example', '//evil.example/x', 'https://evil.example', '/authorize', '/execute', '/execute/permits/x'].map(
    (endpoint) => authorization('G50', `posts it to ${endpoint}`, [`${POST}.endpoint`, endpoint]),
  ),
  authorization('G50', 'posts it by PUT', [`${POST}.method`, 'PUT']),
  authorization('G50', 'posts it nowhere', [POST]),
  authorization('G02', 'posts it for another request', [`${POST}.body.requestId`, ids.other]),

  // G32: EIP-3009
  authorization('G32', 'has another account pay by a signature', value('from', attacker)),
  authorization('G32', 'pays a stranger by a signature', value('to', attacker)),
  authorization('G32', 'pays the router by a signature', value('to', contracts.router)),
  authorization('G32', 'pays the depository by a signature, without an order', value('to', contracts.depository)),
  authorization('G32', 'lets any account move the money into the proxy', value('to', proxy)),
  authorization('G32', 'takes one unit more by a signature', value('value', String(more))),
  authorization('G32', 'takes one unit less by a signature', value('value', String(amounts.usdc - 1n))),
  authorization('G32', 'takes the whole balance by a signature', value('value', String(MAX_UINT256))),
  authorization('G32', 'never ends', value('validBefore', String(MAX_UINT256))),
  authorization('G32', 'ends in milliseconds', value('validBefore', 1_764_948_419_000)),
  authorization('G32', 'begins after its end', value('validAfter', 1_764_948_420)),
  of('G32', 'signs for a solver that is not pinned', () =>
    edited(authorizationCase(), ['registry.chains[0].solverAddresses', []]),
  ),

  witness('G33', 'has an allowance of Permit2 signed', ...retyped('PermitSingle', { PermitSingle: permitMembers })),
  witness('G33', 'has allowances of Permit2 signed', ...retyped('PermitBatch', { PermitBatch: permitMembers })),
  witness(
    'G33',
    'has a transfer without a witness signed',
    ...retyped('PermitTransferFrom', { PermitTransferFrom: [] }),
  ),
  witness('G33', 'takes more through Permit2', value('permitted[0].amount', String(more))),
  witness('G33', 'takes an amount of 0 through Permit2', value('permitted[0].amount', '0')),
  witness('G33', 'takes another token through Permit2', value('permitted[0].token', tokens.usdt.address)),
  witness('G33', 'takes a second token through Permit2', [
    `${SIGN}.value.permitted[1]`,
    { token: tokens.usdt.address, amount: '1' },
  ]),
  witness('G33', 'takes the same token twice through Permit2', [
    `${SIGN}.value.permitted[1]`,
    { token: usdc, amount: '1' },
  ]),
  witness('G33', 'permits no token', value('permitted', [])),
  witness('G33', 'has a stranger spend through Permit2', value('spender', attacker)),
  witness('G33', 'has the router spend through Permit2', value('spender', contracts.router)),
  witness('G33', 'has the solver itself spend through Permit2', value('spender', contracts.solver)),
  witness('G33', 'lets a stranger use the signature', value('witness.huber', attacker)),
  witness('G33', 'sends the remainder to a stranger', value('witness.refundTo', attacker)),
  witness('G33', 'sends collectibles to a stranger', value('witness.nftRecipient', attacker)),
  witness('G33', 'makes no call with the money', value('witness.call3Values', [])),
  witness('G33', 'never ends at Permit2', value('deadline', String(MAX_UINT256))),
  ...(
    [
      ['has the router send it to a stranger', inner(usdc, call.transfer(attacker, amounts.usdc))],
      ['deposits it for another order', ...depositing(amounts.usdc, usdc, ids.other)],
      ['deposits less than it takes', ...depositing(amounts.usdc - 1n)],
      ['deposits another token', ...depositing(amounts.usdc, tokens.usdt.address as Address)],
      ['may fail to deposit', { ...depositing()[1]!, allowFailure: true }],
      ['credits a stranger', inner(contracts.depository, call.depositErc20(attacker, usdc, amounts.usdc, ids.order))],
    ] as const
  ).map(([title, ...calls]) =>
    witness('G33', `signs that the router ${title}`, value('witness.call3Values', wireCalls(calls))),
  ),

  // G34: EIP-2612
  allowance('G34', 'permits a stranger', value('spender', attacker)),
  allowance('G34', 'permits the router', value('spender', contracts.router)),
  allowance('G34', 'permits Permit2', value('spender', PERMIT2)),
  allowance('G34', 'permits the solver itself', value('spender', contracts.solver)),
  allowance('G34', 'permits the whole balance', value('value', String(MAX_UINT256))),
  allowance('G34', 'permits one unit more', value('value', String(more))),
  allowance('G34', 'permits an amount of 0', value('value', '0')),
  allowance('G34', 'has another owner', value('owner', attacker)),
  allowance('G34', 'permits without an end', value('deadline', String(MAX_UINT256))),

  of('G10', 'approves more than Permit2 takes', () => permit2Case(undefined, [permit2Approval(more)])),
  of('G10', 'approves Permit2 without an end', () => permit2Case(undefined, [permit2Approval(MAX_UINT256)])),
  of('G10', 'approves a proxy, though Permit2 takes it', () =>
    permit2Case(undefined, [permit2Approval(amounts.usdc, contracts.approvalProxy)]),
  ),
  of('G10', 'approves Permit2, though the depository takes it', () =>
    edited(tokenCase(), ['intent.usePermit', true], ['quote.steps[0]', permit2Approval()]),
  ),
  of('G10', 'approves Permit2 before an authorization that needs no approval', () => {
    const base = authorizationCase();
    return edited(base, ['quote.steps', [permit2Approval(), first(base)]]);
  }),
  of('G10', 'approves the depository before a permit', () => {
    const base = allowanceCase();
    return edited(base, ['quote.steps', [approveStep(tokens.usdc), first(base)]]);
  }),
  authorization(
    'G32',
    'signs for the native currency',
    ['intent.originCurrency', NATIVE],
    ['quote.details.currencyIn.currency.address', NATIVE],
  ),
];
