/** Honest quotes in the service's format, and functions that edit them. */
import type { Address, Hex } from 'viem';
import { encodeFunctionData, parseAbi } from 'viem';
import { privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import type { ChainCurrency, ChainRecord, PaymentIntent, Registry } from '../../src/types.js';

/** The arguments of `guardQuote`, with the quote as plain JSON. */
export type Case = { quote: Json; intent: PaymentIntent; registry: Registry };
export type Json = { [name: string]: unknown };
/** `[path]` removes a value. `[path, value]` sets a value. Example of a path: `quote.steps[0].items[0].data.to`. */
export type Edit = readonly [path: string, value?: unknown];

const hex = (digit: string, digits = 40): Hex => `0x${digit.repeat(digits)}`;

/** The key of the payer's account. */
export const payerKey = hex('7', 64);

export const people = {
  payer: privateKeyToAddress(payerKey).toLowerCase() as Address,
  recipient: hex('b'),
  attacker: '0xe111111111111111111111111111111111111111',
  svmRecipient: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVPyKwTTN9e',
} as const;

/** The account of the solver in all registries of this file. */
export const solverAccount = privateKeyToAccount(hex('5', 64));

export const contracts = {
  depository: '0x4cd00e387622c35bddb9b4c962c136462338bc31',
  approvalProxy: '0xbbbfd134e9b44bfb5123898ba36b01de7ab93d98',
  approvalProxyV3: '0xccc88a9d1b4ed6b0eaba998850414b24f1c315be',
  router: '0xf5042e6ffac5a625d4e7848e0b01373d8eb9e222',
  multicaller: '0x0000000000002bdbf1bf3279983603ec279cc6df',
  solver: solverAccount.address.toLowerCase() as Address,
  depositoryOnDestination: hex('d'),
  svmDepository: '7Yg5UzLwC2hRVGpdLUdnzqpTmRSXf2FiXeVSHWpeNQfX',
} as const;

export const ids = { request: hex('1', 64), order: hex('2', 64), other: hex('3', 64) } as const;
export const NATIVE: Address = hex('0');
export const MAX_UINT256: bigint = 2n ** 256n - 1n;

/** Creates a currency that has only the required members. */
export const currency = (symbol: string, decimals: number, address: string): ChainCurrency => ({
  id: symbol.toLowerCase(),
  symbol,
  name: `${symbol} coin`,
  address,
  decimals,
});
export const tokens = {
  eth: currency('ETH', 18, NATIVE),
  usdc: currency('USDC', 6, '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'),
  usdt: currency('USDT', 6, '0x94b008aa00579c1307b0ef2c499ad98a8ce58e58'),
  usdcOut: currency('USDC', 6, '0x0b2c639c533813f4aa9d7837caf62653d097ff85'),
  usdcSvm: currency('USDC', 6, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
  unpinned: currency('NEW', 9, hex('9')),
} as const;

const chain = (id: number, name: string, depository: string, erc20Currencies: ChainCurrency[]): ChainRecord => ({
  id,
  name,
  displayName: name,
  vmType: 'evm',
  disabled: false,
  currency: tokens.eth,
  erc20Currencies,
  contracts: {
    multicaller: contracts.multicaller,
    erc20Router: contracts.router,
    approvalProxy: contracts.approvalProxy,
    v3: { erc20Router: contracts.router, approvalProxy: contracts.approvalProxyV3 },
  },
  solverAddresses: [contracts.solver],
  protocol: { v2: { chainId: name, depository } },
});

/** Payments start on chain 8453. The other chains are destinations. */
export const makeRegistry = (): Registry => ({
  chains: [
    chain(8453, 'base', contracts.depository, [tokens.usdc, tokens.usdt]),
    chain(10, 'optimism', contracts.depositoryOnDestination, [tokens.usdcOut]),
    {
      id: 792703809,
      name: 'svm',
      vmType: 'svm',
      erc20Currencies: [tokens.usdcSvm],
      protocol: { v2: { chainId: 'svm', depository: contracts.svmDepository } },
    },
  ],
});

const abi = parseAbi([
  'function approve(address, uint256)',
  'function transfer(address, uint256)',
  'function depositNative(address, bytes32)',
  'function depositErc20(address, address, uint256, bytes32)',
]);
export const call = {
  approve: (spender: Address, amount: bigint) =>
    encodeFunctionData({ abi, functionName: 'approve', args: [spender, amount] }),
  transfer: (to: Address, amount: bigint) => encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] }),
  depositNative: (depositor: Address, id: Hex) =>
    encodeFunctionData({ abi, functionName: 'depositNative', args: [depositor, id] }),
  depositErc20: (depositor: Address, token: Address, amount: bigint, id: Hex) =>
    encodeFunctionData({ abi, functionName: 'depositErc20', args: [depositor, token, amount, id] }),
};

/** Calldata that begins like `execute` of EIP-7821 and contains this call. The rest of a real batch is left out. */
export function batchOf(data: string): Hex {
  const size = data.length / 2 - 1;
  const padding = '00'.repeat((32 - (size % 32)) % 32);
  return `0xe9ae5c53${'00'.repeat(32)}${size.toString(16).padStart(64, '0')}${data.slice(2)}${padding}`;
}

/** The amounts of all cases, in the smallest unit. */
export const amounts = { eth: 8_360_000_000_000_000n, usdc: 25_080_000n, out: 25_000_000n } as const;

export const amountOf = (
  chainId: number,
  token: ChainCurrency,
  amount: bigint,
  usd: string,
  formatted: string,
): Json => ({
  currency: {
    chainId,
    address: token.address,
    symbol: token.symbol,
    name: token.name,
    decimals: token.decimals,
    metadata: { logoURI: 'https://assets.hub.example/icon.png', verified: true },
  },
  amount: String(amount),
  amountFormatted: formatted,
  amountUsd: usd,
  minimumAmount: String(amount),
});

type Sent = { to: string; data: string; value?: bigint };
export const step = (id: string, { to, data, value = 0n }: Sent, checked = true): Json => ({
  id,
  action: 'Confirm transaction in your wallet',
  description: `${id} to pay`,
  kind: 'transaction',
  requestId: ids.request,
  depositAddress: '',
  items: [
    {
      status: 'incomplete',
      data: {
        from: people.payer,
        to,
        data,
        value: String(value),
        chainId: 8453,
        gas: '73112',
        maxFeePerGas: '6500000',
        maxPriorityFeePerGas: '1000000',
      },
      ...(checked && { check: { endpoint: `/intents/status/v3?requestId=${ids.request}`, method: 'GET' } }),
    },
  ],
});

/** Creates a payment of 25 USDC to the shop on chain 10. The payer pays on chain 8453 with these steps. */
function makeCase(paying: ChainCurrency, paid: Json, steps: Json[]): Case {
  const zero = { ...paid, amount: '0', amountFormatted: '0.0', amountUsd: '0', minimumAmount: '0' };
  return {
    quote: {
      steps,
      requestId: ids.request,
      fees: { gas: zero, huber: zero },
      details: {
        operation: 'swap',
        sender: people.payer,
        recipient: people.recipient,
        currencyIn: paid,
        currencyOut: amountOf(10, tokens.usdcOut, amounts.out, '25.000000', '25.0'),
        refundCurrency: paid,
        totalImpact: { usd: '-0.08', percent: '-0.32' },
        rate: '0.9968',
        timeEstimate: 2,
      },
      protocol: {
        v2: { orderId: ids.order, orderData: {}, paymentDetails: { depository: contracts.depository } },
      },
    },
    intent: {
      tradeType: 'EXACT_OUTPUT',
      amount: String(amounts.out),
      user: people.payer,
      originChainId: 8453,
      originCurrency: paying.address,
      destinationChainId: 10,
      destinationCurrency: tokens.usdcOut.address,
      recipient: people.recipient,
      refundTo: people.payer,
    },
    registry: makeRegistry(),
  };
}

export const nativeCase = (): Case =>
  makeCase(tokens.eth, amountOf(8453, tokens.eth, amounts.eth, '25.080000', '0.00836'), [
    step('deposit', {
      to: contracts.depository,
      data: call.depositNative(people.payer, ids.order),
      value: amounts.eth,
    }),
  ]);

/** Creates a payment to a deposit address. Any wallet can send this payment. */
export function addressCase(address: string = DEPOSIT_ADDRESS, token: ChainCurrency = tokens.eth): Case {
  const isNative = token === tokens.eth;
  const sent = isNative
    ? { to: address, data: '0x', value: amounts.eth }
    : { to: token.address, data: call.transfer(address as Address, amounts.usdc) };
  const honest = isNative ? nativeCase() : tokenCase(token);
  return edited(
    honest,
    ['quote.steps', [{ ...step('deposit', sent), depositAddress: address }]],
    ['intent.useDepositAddress', true],
    ['intent.strict', true],
  );
}

export const DEPOSIT_ADDRESS = hex('7');

export const approveStep = (
  token: ChainCurrency,
  amount: bigint = amounts.usdc,
  spender: Address = contracts.depository,
): Json => step('approve', { to: token.address, data: call.approve(spender, amount) }, false);

export function tokenCase(token: ChainCurrency = tokens.usdc): Case {
  const data = call.depositErc20(people.payer, token.address as Address, amounts.usdc, ids.order);
  const formatted = token.decimals === 6 ? '25.08' : '0.02508';
  return makeCase(token, amountOf(8453, token, amounts.usdc, '25.080000', formatted), [
    approveStep(token),
    step('deposit', { to: contracts.depository, data }),
  ]);
}

/** Creates a USDT payment. The first step sets an older allowance to 0. */
export const resetCase = (): Case =>
  edited(tokenCase(tokens.usdt), [
    'quote.steps',
    [approveStep(tokens.usdt, 0n), ...(read(tokenCase(tokens.usdt), 'quote.steps') as Json[])],
  ]);

/** Changes a payment: the shop receives ether instead of USDC, so the payment exchanges its currency. */
export const toEther = (honest: Case): Case =>
  edited(
    honest,
    ['intent.destinationCurrency', tokens.eth.address],
    ['intent.amount', String(amounts.eth)],
    ['quote.details.currencyOut', amountOf(10, tokens.eth, amounts.eth, '25.000000', '0.00836')],
  );

/** Adds an order in the `v1` format. The order allows refunds on both chains. */
export function ordered(honest: Case): Case {
  const { intent, registry } = honest;
  const nameOf = (id: unknown): string => registry.chains.find((each) => each.id === id)?.name ?? 'elsewhere';
  const origin = nameOf(intent.originChainId);
  const destination = nameOf(intent.destinationChainId);
  const refund = (chainId: string, currency: unknown, recipient: unknown): Json => ({
    chainId,
    recipient,
    currency,
    minimumAmount: '0',
    deadline: 1_800_000_000,
    extraData: '0x',
  });
  const isOther = String(intent.recipient).startsWith('0x') !== String(intent.refundTo).startsWith('0x');
  const orderData: Json = {
    version: 'v1',
    solverChainId: 'base',
    solver: contracts.solver,
    salt: ids.other,
    inputs: [
      {
        payment: {
          chainId: origin,
          currency: intent.originCurrency,
          amount: read(honest, 'quote.details.currencyIn.amount'),
          weight: '1',
        },
        refunds: [
          refund(origin, intent.originCurrency, intent.refundTo),
          refund(destination, intent.destinationCurrency, isOther ? intent.recipient : intent.refundTo),
        ],
      },
    ],
    output: {
      chainId: destination,
      payments: [
        {
          recipient: intent.recipient,
          currency: intent.destinationCurrency,
          minimumAmount: read(honest, 'quote.details.currencyOut.minimumAmount'),
          expectedAmount: read(honest, 'quote.details.currencyOut.amount'),
        },
      ],
      calls: [],
      deadline: 1_800_000_000,
      extraData: '0x',
    },
    fees: [],
  };
  return edited(honest, ['quote.protocol.v2.orderData', orderData]);
}

/** A call that a merchant requests. `encodedClaim` is this call in the encoding of an order. */
export const claim = { to: hex('c'), value: '7', data: '0x4e71d92d' } as const;
const slots = ['c'.repeat(40), '60', '7', '4'].map((slot) => slot.padStart(64, '0'));
export const encodedClaim = `0x${slots.join('')}4e71d92d`;

/**
 * Creates a payment with calls. The money goes to a contract that makes the merchant's calls. The recipient gets the
 * rest.
 */
export const callsCase = (calls: readonly unknown[] = [claim]): Case =>
  edited(
    ordered(edited(tokenCase(), ['intent.txs', [claim]])),
    ['quote.protocol.v2.orderData.output.calls', calls],
    ['quote.protocol.v2.orderData.output.payments[0].recipient', contracts.router],
  );

/** Creates a payment without an exchange. The payer and the merchant use the same currency on the same chain. */
export function sendCase(token: ChainCurrency): Case {
  const isNative = token === tokens.eth;
  const amount = isNative ? amounts.eth : amounts.usdc;
  const paid = amountOf(8453, token, amount, '25.080000', isNative ? '0.00836' : '25.08');
  const sent = isNative
    ? { to: people.recipient, data: '0x', value: amount }
    : { to: token.address, data: call.transfer(people.recipient, amount) };
  return edited(
    makeCase(token, paid, [step('send', sent)]),
    ['quote.details.currencyOut', paid],
    ['intent.destinationChainId', 8453],
    ['intent.destinationCurrency', token.address],
    ['intent.amount', String(amount)],
  );
}

/** @throws If a path does not exist, because such an edit would have no effect */
export function edited<T>(source: T, ...edits: readonly Edit[]): T {
  // Does not use structuredClone, which keeps shared references. One edit could then change two members.
  const copy = JSON.parse(JSON.stringify(source)) as T;
  for (const edit of edits) apply(copy, edit);
  return copy;
}

/** Applies one edit to the object itself. */
export function apply(target: unknown, [path, ...value]: Edit): void {
  const names = keysOf(path);
  const last = names.pop()!;
  const parent = names.reduce<unknown>((at, name) => (at as Json | undefined)?.[name], target);
  if (typeof parent !== 'object' || parent === null) throw new Error(`no value at ${path}`);
  if (value.length === 0) {
    if (!Reflect.has(parent, last)) throw new Error(`no value at ${path}`);
    Reflect.deleteProperty(parent, last);
  } else {
    Object.defineProperty(parent, last, { value: value[0], enumerable: true, configurable: true, writable: true });
  }
}

export const read = (source: unknown, path: string): unknown =>
  keysOf(path).reduce<unknown>((at, name) => (at as Json | undefined)?.[name], source);

/** Returns the paths of all values, except objects and lists. */
export function leavesOf(json: unknown, path = ''): string[] {
  if (typeof json !== 'object' || json === null) return [path];
  const prefix = path === '' ? '' : `${path}.`;
  return Object.entries(json).flatMap(([name, value]) =>
    leavesOf(value, Array.isArray(json) ? `${path}[${name}]` : `${prefix}${name}`),
  );
}

const keysOf = (path: string): string[] => path.match(/[^.[\]]+/g) ?? [];
