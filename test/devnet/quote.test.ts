/** Tests `POST /quote/v2`: the content of an honest quote, and the rejection of wrong bodies. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { keccak256, stringToHex, zeroAddress } from 'viem';
import type { Devnet } from '../../demo/devnet/index.js';
import { quoteFields } from '../../demo/devnet/orders/quote-fields.js';
import { openDevnet } from './open-devnet.js';
import { request, DESTINATION, getQuote, NATIVE, ORIGIN, quoteBody, GUARD } from './support.js';

const OTHER = '0x00000000000000000000000000000000000000aa';
const TX = { to: OTHER, value: '0', data: '0x' };

/** Wrong values for each field of the quote body. The service must reject them. */
const WRONG: Record<string, unknown[]> = {
  user: [1, 'me', '0x12', undefined],
  originChainId: ['1', 1.5, -1, 7, undefined],
  destinationChainId: [null, 7, undefined],
  originCurrency: [0, 'ETH', OTHER, undefined],
  destinationCurrency: [{}, '0x', OTHER, undefined],
  amount: [25, '', '-1', '1.5', '1e18', '0x10', '9'.repeat(79), undefined],
  tradeType: ['exact_input', 'EXACT', undefined],
  recipient: [null, 'shop', zeroAddress, '0x000000000000000000000000000000000000dEaD'],
  txs: [{}, [1], [{ to: OTHER }], [{ ...TX, to: '0x1' }], [{ ...TX, data: '0x1' }], [{ ...TX, gas: 1 }]],
  txsGasLimit: ['1', -1, 0.5],
  authorizationList: ['', [{}], [{ chainId: 1, address: OTHER, nonce: 0, yParity: 2, r: '0x1', s: '0x1' }]],
  additionalData: ['', [], { other: 1 }, { userPublicKey: 1 }],
  referrer: [1],
  referrerAddress: ['0x12', `${OTHER}00`],
  refundTo: [1, '', zeroAddress],
  refundOnOrigin: ['true'],
  topupGas: [1],
  topupGasAmount: ['2000000', 2],
  enableTrueExactOutput: ['true'],
  explicitDeposit: ['true', 0],
  useExternalLiquidity: [1],
  useFallbacks: [1],
  usePermit: ['yes'],
  permitExpiry: ['600', -1],
  useDepositAddress: ['true'],
  strict: ['true', true],
  slippageTolerance: [50, '10001', '-1', '0.5', ''],
  latePaymentSlippageTolerance: [50, '10001'],
  appFees: [{}, [{ fee: '10' }], [{ recipient: OTHER, fee: 10 }], [{ recipient: OTHER, fee: '10001' }]],
  gasLimitForDepositSpecifiedTxs: ['1', -1],
  forceSolverExecution: [1],
  subsidizeFees: ['true'],
  sponsoredFeeComponents: [[], ['execution'], 'execution'],
  maxSubsidizationAmount: ['1000000', 1],
  subsidizeRent: [1],
  includedSwapSources: ['a', [1]],
  excludedSwapSources: [[1]],
  includedOriginSwapSources: [[1]],
  includedDestinationSwapSources: [[1]],
  originGasOverhead: ['1'],
  depositFeePayer: [1],
  maxRouteLength: ['4'],
  useSharedAccounts: [1],
  includeComputeUnitLimit: [1],
  overridePriceImpact: [1],
  disableOriginSwaps: [1],
  fixedRate: [1, 'fast', '1e2'],
  protocolVersion: ['v1', 2],
};

const CODES: Record<string, string> = {
  user: 'INVALID_ADDRESS',
  refundTo: 'INVALID_ADDRESS',
  recipient: 'INVALID_RECIPIENT',
  originChainId: 'UNSUPPORTED_CHAIN',
  destinationChainId: 'UNSUPPORTED_CHAIN',
  originCurrency: 'INVALID_INPUT_CURRENCY',
  destinationCurrency: 'INVALID_OUTPUT_CURRENCY',
  txs: 'INVALID_EXTRA_TXS',
  slippageTolerance: 'INVALID_SLIPPAGE_TOLERANCE',
  latePaymentSlippageTolerance: 'INVALID_SLIPPAGE_TOLERANCE',
  gasLimitForDepositSpecifiedTxs: 'INVALID_GAS_LIMIT_FOR_DEPOSIT_SPECIFIED_TXS',
};

/** These fields change the payment in a way that the devnet does not support. */
const UNSUPPORTED: [changes: Record<string, unknown>, errorCode: string][] = [
  [{ txs: [{ ...TX, value: '1' }] }, 'INVALID_EXTRA_TXS'],
  [
    { authorizationList: [{ chainId: 1, address: OTHER, nonce: 0, yParity: 0, r: '0x1', s: '0x1' }] },
    'EXTRA_TXS_NOT_SUPPORTED',
  ],
  [{ useExternalLiquidity: true }, 'UNSUPPORTED_ROUTE'],
  [{ useDepositAddress: true, strict: true }, 'UNSUPPORTED_ROUTE'],
  [{ txs: [TX], useDepositAddress: true, strict: true, originCurrency: NATIVE }, 'EXTRA_TXS_NOT_SUPPORTED'],
  [{ topupGas: true, destinationCurrency: zeroAddress, amount: '10000000000000000' }, 'UNSUPPORTED_ROUTE'],
  [{ includedSwapSources: ['some'] }, 'NO_SWAP_ROUTES_FOUND'],
  [{ fixedRate: '1.5' }, 'UNSUPPORTED_ROUTE'],
];

interface Refusal {
  message: string;
  errorCode: string;
  errorData?: { field: string };
}

describe('devnet quote', () => {
  let devnet: Devnet;
  before(async () => void (devnet = await openDevnet()), GUARD);
  after(() => devnet.stop());
  const refusal = async (changes: Record<string, unknown>): Promise<Refusal> => {
    const { status, body } = await request<Refusal>(devnet, '/quote/v2', quoteBody(devnet, changes));
    assert.equal(status, 400, `the service accepted ${JSON.stringify(changes)}`);
    return body;
  };

  for (const tradeType of ['EXACT_INPUT', 'EXACT_OUTPUT', 'EXPECTED_OUTPUT']) {
    it(`has consistent amounts, prices and fees when the trade type is ${tradeType}`, async () => {
      const amount = tradeType === 'EXACT_INPUT' ? `${40n * 10n ** 18n}` : '40000000';
      const originCurrency = devnet.addresses.dai;
      const { details, fees, protocol } = await getQuote(devnet, { tradeType, originCurrency, amount });
      const { currencyIn, currencyOut, totalImpact } = details;
      const fixed = tradeType === 'EXACT_INPUT' ? currencyIn : currencyOut;
      assert.equal(fixed.amountFormatted, '40');
      const micro = (usd: string): bigint => BigInt(usd.replace('.', ''));
      assert.equal(micro(currencyOut.amountUsd) - micro(currencyIn.amountUsd), micro(totalImpact.usd));
      assert.equal(BigInt(fees.huber.amount), BigInt(fees.hubGas.amount) + BigInt(fees.hubService.amount));
      for (const name of ['gas', 'hubGas', 'hubService'] as const) assert.ok(BigInt(fees[name].amount) > 0n, name);
      assert.equal(protocol.v2.paymentDetails.amount, currencyIn.amount);
      const exact = tradeType === 'EXACT_OUTPUT';
      assert.equal(currencyOut.minimumAmount === currencyOut.amount, exact, 'only an exact output has no slippage');
    });
  }

  it('returns payer, recipient and currencies unchanged and uses one request id everywhere', async () => {
    const { user, recipient } = quoteBody(devnet) as { user: string; recipient: string };
    const { requestId, steps, details } = await getQuote(devnet);
    assert.deepEqual([details.sender, details.recipient], [user, recipient]);
    assert.equal(details.currencyIn.currency.chainId, ORIGIN);
    assert.equal(details.currencyOut.currency.chainId, DESTINATION);
    assert.equal(details.currencyIn.currency.address, devnet.addresses.usdc);
    assert.deepEqual(new Set(steps.map((step) => step.requestId)), new Set([requestId]));
    assert.equal(steps.at(-1)!.items[0]!.check!.endpoint, `/intents/status/v3?requestId=${requestId}`);
  });

  it('commits to an order that pays the recipient and refunds to refundTo', async () => {
    const { protocol, details } = await getQuote(devnet, { refundTo: OTHER });
    const { orderId, orderData } = protocol.v2;
    assert.equal(orderId, keccak256(stringToHex(JSON.stringify(orderData))));
    assert.deepEqual(
      orderData.inputs.flatMap(({ refunds }) => refunds.map(({ recipient }) => recipient)),
      [OTHER],
    );
    assert.equal(orderData.inputs[0]!.payment.amount, details.currencyIn.amount);
    const [payment] = orderData.output.payments;
    assert.equal(payment!.recipient, devnet.recipient);
    assert.equal(payment!.minimumAmount, '25000000');
    assert.deepEqual(orderData.output.calls, []);
  });

  it('pays the user when no recipient is given, on both quote paths', async () => {
    const { recipient: _, ...body } = quoteBody(devnet);
    for (const path of ['/quote', '/quote/v2']) {
      const { status, body: quote } = await request<{ details: { recipient: string } }>(devnet, path, body);
      assert.equal(status, 200);
      assert.equal(quote.details.recipient, body['user']);
    }
  });

  it('lowers the minimum amount by slippageTolerance in basis points', async () => {
    const { details } = await getQuote(devnet, { tradeType: 'EXACT_INPUT', slippageTolerance: '100' });
    const { amount, minimumAmount } = details.currencyOut;
    assert.equal(BigInt(minimumAmount), (BigInt(amount) * 99n) / 100n);
    assert.equal(details.slippageTolerance.destination.percent, '1.00');
  });

  it('is returned with the balance 0 when the user has no balance', async () => {
    const { details } = await getQuote(devnet, { user: OTHER });
    assert.equal(details.userBalance, '0');
  });

  it('is refused with the name of the field when a field of the body is invalid', async () => {
    assert.deepEqual(Object.keys(WRONG).sort(), Object.keys(quoteFields).sort());
    for (const [field, values] of Object.entries(WRONG)) {
      for (const value of values) {
        const { message, errorCode, errorData } = await refusal({ [field]: value });
        const what = `${field}: ${JSON.stringify(value)}`;
        assert.equal(errorCode, CODES[field] ?? 'UNKNOWN_ERROR', what);
        const named = errorData?.field ?? '';
        assert.match(named, new RegExp(`^${field}([.[]|$)`), what);
        assert.ok(message.includes(named), message);
      }
    }
  });

  it('is refused when the body has an unknown field', async () => {
    assert.equal((await refusal({ maxIn: '1' })).errorData?.field, 'maxIn');
  });

  it('is refused when a deposit address lacks strict or refundTo', async () => {
    const address = { useDepositAddress: true, originCurrency: NATIVE };
    assert.equal((await refusal(address)).errorData?.field, 'strict');
    assert.equal((await refusal({ ...address, strict: true, refundTo: undefined })).errorData?.field, 'refundTo');
  });

  for (const [changes, errorCode] of UNSUPPORTED) {
    it(`is refused when it has the unsupported field ${Object.keys(changes)[0]}`, async () => {
      assert.equal((await refusal(changes)).errorCode, errorCode);
    });
  }

  it('is returned when the body has only fields without effect on it', async () => {
    await getQuote(devnet, {
      maxRouteLength: 4,
      useSharedAccounts: true,
      useFallbacks: true,
      forceSolverExecution: true,
      refundOnOrigin: true,
      overridePriceImpact: true,
      txs: [],
      appFees: [],
      subsidizeFees: false,
      protocolVersion: 'v2',
      referrer: 'shop',
    });
  });

  it('is refused when the amount does not cover the fees', async () => {
    for (const tradeType of ['EXACT_INPUT', 'EXACT_OUTPUT', 'EXPECTED_OUTPUT']) {
      for (const amount of ['0', '1', '20000']) {
        assert.equal((await refusal({ tradeType, amount })).errorCode, 'AMOUNT_TOO_LOW', `${tradeType} ${amount}`);
      }
    }
  });

  it('is refused when the amount is larger than the solver’s balance', async () => {
    const amount = String(10n ** 15n);
    assert.equal((await refusal({ amount })).errorCode, 'INSUFFICIENT_LIQUIDITY');
  });

  it('is refused when its price impact is high, unless the payer accepts the impact', async () => {
    const { dai, usdc } = devnet.addresses;
    const large = { originCurrency: dai, amount: `${60_000n * 10n ** 6n}` };
    assert.equal((await refusal(large)).errorCode, 'SWAP_IMPACT_TOO_HIGH');
    assert.equal((await refusal({ ...large, overridePriceImpact: false })).errorCode, 'SWAP_IMPACT_TOO_HIGH');
    const { details } = await getQuote(devnet, { ...large, overridePriceImpact: true });
    assert.equal(details.swapImpact.percent, '-5.98');
    assert.ok(BigInt(details.currencyIn.amount) > 63_800n * 10n ** 18n, details.currencyIn.amountFormatted);
    assert.ok(Number(details.expandedPriceImpact.swap.usd) < -3_800, details.expandedPriceImpact.swap.usd);
    await getQuote(devnet, { ...large, originCurrency: usdc });
    const exactInput = {
      ...large,
      tradeType: 'EXACT_INPUT',
      amount: `${60_000n * 10n ** 18n}`,
      overridePriceImpact: true,
    };
    const { currencyOut } = (await getQuote(devnet, exactInput)).details;
    assert.ok(BigInt(currencyOut.amount) < 56_400n * 10n ** 6n, currencyOut.amountFormatted);
  });

  it('is refused when the recipient is a token contract', async () => {
    assert.equal((await refusal({ recipient: devnet.addresses.dai })).errorCode, 'INVALID_RECIPIENT');
  });
});
