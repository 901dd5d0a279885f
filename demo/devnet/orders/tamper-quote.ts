/** Turns an honest quote into a quote that a compromised service could send. */

import { decodeFunctionData, encodeFunctionData, maxUint256, pad, parseAbi, type Address, type Hex } from 'viem';
import { depositoryAbi, tokenAbi } from '../base/contract-abis.js';
import { attacker } from '../base/accounts.js';
import { addresses } from '../evm/start-evm.js';
import type { QuoteAnswer, Step, TransactionData } from './quote-answer.js';

/**
 * A change of one member of the quote. `[path, value]` sets the member. `[path]` removes the member. Example:
 * `['steps[0].items[0].data.to', '0x…']`.
 */
export type QuoteEdit = [path: string, value?: unknown];
export type AttackName = keyof typeof ATTACKS;

type AttackFunction = (quote: QuoteAnswer, pay: TransactionData) => void;

const WITHOUT_ARGUMENT = parseAbi(['function depositErc20(address depositor, address token, bytes32 id)']);
const HARMFUL = parseAbi([
  'function increaseAllowance(address spender, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
]);

/** Attacks by name. The comment before each group names the guard rule that blocks these attacks. */
const ATTACKS = {
  // G01 checks the size and the depth of a quote, and the format of its values.
  'amount-notation': ({ details }) => void (details.currencyIn.amount = '1e18'),
  'too-many-steps': ({ steps }) => void steps.unshift(...Array.from({ length: 9 }, () => structuredClone(steps[0]!))),
  oversized: ({ steps }) => void (steps[0]!.description = 'x'.repeat(600 * 1024)),
  nesting: ({ details }) =>
    member(
      details,
      'route',
      Array.from({ length: 40 }).reduce((inner) => ({ inner }), {}),
    ),
  'prototype-key': ({ details }) => member(details, '__proto__', { sender: attacker }),
  // G02 checks the payer, the recipient, the currencies and the request id.
  sender: ({ details }) => void (details.sender = attacker),
  recipient: ({ details }) => void (details.recipient = attacker),
  'currency-in': ({ details }) => {
    details.currencyIn.currency.address = otherToken(details.currencyIn.currency.address);
  },
  'currency-out': ({ details }) => void (details.currencyOut.currency.address = attacker),
  'request-id': ({ steps }) => void (steps.at(-1)!.requestId = pad('0x1')),
  'check-id': ({ steps }) => setEndpoint(steps, `/intents/status/v3?requestId=${pad('0x1')}`),
  // G03 checks the displayed amounts.
  'amount-out': ({ details }) => {
    details.currencyOut.amount = details.currencyOut.minimumAmount = half(details.currencyOut.amount);
  },
  decimals: ({ details }) => void (details.currencyIn.currency.decimals += 1),
  formatted: ({ details }) => void (details.currencyIn.amountFormatted = '0.01'),
  // G04 checks the kinds of the steps and their sequence.
  'extra-step': ({ steps }) => void steps.push(structuredClone(steps.at(-1)!)),
  'step-order': (quote, pay) => void quote.steps.push(approval(quote, pay, addresses.depository, 1n)),
  'unknown-step': ({ steps }) => void (steps.at(-1)!.id = 'claim'),
  'no-steps': ({ steps }) => void steps.splice(0),
  // G05 checks the chain, and G06 checks the account. G07 ignores the gas values of the service.
  'chain-id': (_, pay) => void (pay.chainId = 1),
  from: (_, pay) => void (pay.from = attacker),
  gas: (_, pay) => void Object.assign(pay, { gas: '30000000', maxFeePerGas: '1000000000000000' }),
  // G10 checks approvals. If the quote has no approval, the attack adds an approval.
  spender: (quote, pay) => approve(quote, pay, (args) => [attacker, args[1]]),
  'unlimited-approve': (quote, pay) => approve(quote, pay, (args) => [args[0], maxUint256]),
  'approve-more': (quote, pay) => approve(quote, pay, (args) => [args[0], args[1] + 1n]),
  'approve-token': (quote, pay) => {
    const found = approvalOf(quote, pay);
    found.to = otherToken(found.to);
  },
  'approve-value': (quote, pay) => void (approvalOf(quote, pay).value = '1'),
  // G11 and G12 check the deposit.
  depository: (quote, pay) => {
    pay.to = attacker;
    quote.protocol.v2.paymentDetails.depository = attacker;
    if (quote.steps.length > 1) approve(quote, pay, (args) => [attacker, args[1]]);
  },
  /** The same attack as `depository`. In addition, `GET /chains` lists the attacker's depository. */
  'listing-depository': (quote, pay) => ATTACKS.depository(quote, pay),
  value: (_, pay) => void (pay.value = String(BigInt(pay.value) * 2n || 1n)),
  amount: (_, pay) => {
    pay.value = String(BigInt(pay.value) * 2n);
    deposit(pay, ({ amount, ...rest }) => ({ ...rest, amount: amount && amount * 2n }));
  },
  depositor: (_, pay) => deposit(pay, (order) => ({ ...order, depositor: attacker })),
  'order-id': (_, pay) => deposit(pay, (order) => ({ ...order, id: pad('0x1') })),
  'deposit-token': (_, pay) =>
    deposit(pay, ({ amount = BigInt(pay.value), ...rest }) => ({ ...rest, amount, token: attacker })),
  'full-allowance': (_, pay) => {
    const { depositor, token = addresses.usdc, id } = readDeposit(pay);
    const args = [depositor, token, id] as const;
    pay.data = encodeFunctionData({ abi: WITHOUT_ARGUMENT, functionName: 'depositErc20', args });
  },
  // G16 checks the receiver of a plain transfer.
  send: ({ steps, details }, pay) => {
    steps.at(-1)!.id = 'send';
    transferAway(pay, details.currencyIn.amount);
  },
  // G17 blocks every unknown function.
  selector: (_, pay) =>
    harm(
      pay,
      encodeFunctionData({
        abi: HARMFUL,
        functionName: 'increaseAllowance',
        args: [attacker, maxUint256],
      }),
    ),
  'transfer-from': (_, pay) =>
    harm(
      pay,
      encodeFunctionData({
        abi: HARMFUL,
        functionName: 'transferFrom',
        args: [pay.from as Address, attacker, 1n],
      }),
    ),
  'approve-all': (_, pay) =>
    harm(
      pay,
      encodeFunctionData({
        abi: HARMFUL,
        functionName: 'setApprovalForAll',
        args: [attacker, true],
      }),
    ),
  // G18 checks every call of a batch. Some wallets would send the additional call together with the first call.
  'extra-call': ({ steps, details }) => {
    const { items } = steps.at(-1)!;
    items.push(structuredClone(items[0]!));
    transferAway(items[1]!.data, details.currencyIn.amount);
  },
  // G19 and G20 refuse unusual members of the transaction.
  'contract-creation': (_, pay) => member(pay, 'to', null),
  'extra-key': (_, pay) => member(pay, 'accessList', [{ address: attacker, storageKeys: [] }]),
  'authorization-list': (_, pay) =>
    member(pay, 'authorizationList', [
      { chainId: pay.chainId, address: attacker, nonce: 0, yParity: 0, r: pad('0x1'), s: pad('0x1') },
    ]),
  // G50 blocks requests to another host.
  endpoint: ({ steps, requestId }) => setEndpoint(steps, `@evil.example/intents/status?requestId=${requestId}`),
  'endpoint-host': ({ steps, requestId }) => setEndpoint(steps, `//evil.example/intents?requestId=${requestId}`),
  // G60 checks the solver's signature.
  /** The quote stays honest, but `service/signature.ts` returns a forged signature. */
  attestation: () => undefined,
  // G61 checks the order that belongs to the deposit.
  'refund-to': ({ protocol }) => {
    for (const { refunds } of protocol.v2.orderData.inputs) for (const refund of refunds) refund.recipient = attacker;
  },
  'order-recipient': ({ protocol }) => {
    for (const payment of protocol.v2.orderData.output.payments) payment.recipient = attacker;
  },
} as const satisfies Record<string, AttackFunction>;

export const attackNames: readonly AttackName[] = Object.keys(ATTACKS) as AttackName[];

/**
 * Returns the changed quote.
 * @throws if the parent of a path does not exist in the quote, because an attack without effect proves nothing
 */
export function tamper(honest: QuoteAnswer, how: AttackName | { set: readonly QuoteEdit[] }): QuoteAnswer {
  // Makes a deep copy without shared objects. One edit then changes only one place.
  const quote = JSON.parse(JSON.stringify(honest)) as QuoteAnswer;
  if (typeof how === 'string') ATTACKS[how](quote, quote.steps.at(-1)!.items[0]!.data);
  else for (const edit of how.set) apply(quote, edit);
  return quote;
}

function apply(quote: QuoteAnswer, edit: QuoteEdit): void {
  const keys = edit[0].match(/[^.[\]]+/g) ?? [];
  const last = keys.pop();
  const parent = keys.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), quote);
  if (last === undefined || !isObject(parent)) throw new Error(`tamper: the quote has no ${edit[0]}`);
  if (edit.length > 1) member(parent, last, edit[1]);
  else Reflect.deleteProperty(parent, last);
}

/** Sets an own property with any name, even `__proto__`. */
function member(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

type DepositArguments = { depositor: Address; token?: Address | undefined; amount?: bigint | undefined; id: Hex };

function readDeposit({ data }: TransactionData): DepositArguments {
  const { functionName, args } = decodeFunctionData({ abi: depositoryAbi, data });
  if (functionName === 'depositNative') return { depositor: args[0], id: args[1] };
  if (functionName === 'depositErc20') return { depositor: args[0], token: args[1], amount: args[2], id: args[3] };
  throw new Error(`tamper: ${functionName} is not a deposit`);
}

function deposit(pay: TransactionData, change: (order: DepositArguments) => DepositArguments): void {
  const { depositor, token, amount, id } = change(readDeposit(pay));
  pay.data =
    token === undefined || amount === undefined
      ? encodeFunctionData({ abi: depositoryAbi, functionName: 'depositNative', args: [depositor, id] })
      : encodeFunctionData({ abi: depositoryAbi, functionName: 'depositErc20', args: [depositor, token, amount, id] });
}

/** Returns the transaction of the last approval. If the quote has no approval, adds an approval first. */
function approvalOf(quote: QuoteAnswer, pay: TransactionData): TransactionData {
  if (quote.steps.length === 1) quote.steps.unshift(approval(quote, pay, addresses.depository, 1_000_000n));
  return quote.steps.at(-2)!.items[0]!.data;
}

function approve(
  quote: QuoteAnswer,
  pay: TransactionData,
  change: (args: readonly [Address, bigint]) => readonly [Address, bigint],
): void {
  const found = approvalOf(quote, pay);
  const { args } = decodeFunctionData({ abi: tokenAbi, data: found.data });
  const next = change(args as readonly [Address, bigint]);
  found.data = encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: next });
}

function approval({ steps }: QuoteAnswer, pay: TransactionData, spender: Address, amount: bigint): Step {
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, amount] });
  const items = [{ status: 'incomplete' as const, data: { ...pay, to: addresses.usdc, value: '0', data } }];
  return { ...steps.at(-1)!, id: 'approve', items };
}

function transferAway(pay: TransactionData, amount: string): void {
  if (pay.value !== '0') return void Object.assign(pay, { to: attacker, data: '0x', value: amount });
  pay.to = (readDeposit(pay).token ?? addresses.usdc).toLowerCase() as Address;
  const args = [attacker, BigInt(amount)] as const;
  pay.data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args });
}

function harm(pay: TransactionData, data: Hex): void {
  Object.assign(pay, { to: addresses.usdc, value: '0', data });
}

function setEndpoint(steps: Step[], endpoint: string): void {
  for (const { items } of steps) for (const { check } of items) if (check) check.endpoint = endpoint;
}

function otherToken(token: string): Address {
  return token === addresses.dai ? addresses.usdc : addresses.dai;
}

function half(amount: string): string {
  return String(BigInt(amount) / 2n);
}
