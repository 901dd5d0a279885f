/** Quotes that a compromised service could return. Each row is one attack, with the rule that must block it. */
import type { Address, Hex } from 'viem';
import { encodeFunctionData, parseAbi } from 'viem';
import type { Case, Edit, Json } from '../quotes.js';
import {
  amounts,
  approveStep,
  call,
  callsCase,
  claim,
  contracts,
  edited,
  encodedClaim,
  ids,
  MAX_UINT256,
  NATIVE,
  nativeCase,
  ordered,
  people,
  read,
  resetCase,
  sendCase,
  step,
  tokenCase,
  tokens,
} from '../quotes.js';

export type Attack = { rule: string; title: string; make(): Case };

const attack = (rule: string, title: string, base: () => Case, ...edits: Edit[]): Attack => ({
  rule,
  title,
  make: () => edited(base(), ...edits),
});

const FIRST = 'quote.steps[0].items[0].data';
const DEPOSIT = 'quote.steps[1].items[0].data';
const IN = 'quote.details.currencyIn';
const OUT = 'quote.details.currencyOut';
const ORDER = 'quote.protocol.v2.orderData';
const ENDPOINT = 'quote.steps[0].items[0].check.endpoint';
const { attacker, payer, recipient } = people;
const usdc = tokens.usdc.address as Address;
const exact = amounts.usdc;

const approve = (spender: Address, amount: bigint): Edit => [`${FIRST}.data`, call.approve(spender, amount)];
const approvals = (...all: Json[]): Edit => ['quote.steps', [...all, read(tokenCase(), 'quote.steps[1]')]];
const steps = (...all: unknown[]): Edit => ['quote.steps', all];
/** Writes the hex digits `to` into the calldata, from byte `byte` on. */
const flip = (data: Hex, byte: number, to: string): string =>
  `${data.slice(0, 2 + byte * 2)}${to}${data.slice(2 + byte * 2 + to.length)}`;
const nativeDeposit = call.depositNative(payer, ids.order);
const tokenDeposit = call.depositErc20(payer, usdc, exact, ids.order);
const harmful = parseAbi([
  'function increaseAllowance(address, uint256)',
  'function setApprovalForAll(address, bool)',
  'function transferFrom(address, address, uint256)',
  'function safeTransferFrom(address, address, uint256)',
  'function permit(address, address, uint256, uint256, uint8, bytes32, bytes32)',
  'function approve(address, address, uint160, uint48)',
  'function transferOwnership(address)',
  'function upgradeTo(address)',
  'function enableModule(address)',
  'function multicall(bytes[])',
  'function claim()',
  'function execute(bytes32, bytes)',
  'function depositErc20(address, address, bytes32)',
]);
const withoutAmount = encodeFunctionData({
  abi: harmful,
  functionName: 'depositErc20',
  args: [payer, usdc, ids.order],
});
const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

export const attacks: readonly Attack[] = [
  ...['1e18', '0x10', '-1', '1.0', '012', '', ' 1', '1'.repeat(79), '１', 25_080_000].map((amount) =>
    attack('G01', `writes the amount as ${JSON.stringify(amount).slice(0, 12)}`, nativeCase, [`${IN}.amount`, amount]),
  ),
  ...['1e18', '0x0', '-1', '', 8_360_000_000_000_000].map((value) =>
    attack('G01', `writes the value as ${JSON.stringify(value)}`, nativeCase, [`${FIRST}.value`, value]),
  ),
  attack('G01', 'has a value above uint256', nativeCase, [`${FIRST}.value`, String(MAX_UINT256 + 1n)]),
  attack('G01', 'has half a byte in the calldata', nativeCase, [`${FIRST}.data`, `${nativeDeposit}0`]),
  attack('G01', 'has calldata that is not hex', nativeCase, [`${FIRST}.data`, `${nativeDeposit.slice(0, -2)}zz`]),
  attack('G01', 'has no calldata', nativeCase, [`${FIRST}.data`]),
  attack('G01', 'sends to a name', nativeCase, [`${FIRST}.to`, 'vitalik.eth']),
  attack('G01', 'sends to 19 bytes', nativeCase, [`${FIRST}.to`, contracts.depository.slice(0, -2)]),
  attack('G01', 'is larger than 512 KiB', nativeCase, ['quote.steps[0].description', 'x'.repeat(600 * 1024)]),
  attack('G01', 'has names larger than 512 KiB', nativeCase, ['quote.news', { ['x'.repeat(600 * 1024)]: 1 }]),
  attack('G01', 'has a million entries', nativeCase, ['quote.news', Array.from({ length: 1_000_000 }, () => 0)]),
  attack('G01', 'is nested 25 deep', nativeCase, ['quote.news', nested(24)]),
  attack('G01', 'has nine steps', tokenCase, steps(...Array.from({ length: 9 }, () => approveStep(tokens.usdc)))),
  attack('G01', 'has five items in a step', nativeCase, [
    'quote.steps[0].items',
    Array.from({ length: 5 }, () => read(nativeCase(), 'quote.steps[0].items[0]')),
  ]),
  ...['__proto__', 'constructor', 'prototype'].map((name) =>
    attack('G01', `has a member ${name}`, nativeCase, [`quote.details.${name}`, { sender: attacker }]),
  ),
  attack('G01', 'has a request id in capitals', nativeCase, ['quote.requestId', `0x${'AB'.repeat(32)}`]),
  attack('G01', 'has an order id of 31 bytes', nativeCase, ['quote.protocol.v2.orderId', ids.order.slice(0, -2)]),
  attack('G01', 'has no steps', nativeCase, ['quote.steps']),
  attack('G01', 'has a step without a kind', nativeCase, ['quote.steps[0].kind']),
  attack('G01', 'has an item that is a list', nativeCase, [FIRST, []]),
  attack('G01', 'is an error', nativeCase, ['quote', { message: 'No quotes', errorCode: 'NO_QUOTES' }]),

  attack('G02', 'names another sender', nativeCase, ['quote.details.sender', attacker]),
  attack('G02', 'names another recipient', nativeCase, ['quote.details.recipient', attacker]),
  attack('G02', 'pays out to the payer instead of the recipient', nativeCase, ['quote.details.recipient', payer]),
  attack('G02', 'names no sender', nativeCase, ['quote.details.sender']),
  attack('G02', 'names no recipient', nativeCase, ['quote.details.recipient']),
  attack('G02', 'takes another currency', nativeCase, [`${IN}.currency.address`, usdc]),
  attack('G02', 'takes the money on another chain', nativeCase, [`${IN}.currency.chainId`, 10]),
  attack('G02', 'delivers another currency', nativeCase, [`${OUT}.currency.address`, NATIVE]),
  attack('G02', 'delivers on another chain', nativeCase, [`${OUT}.currency.chainId`, 8453]),
  attack('G02', 'refunds on another chain', nativeCase, ['quote.details.refundCurrency.currency.chainId', 10]),
  attack('G02', 'has another request id in a step', tokenCase, ['quote.steps[1].requestId', ids.other]),
  attack('G02', 'has another request id in the path of the status', nativeCase, [
    ENDPOINT,
    `/intents/status?requestId=${ids.other}`,
  ]),
  attack('G02', 'has another request id at the top', nativeCase, ['quote.requestId', ids.other]),
  attack(
    'G02',
    'has no request id at all',
    nativeCase,
    ['quote.requestId'],
    ['quote.steps[0].requestId'],
    ['quote.steps[0].items[0].check'],
  ),
  attack(
    'G02',
    'changes a recipient on a chain whose addresses have case',
    nativeCase,
    ['intent.destinationChainId', 792703809],
    ['intent.destinationCurrency', tokens.usdcSvm.address],
    ['intent.recipient', people.svmRecipient],
    ['quote.details.recipient', people.svmRecipient.toLowerCase()],
    [`${OUT}.currency.chainId`, 792703809],
    [`${OUT}.currency.address`, tokens.usdcSvm.address],
  ),

  attack(
    'G03',
    'delivers one unit less than asked for',
    nativeCase,
    [`${OUT}.amount`, '24999999'],
    [`${OUT}.amountFormatted`, '24.999999'],
  ),
  attack('G01', 'S-12 writes an amount so long that reading it freezes the tab', nativeCase, [
    'quote.details.currencyIn.amountFormatted',
    `${'0'.repeat(200_000)}.${'0'.repeat(200_000)}1`,
  ]),
  attack('G03', 'W-4 promises a least amount of nothing', nativeCase, [`${OUT}.minimumAmount`, '0']),
  attack('G03', 'W-4 promises a least amount above the amount', nativeCase, [
    `${OUT}.minimumAmount`,
    String(amounts.out + 1n),
  ]),
  attack(
    'G03',
    'delivers nothing for an exact input',
    nativeCase,
    ['intent.tradeType', 'EXACT_INPUT'],
    ['intent.amount', String(amounts.eth)],
    [`${OUT}.amount`, '0'],
    [`${OUT}.amountFormatted`, '0'],
    [`${OUT}.minimumAmount`],
  ),
  attack('G03', 'takes one unit more than the payer saw', nativeCase, ['intent.maxIn', String(amounts.eth - 1n)]),
  attack(
    'G03',
    'takes more than an expected output may cost',
    tokenCase,
    ['intent.tradeType', 'EXPECTED_OUTPUT'],
    ['intent.maxIn', String(exact - 1n)],
  ),
  attack(
    'G03',
    'takes another amount than the exact input',
    nativeCase,
    ['intent.tradeType', 'EXACT_INPUT'],
    ['intent.amount', String(amounts.eth - 1n)],
  ),
  attack(
    'G03',
    'may deliver less than the minimum that the payer saw',
    nativeCase,
    ['intent.tradeType', 'EXACT_INPUT'],
    ['intent.amount', String(amounts.eth)],
    ['intent.minOut', '25000001'],
  ),
  attack(
    'G03',
    'states no minimum output',
    nativeCase,
    ['intent.tradeType', 'EXACT_INPUT'],
    ['intent.amount', String(amounts.eth)],
    ['intent.minOut', '1'],
    [`${OUT}.minimumAmount`],
  ),
  attack(
    'G03',
    'takes an amount of 0',
    nativeCase,
    [`${IN}.amount`, '0'],
    [`${IN}.amountFormatted`, '0'],
    [`${FIRST}.value`, '0'],
  ),
  attack('G03', 'states no input amount', nativeCase, [`${IN}.amount`]),
  attack(
    'G03',
    'shows the input with other decimals',
    tokenCase,
    [`${IN}.currency.decimals`, 7],
    [`${IN}.amountFormatted`, '2.508'],
  ),
  attack(
    'G03',
    'shows the output with other decimals',
    tokenCase,
    [`${OUT}.currency.decimals`, 5],
    [`${OUT}.amountFormatted`, '250'],
  ),
  attack(
    'G03',
    'shows the native currency with other decimals',
    nativeCase,
    [`${IN}.currency.decimals`, 20],
    [`${IN}.amountFormatted`, '0.0000836'],
  ),
  ...['2.508', '250.8', '25,08', '2.508e1', '25.0800001', ' 25.08'].map((formatted) =>
    attack('G03', `shows the input as "${formatted}"`, tokenCase, [`${IN}.amountFormatted`, formatted]),
  ),
  attack('G03', 'shows an output of ten times the amount', nativeCase, [`${OUT}.amountFormatted`, '250.0']),

  attack(
    'G04',
    'requests the deposit twice',
    nativeCase,
    steps(read(nativeCase(), 'quote.steps[0]'), read(nativeCase(), 'quote.steps[0]')),
  ),
  attack('G04', 'requests the deposit twice in one step', nativeCase, [
    'quote.steps[0].items',
    [read(nativeCase(), 'quote.steps[0].items[0]'), read(nativeCase(), 'quote.steps[0].items[0]')],
  ]),
  attack(
    'G04',
    'requests three approvals',
    tokenCase,
    approvals(approveStep(tokens.usdc, 0n), approveStep(tokens.usdc, 0n), approveStep(tokens.usdc)),
  ),
  attack(
    'G04',
    'requests an approval after the deposit',
    tokenCase,
    steps(read(tokenCase(), 'quote.steps[1]'), read(tokenCase(), 'quote.steps[0]')),
  ),
  attack('G04', 'requests only an approval', tokenCase, steps(approveStep(tokens.usdc))),
  attack(
    'G04',
    'sends and deposits',
    tokenCase,
    steps(step('send', { to: usdc, data: call.transfer(recipient, exact) }), read(tokenCase(), 'quote.steps[1]')),
  ),
  ...['claim', 'authorize', 'authorize1', 'Deposit', 'deposit ', 'constructor'].map((id) =>
    attack('G04', `has a step "${id}"`, nativeCase, ['quote.steps[0].id', id]),
  ),
  ...['signature', 'instructions', 'TRANSACTION'].map((kind) =>
    attack('G04', `F-12 has a step of the kind ${kind}`, nativeCase, ['quote.steps[0].kind', kind]),
  ),
  attack('G04', 'F-13 has no steps to execute', nativeCase, steps()),
  attack('G04', 'F-13 has only steps without items', nativeCase, ['quote.steps[0].items', []]),
  attack('G04', 'marks the deposit as complete', nativeCase, ['quote.steps[0].items[0].status', 'complete']),

  ...[10, 1, 0, '8453', null].map((chainId) =>
    attack('G05', `sends on chain ${JSON.stringify(chainId)}`, nativeCase, [`${FIRST}.chainId`, chainId]),
  ),
  attack('G05', 'names no chain', nativeCase, [`${FIRST}.chainId`]),
  attack('G05', 'approves on another chain', tokenCase, [`${FIRST}.chainId`, 10]),
  attack('G05', 'pays from a chain that is not pinned', nativeCase, ['registry.chains', []]),
  attack('G05', 'F-22 pays from a disabled chain', nativeCase, ['registry.chains[0].disabled', true]),
  attack('G05', 'pays to a disabled chain', nativeCase, ['registry.chains[1].disabled', true]),
  attack('G05', 'F-12 pays from a kind of chain that has no guard', nativeCase, ['registry.chains[0].vmType', 'suivm']),
  ...[attacker, NATIVE, null, 'me'].map((from) =>
    attack('G06', `sends from ${String(from)}`, nativeCase, [`${FIRST}.from`, from]),
  ),
  attack('G06', 'approves from another account', tokenCase, [`${FIRST}.from`, attacker]),

  ...Object.entries({
    'the attacker': attacker,
    'the router': contracts.router,
    'the multicaller': contracts.multicaller,
    'a solver': contracts.solver,
    'the payer': payer,
    'the zero address': NATIVE,
    'the depository of another chain': contracts.depositoryOnDestination,
    'the token': usdc,
  } as const).map(([account, spender]) => attack('G10', `approves ${account}`, tokenCase, approve(spender, exact))),
  attack('G10', 'approves an unlimited amount', tokenCase, approve(contracts.depository, MAX_UINT256)),
  attack('G10', 'approves 2^255', tokenCase, approve(contracts.depository, 2n ** 255n)),
  attack('G10', 'approves one unit more', tokenCase, approve(contracts.depository, exact + 1n)),
  attack('G10', 'approves one unit less', tokenCase, approve(contracts.depository, exact - 1n)),
  attack('G10', 'approves only 0', tokenCase, approve(contracts.depository, 0n)),
  attack('G10', 'approves the amount twice', tokenCase, approvals(approveStep(tokens.usdc), approveStep(tokens.usdc))),
  attack(
    'G10',
    'approves the amount for two spenders',
    tokenCase,
    approvals(approveStep(tokens.usdc, exact, contracts.approvalProxy), approveStep(tokens.usdc)),
  ),
  attack(
    'G10',
    'approves the amount, then 0',
    tokenCase,
    approvals(approveStep(tokens.usdc), approveStep(tokens.usdc, 0n)),
  ),
  attack(
    'G10',
    'resets one spender and approves another',
    tokenCase,
    approvals(approveStep(tokens.usdc, 0n, contracts.approvalProxy), approveStep(tokens.usdc)),
  ),
  attack('G10', 'resets and then approves one unit more', resetCase, [
    'quote.steps[1]',
    approveStep(tokens.usdt, exact + 1n),
  ]),
  attack('G10', 'approves another token', tokenCase, [`${FIRST}.to`, tokens.usdt.address]),
  attack('G10', 'sends value with an approval', tokenCase, [`${FIRST}.value`, '1']),
  attack(
    'G10',
    'approves though the native currency pays',
    nativeCase,
    steps(approveStep(tokens.usdc, amounts.eth), read(nativeCase(), 'quote.steps[0]')),
  ),
  attack(
    'G10',
    'approves at the zero address, which means the native currency',
    nativeCase,
    steps(approveStep(tokens.eth, amounts.eth), read(nativeCase(), 'quote.steps[0]')),
  ),
  attack(
    'G10',
    'approves before a transfer',
    () => sendCase(tokens.usdc),
    steps(approveStep(tokens.usdc), read(sendCase(tokens.usdc), 'quote.steps[0]')),
  ),
  attack('G10', 'has a byte after the arguments of an approval', tokenCase, [
    `${FIRST}.data`,
    `${call.approve(contracts.depository, exact)}00`,
  ]),
  attack('G10', 'has a byte in the padding of the spender', tokenCase, [
    `${FIRST}.data`,
    flip(call.approve(contracts.depository, exact), 4, 'ff'),
  ]),
  attack('G10', 'ends in the middle of an approval', tokenCase, [
    `${FIRST}.data`,
    call.approve(contracts.depository, exact).slice(0, -2),
  ]),
  attack('G10', 'approves a v3 proxy that is not pinned', tokenCase, approve(contracts.approvalProxyV3, exact), [
    'registry.chains[0].contracts.v3',
  ]),

  attack('G11', 'credits the attacker', nativeCase, [`${FIRST}.data`, call.depositNative(attacker, ids.order)]),
  attack('G11', 'pays another order', nativeCase, [`${FIRST}.data`, call.depositNative(payer, ids.other)]),
  attack('G11', 'pays the request id instead of the order id', nativeCase, [
    `${FIRST}.data`,
    call.depositNative(payer, ids.request),
  ]),
  attack('G11', 'takes one wei more', nativeCase, [`${FIRST}.value`, String(amounts.eth + 1n)]),
  attack('G11', 'takes one wei less', nativeCase, [`${FIRST}.value`, String(amounts.eth - 1n)]),
  attack('G11', 'takes ten times the value', nativeCase, [`${FIRST}.value`, String(amounts.eth * 10n)]),
  attack('G11', 'takes no value', nativeCase, [`${FIRST}.value`, '0']),
  ...Object.entries({
    'the attacker': attacker,
    'the router': contracts.router,
    'a solver': contracts.solver,
    'the depository of another chain': contracts.depositoryOnDestination,
  }).map(([account, to]) => attack('G11', `deposits at ${account}`, nativeCase, [`${FIRST}.to`, to])),
  attack('G11', 'deposits where no depository is pinned', nativeCase, ['registry.chains[0].protocol']),
  attack('G11', 'has a byte after the arguments of a native deposit', nativeCase, [
    `${FIRST}.data`,
    `${nativeDeposit}00`,
  ]),
  attack('G11', 'has a byte in the padding of the depositor', nativeCase, [
    `${FIRST}.data`,
    flip(nativeDeposit, 4, '01'),
  ]),
  attack('G11', 'ends in the middle of a native deposit', nativeCase, [`${FIRST}.data`, nativeDeposit.slice(0, -64)]),
  attack(
    'G11',
    'deposits a token though the native currency pays',
    nativeCase,
    [`${FIRST}.data`, tokenDeposit],
    [`${FIRST}.value`, '0'],
  ),

  attack('G12', 'credits the attacker with tokens', tokenCase, [
    `${DEPOSIT}.data`,
    call.depositErc20(attacker, usdc, exact, ids.order),
  ]),
  attack('G12', 'deposits another token', tokenCase, [
    `${DEPOSIT}.data`,
    call.depositErc20(payer, tokens.usdt.address as Address, exact, ids.order),
  ]),
  attack('G12', 'deposits one unit more', tokenCase, [
    `${DEPOSIT}.data`,
    call.depositErc20(payer, usdc, exact + 1n, ids.order),
  ]),
  attack('G12', 'deposits one unit less', tokenCase, [
    `${DEPOSIT}.data`,
    call.depositErc20(payer, usdc, exact - 1n, ids.order),
  ]),
  attack('G12', 'deposits tokens for another order', tokenCase, [
    `${DEPOSIT}.data`,
    call.depositErc20(payer, usdc, exact, ids.other),
  ]),
  attack('G12', 'sends value with a token deposit', tokenCase, [`${DEPOSIT}.value`, '1']),
  attack('G12', 'deposits tokens at the attacker', tokenCase, [`${DEPOSIT}.to`, attacker]),
  attack('G12', 'deposits tokens at the approval proxy', tokenCase, [`${DEPOSIT}.to`, contracts.approvalProxy]),
  attack('G12', 'deposits the whole allowance', tokenCase, [`${DEPOSIT}.data`, withoutAmount]),
  attack('G12', 'has a byte after the arguments of a token deposit', tokenCase, [
    `${DEPOSIT}.data`,
    `${tokenDeposit}00`,
  ]),
  attack('G12', 'has a byte in the padding of the token', tokenCase, [`${DEPOSIT}.data`, flip(tokenDeposit, 36, '80')]),
  attack('G12', 'deposits the native currency though a token pays', tokenCase, [`${DEPOSIT}.data`, nativeDeposit]),

  attack('G16', 'transfers to the attacker', () => sendCase(tokens.usdc), [
    `${FIRST}.data`,
    call.transfer(attacker, exact),
  ]),
  attack('G16', 'transfers one unit more', () => sendCase(tokens.usdc), [
    `${FIRST}.data`,
    call.transfer(recipient, exact + 1n),
  ]),
  attack('G16', 'transfers another token', () => sendCase(tokens.usdc), [`${FIRST}.to`, tokens.usdt.address]),
  attack('G16', 'sends value with a transfer', () => sendCase(tokens.usdc), [`${FIRST}.value`, '1']),
  attack(
    'G16',
    'sends less than the recipient must receive',
    () => sendCase(tokens.usdc),
    ['intent.amount', String(exact + 1n)],
    [`${OUT}.amount`, String(exact + 1n)],
    [`${OUT}.amountFormatted`, '25.080001'],
  ),
  attack('G16', 'S-5 sends more than the recipient must receive', () => sendCase(tokens.usdc), [
    'intent.amount',
    String(exact - 1n),
  ]),
  attack('G16', 'has a tail after a transfer', () => sendCase(tokens.usdc), [
    `${FIRST}.data`,
    `${call.transfer(recipient, exact)}${ids.order.slice(2)}`,
  ]),
  attack('G16', 'sends the native currency to the attacker', () => sendCase(tokens.eth), [`${FIRST}.to`, attacker]),
  attack('G16', 'sends one wei more', () => sendCase(tokens.eth), [`${FIRST}.value`, String(amounts.eth + 1n)]),
  attack('G16', 'sends the native currency with a call', () => sendCase(tokens.eth), [
    `${FIRST}.data`,
    call.transfer(recipient, 0n),
  ]),
  attack(
    'G16',
    'transfers although another chain must be paid',
    tokenCase,
    steps(step('send', { to: usdc, data: call.transfer(recipient, exact) })),
  ),
  attack(
    'G16',
    'sends a token although another token of the chain must be paid',
    () => sendCase(tokens.usdc),
    ['intent.destinationCurrency', tokens.usdt.address],
    [`${OUT}.currency.address`, tokens.usdt.address],
    [`${OUT}.currency.symbol`, 'USDT'],
  ),
  attack(
    'G16',
    'sends the native currency although that of another chain must be paid',
    () => sendCase(tokens.eth),
    ['intent.destinationChainId', 10],
    [`${OUT}.currency.chainId`, 10],
  ),
  attack(
    'G16',
    'sends the native currency although another currency must be paid',
    nativeCase,
    steps(step('send', { to: recipient, data: '0x', value: amounts.eth })),
  ),

  ...(
    [
      ['increaseAllowance', [attacker, MAX_UINT256]],
      ['setApprovalForAll', [attacker, true]],
      ['transferFrom', [payer, attacker, exact]],
      ['safeTransferFrom', [payer, attacker, 1n]],
      ['permit', [payer, attacker, exact, 1n, 27, ids.other, ids.other]],
      ['approve', [usdc, attacker, exact, 1]],
      ['transferOwnership', [attacker]],
      ['upgradeTo', [attacker]],
      ['enableModule', [attacker]],
      ['multicall', [[tokenDeposit]]],
      ['claim', []],
      ['execute', [ids.other, tokenDeposit]],
    ] as const
  ).flatMap(([functionName, args]) => {
    const data = encodeFunctionData({ abi: harmful, functionName, args });
    return [
      attack('G17', `calls ${functionName} as a deposit`, tokenCase, [`${DEPOSIT}.data`, data]),
      attack('G17', `calls ${functionName} as an approval`, tokenCase, [`${FIRST}.data`, data]),
    ];
  }),
  ...['0xdeadbeef', '0x58109c', '0x01'].map((data) =>
    attack('G17', `calls ${data}`, nativeCase, [`${FIRST}.data`, data]),
  ),
  attack('G17', 'deposits by a plain transfer', nativeCase, [`${FIRST}.data`, '0x']),
  attack('G17', 'transfers in a step for an approval', tokenCase, [`${FIRST}.data`, call.transfer(attacker, exact)]),
  attack('G17', 'transfers in a step for a deposit', tokenCase, [`${DEPOSIT}.data`, call.transfer(attacker, exact)]),
  attack('G17', 'approves in a step for a deposit', tokenCase, [
    `${DEPOSIT}.data`,
    call.approve(attacker, MAX_UINT256),
  ]),
  attack('G17', 'approves in a step for a transfer', () => sendCase(tokens.usdc), [
    `${FIRST}.data`,
    call.approve(recipient, exact),
  ]),

  // G18: A wallet with batches would send this additional call together with the first call.
  attack('G04', 'G18 adds a call to the deposit', tokenCase, [
    'quote.steps[1].items',
    [
      read(tokenCase(), 'quote.steps[1].items[0]'),
      {
        data: {
          ...(read(tokenCase(), 'quote.steps[1].items[0].data') as Json),
          to: usdc,
          data: call.transfer(attacker, exact),
        },
      },
    ],
  ]),

  ...[null, '', '0x'].map((to) =>
    attack('G19', `creates a contract (${JSON.stringify(to)})`, nativeCase, [`${FIRST}.to`, to]),
  ),
  attack('G19', 'creates a contract (no member to)', nativeCase, [`${FIRST}.to`]),
  attack('G19', 'has an access list', nativeCase, [`${FIRST}.accessList`, [{ address: attacker, storageKeys: [] }]]),
  attack('G19', 'replaces an earlier transaction', nativeCase, [`${FIRST}.nonce`, 7]),
  attack('G19', 'carries blobs', nativeCase, [`${FIRST}.blobVersionedHashes`, [ids.other]]),
  attack('G20', 'delegates the account', nativeCase, [
    `${FIRST}.authorizationList`,
    [{ chainId: 8453, address: attacker, nonce: 0, yParity: 0, r: ids.other, s: ids.other }],
  ]),
  attack('G20', 'delegates the account in an approval', tokenCase, [`${FIRST}.authorization`, { address: attacker }]),
  ...[4, '0x4', '0x04'].map((type) =>
    attack('G20', `has the type ${JSON.stringify(type)}`, nativeCase, [`${FIRST}.type`, type]),
  ),

  ...[
    '@evil.example/intents/status',
    '//evil.example/intents',
    'https://evil.example/',
    '/../admin',
    '/%2e%2e/admin',
    '/intents\\status',
    'intents/status',
    '/intents/status#x',
    '/intents/status?requestId=1',
    '/intents/status?apiKey=1',
    '//evil/intents',
    '/a b',
    `/intents/status?requestId=${ids.request}&next=//evil.example`,
    `/intents/status?requestId=${ids.request}\n`,
  ].map((endpoint) =>
    attack('G50', `names the path ${JSON.stringify(endpoint).replace(/1{9,}/, '1…')}`, nativeCase, [
      ENDPOINT,
      endpoint,
    ]),
  ),
  attack('G50', 'requests the status by POST', nativeCase, ['quote.steps[0].items[0].check.method', 'POST']),

  ...(
    [
      ['takes more than is shown', 'inputs[0].payment.amount', String(exact + 1n)],
      ['takes it of another chain', 'inputs[0].payment.chainId', 'optimism'],
      ['takes another currency', 'inputs[0].payment.currency', tokens.usdt.address],
      ['refunds to another account', 'inputs[0].refunds[0].recipient', attacker],
      ['refunds to another account on the other chain', 'inputs[0].refunds[1].recipient', attacker],
      ['refunds to the recipient instead of the payer', 'inputs[0].refunds[0].recipient', recipient],
      ['pays another account', 'output.payments[0].recipient', attacker],
      ['pays a contract although no calls were requested', 'output.payments[0].recipient', contracts.router],
      ['pays less than is shown', 'output.payments[0].minimumAmount', String(amounts.out - 1n)],
      ['pays another currency', 'output.payments[0].currency', tokens.usdc.address],
      ['pays on another chain', 'output.chainId', 'base'],
      ['pays no account', 'output.payments', []],
      ['runs a call', 'output.calls', [claim]],
      ['runs an encoded call', 'output.calls', [encodedClaim]],
      ['has no inputs', 'inputs', null],
      ['has an input without a payment', 'inputs[0].payment', null],
      ['has an invalid amount', 'inputs[0].payment.amount', '1e6'],
      ['has a refund without a recipient', 'inputs[0].refunds[0].recipient', ''],
      ['has no output', 'output', {}],
      ['has an invalid payment', 'output.payments[0]', 'all'],
      ['has calls that are no list', 'output.calls', '0x'],
    ] as const
  ).map(([title, path, value]) =>
    attack('G61', `has an order that ${title}`, () => ordered(tokenCase()), [`${ORDER}.${path}`, value]),
  ),
  ...['V1', ' v1', 'v2', 1, null, undefined].flatMap((version) => {
    const order = (): Case => edited(ordered(tokenCase()), [`${ORDER}.version`, version]);
    const named = `S-43 has an order of version ${version === undefined ? 'none' : JSON.stringify(version)} that`;
    return [
      attack('G61', `${named} refunds another account`, order, [`${ORDER}.inputs[0].refunds[0].recipient`, attacker]),
      attack('G61', `${named} pays another account`, order, [`${ORDER}.output.payments[0].recipient`, attacker]),
      attack('G61', `${named} takes too much`, order, [`${ORDER}.inputs[0].payment.amount`, `${amounts.usdc + 1n}`]),
      attack('G61', `${named} runs a call`, order, [`${ORDER}.output.calls`, [claim]]),
      attack('G61', `${named} has other fields`, order, [`${ORDER}.inputs`], [`${ORDER}.sources`, []]),
    ];
  }),
  ...(['0x01', [1], 7, true, { version: 'v2' }, { version: 'v'.repeat(100_000) }, { to: attacker }] as const).map(
    (data) => attack('G61', `S-43 has ${JSON.stringify(data).slice(0, 30)} as its order`, tokenCase, [ORDER, data]),
  ),
  attack('G61', 'has an order that takes the amount twice', () => ordered(tokenCase()), [
    `${ORDER}.inputs`,
    [0, 1].map(() => read(ordered(tokenCase()), `${ORDER}.inputs[0]`)),
  ]),
  ...Object.entries<unknown[]>({
    'omits the requested call': [],
    'runs the call twice': [claim, claim],
    'runs the call with another target': [{ ...claim, to: attacker }],
    'runs the call with another value': [{ ...claim, value: '8' }],
    'runs the call with other data': [{ ...claim, data: '0x00' }],
    'runs the call with an unreadable value': [{ ...claim, value: '1e3' }],
    'runs encoded calldata in place of the call': [encodedClaim.replaceAll('c'.repeat(40), attacker.slice(2))],
    'runs encoded calldata with other data': [encodedClaim.replace('4e71d92d', '00000000')],
    'runs an invalid call': [7],
  }).map(([title, calls]) => attack('G61', `has an order that ${title}`, () => callsCase(calls))),
  attack('G61', 'has an order with calls that pays another account', callsCase, [
    `${ORDER}.output.payments[0].recipient`,
    attacker,
  ]),
  attack('G01', 'has an intent with invalid calls', callsCase, ['intent.txs[0].value', '-1']),

  // Nobody can spend funds at these addresses of the intent.
  attack(
    'G01',
    'F-52 pays from an account of another kind of chain',
    nativeCase,
    ['intent.user', people.svmRecipient],
    ['quote.details.sender', people.svmRecipient],
  ),
  attack('G01', 'F-38 pays to an address with a wrong checksum', nativeCase, [
    'intent.recipient',
    '0xBBbbBBBBbbBBbbBBbbBBbbBBbbBBbbBBbbBBbbBB',
  ]),
  attack(
    'G02',
    'F-190 pays to the burn address',
    nativeCase,
    ['intent.recipient', '0x000000000000000000000000000000000000dEaD'],
    ['quote.details.recipient', '0x000000000000000000000000000000000000dead'],
  ),
  attack(
    'G02',
    'F-189 pays to the token itself',
    nativeCase,
    ['intent.recipient', tokens.usdcOut.address],
    ['quote.details.recipient', tokens.usdcOut.address],
  ),
  attack('G02', 'F-189 refunds to another token of the chain', nativeCase, ['intent.refundTo', tokens.usdt.address]),
  attack('G02', 'refunds to the burn address', nativeCase, ['intent.refundTo', NATIVE]),
];
