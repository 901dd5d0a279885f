/** Tests that each attack changes only the fields of the quote that `PLACES` lists. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeFunctionData, encodeFunctionData, getAddress, maxUint256, pad, type Address } from 'viem';
import { depositoryAbi, tokenAbi } from '../../demo/devnet/base/contract-abis.js';
import { attacker } from '../../demo/devnet/base/accounts.js';
import { addresses } from '../../demo/devnet/evm/start-evm.js';
import { amountObject, currenciesOf } from '../../demo/devnet/orders/currencies.js';
import { detailsOf, feesOf } from '../../demo/devnet/orders/quote-details.js';
import type { QuoteAnswer, Step } from '../../demo/devnet/orders/quote-answer.js';
import { attackNames, tamper, type AttackName } from '../../demo/devnet/orders/tamper-quote.js';

const PAYER: Address = '0x00000000000000000000000000000000000000aa';
const ID = pad('0x5e');
const REQUEST = pad('0x4e');
const [ether, usdc] = currenciesOf(31337) as [ReturnType<typeof currenciesOf>[0], ReturnType<typeof currenciesOf>[0]];

function honest(kind: 'native' | 'token'): QuoteAnswer {
  const from = kind === 'native' ? ether : usdc;
  const amount = 5_000_000n;
  const step = (id: string, to: string, data: `0x${string}`, value: bigint): Step => ({
    id,
    action: '',
    description: '',
    kind: 'transaction',
    requestId: REQUEST,
    depositAddress: '',
    items: [
      {
        status: 'incomplete',
        data: {
          from: PAYER,
          to: to as Address,
          data,
          value: String(value),
          chainId: 31337,
          gas: '1',
          maxFeePerGas: '1',
          maxPriorityFeePerGas: '1',
        },
        ...(id === 'deposit' ? { check: { endpoint: `/intents/status/v3?requestId=${REQUEST}`, method: 'GET' } } : {}),
      },
    ],
  });
  const { depository } = addresses;
  const native = encodeFunctionData({ abi: depositoryAbi, functionName: 'depositNative', args: [PAYER, ID] });
  const args = [PAYER, usdc.address as Address, amount, ID] as const;
  const token = encodeFunctionData({ abi: depositoryAbi, functionName: 'depositErc20', args });
  const approve = encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [depository, amount] });
  const fixed = { input: amount, output: amount, minimum: amount, hubGas: 1n, hubService: 1n, slippage: 0n };
  const price = { ...fixed, app: [], impactLoss: 0n, topupMicroUsd: 0n, sponsorship: null };
  const order = { deadline: 1, extraData: '0x' as const };
  return {
    requestId: REQUEST,
    steps:
      kind === 'native'
        ? [step('deposit', depository, native, amount)]
        : [step('approve', usdc.address, approve, 0n), step('deposit', depository, token, 0n)],
    fees: feesOf(from, ether, price, 1n),
    details: detailsOf({ from, to: usdc, price, sender: PAYER, recipient: PAYER, userBalance: 0n, topup: null }),
    protocol: {
      v2: {
        orderId: ID,
        orderData: {
          version: 'v1',
          solverChainId: 'destination',
          solver: PAYER,
          salt: ID,
          fees: [],
          inputs: [
            {
              payment: { chainId: 'origin', currency: from.address, amount: String(amount), weight: '1' },
              refunds: [{ chainId: 'origin', recipient: PAYER, currency: from.address, minimumAmount: '0', ...order }],
            },
          ],
          output: {
            chainId: 'destination',
            calls: [],
            ...order,
            payments: [{ recipient: PAYER, currency: usdc.address, minimumAmount: '1', expectedAmount: '1' }],
          },
        },
        paymentDetails: { chainId: 'origin', depository, currency: from.address, amount: String(amount) },
      },
    },
  };
}

/** The paths of the properties in which `a` and `b` differ. */
function differences(a: unknown, b: unknown, path = ''): string[] {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b) ? [] : [path];
  const keys = new Set([...Object.getOwnPropertyNames(a), ...Object.getOwnPropertyNames(b)]);
  return [...keys].flatMap((key) => {
    const [first, second] = [a, b].map((each) => Object.getOwnPropertyDescriptor(each, key)?.value as unknown);
    return differences(first, second, `${path}.${key}`);
  });
}

/**
 * The parts of the quote that each attack changes. `approve` is the step before `pay`.
 */
const PLACES: Record<AttackName, string[]> = {
  'amount-notation': ['details.currencyIn.amount'],
  'too-many-steps': ['steps'],
  oversized: ['steps.0.description'],
  nesting: ['details.route'],
  'prototype-key': ['details.__proto__'],
  sender: ['details.sender'],
  recipient: ['details.recipient'],
  'currency-in': ['details.currencyIn.currency.address'],
  'currency-out': ['details.currencyOut.currency.address'],
  'request-id': ['pay.requestId'],
  'check-id': ['pay.items.0.check.endpoint'],
  'amount-out': ['details.currencyOut.amount', 'details.currencyOut.minimumAmount'],
  decimals: ['details.currencyIn.currency.decimals'],
  formatted: ['details.currencyIn.amountFormatted'],
  'extra-step': ['steps.length', 'extra'],
  'step-order': ['steps.length', 'extra'],
  'unknown-step': ['pay.id'],
  'no-steps': ['steps', 'pay'],
  'chain-id': ['pay.items.0.data.chainId'],
  from: ['pay.items.0.data.from'],
  gas: ['pay.items.0.data.gas', 'pay.items.0.data.maxFeePerGas'],
  spender: ['approve.items.0.data.data'],
  'unlimited-approve': ['approve.items.0.data.data'],
  'approve-more': ['approve.items.0.data.data'],
  'approve-token': ['approve.items.0.data.to'],
  'approve-value': ['approve.items.0.data.value'],
  depository: ['pay.items.0.data.to', 'approve.items.0.data.data', 'protocol.v2.paymentDetails.depository'],
  'listing-depository': ['pay.items.0.data.to', 'approve.items.0.data.data', 'protocol.v2.paymentDetails.depository'],
  value: ['pay.items.0.data.value'],
  amount: ['pay.items.0.data.value', 'pay.items.0.data.data'],
  depositor: ['pay.items.0.data.data'],
  'order-id': ['pay.items.0.data.data'],
  'deposit-token': ['pay.items.0.data.data'],
  'full-allowance': ['pay.items.0.data.data'],
  send: ['pay.id', 'pay.items.0.data.to', 'pay.items.0.data.data'],
  selector: ['pay.items.0.data.to', 'pay.items.0.data.data', 'pay.items.0.data.value'],
  'transfer-from': ['pay.items.0.data.to', 'pay.items.0.data.data', 'pay.items.0.data.value'],
  'approve-all': ['pay.items.0.data.to', 'pay.items.0.data.data', 'pay.items.0.data.value'],
  'extra-call': ['pay.items.length', 'pay.items.1'],
  'contract-creation': ['pay.items.0.data.to'],
  'extra-key': ['pay.items.0.data.accessList'],
  'authorization-list': ['pay.items.0.data.authorizationList'],
  endpoint: ['pay.items.0.check.endpoint'],
  'endpoint-host': ['pay.items.0.check.endpoint'],
  attestation: [],
  'refund-to': ['protocol.v2.orderData.inputs.0.refunds.0.recipient'],
  'order-recipient': ['protocol.v2.orderData.output.payments.0.recipient'],
};

/** Maps a step's path in an honest quote to the step's name in `PLACES`. `extra` is a step that an attack adds. */
const NAMES = {
  native: { 'steps.0': 'pay', 'steps.1': 'extra' },
  token: { 'steps.0': 'approve', 'steps.1': 'pay', 'steps.2': 'extra' },
};
/** These attacks insert an approval before the payment in a native quote. The payment becomes the second step. */
const ADDS_APPROVAL = ['spender', 'unlimited-approve', 'approve-more', 'approve-token', 'approve-value'];

describe('devnet attack', () => {
  for (const name of attackNames) {
    for (const kind of ['native', 'token'] as const) {
      it(`${name} changes a ${kind} quote only in the named place and leaves the honest quote unchanged`, () => {
        const before = honest(kind);
        const changed = differences(before, tamper(before, name));
        assert.deepEqual(before, honest(kind));
        // The attack `attestation` changes only the attestation and not the quote.
        assert.equal(changed.length > 0, name !== 'attestation');
        const adds = kind === 'native' && ADDS_APPROVAL.includes(name);
        for (const path of changed) {
          const step = Object.entries(NAMES[kind]).find(([prefix]) => path.startsWith(`.${prefix}`));
          const named = step ? path.replace(`.${step[0]}`, step[1]) : path.slice(1);
          const places = adds ? ['pay', 'extra', 'steps.length'] : PLACES[name];
          const inPlace = places.some((place) => named.startsWith(place) || path.slice(1).startsWith(place));
          assert.ok(inPlace, `${name} changes ${path}`);
        }
      });
    }
  }

  const approvalIn = ({ steps }: QuoteAnswer) =>
    decodeFunctionData({ abi: tokenAbi, data: steps[0]!.items[0]!.data.data }).args as readonly [string, bigint];
  const depositIn = ({ steps }: QuoteAnswer) =>
    decodeFunctionData({ abi: depositoryAbi, data: steps.at(-1)!.items[0]!.data.data }).args;

  it('spender approves the attacker, and unlimited-approve and approve-more approve too much', () => {
    for (const kind of ['native', 'token'] as const) {
      assert.equal(approvalIn(tamper(honest(kind), 'spender'))[0], attacker);
      assert.equal(approvalIn(tamper(honest(kind), 'unlimited-approve'))[1], maxUint256);
    }
    const more = approvalIn(tamper(honest('token'), 'approve-more'));
    assert.deepEqual(more, [getAddress(addresses.depository), 5_000_001n]);
  });

  it('depository sends the payment and its approval to the attacker', () => {
    const native = tamper(honest('native'), 'depository');
    assert.deepEqual(differences(honest('native'), native), [
      '.steps.0.items.0.data.to',
      '.protocol.v2.paymentDetails.depository',
    ]);
    const token = tamper(honest('token'), 'depository');
    assert.equal(approvalIn(token)[0], attacker);
    assert.equal(token.steps[1]!.items[0]!.data.to, attacker);
  });

  it('amount, depositor and order-id change the content of the deposit', () => {
    assert.equal(tamper(honest('native'), 'amount').steps[0]!.items[0]!.data.value, '10000000');
    assert.equal(depositIn(tamper(honest('token'), 'amount'))[2], 10_000_000n);
    for (const kind of ['native', 'token'] as const) {
      assert.equal(depositIn(tamper(honest(kind), 'depositor'))[0], attacker);
      assert.equal(depositIn(tamper(honest(kind), 'order-id')).at(-1), pad('0x1'));
    }
  });

  it('extra-call adds a transfer of the whole payment to the attacker as a second item', () => {
    const { data } = tamper(honest('token'), 'extra-call').steps[1]!.items[1]!;
    assert.equal(data.to, usdc.address);
    const { functionName, args } = decodeFunctionData({ abi: tokenAbi, data: data.data });
    assert.deepEqual([functionName, args], ['transfer', [attacker, 5_000_000n]]);
    const native = tamper(honest('native'), 'extra-call').steps[0]!.items[1]!.data;
    assert.deepEqual([native.to, native.value], [attacker, '5000000']);
  });

  it('refund-to and order-recipient send the money of the order to the attacker', () => {
    const { inputs } = tamper(honest('token'), 'refund-to').protocol.v2.orderData;
    assert.equal(inputs[0]!.refunds[0]!.recipient, attacker);
    const { output } = tamper(honest('token'), 'order-recipient').protocol.v2.orderData;
    assert.equal(output.payments[0]!.recipient, attacker);
  });

  it('edit changes one place when the honest quote shares the part', () => {
    const changed = tamper(honest('token'), { set: [['details.currencyIn.amount', '1']] });
    assert.deepEqual(differences(honest('token'), changed), ['.details.currencyIn.amount']);
    assert.equal(changed.details.refundCurrency.amount, amountObject(usdc, 5_000_000n).amount);
    assert.throws(() => tamper(honest('token'), { set: [['steps[7].id', 'x']] }), /steps\[7\]\.id/);
  });
});
