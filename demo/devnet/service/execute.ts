/** `POST /execute`: the solver sends calls for an account that signed an authorization. The solver pays the gas. */

import { randomBytes } from 'node:crypto';
import { toHex, type Address, type Hex } from 'viem';
import { coinOf, microUsdOf } from '../orders/currencies.js';
import { findProblem, type FieldTable } from '../base/check-fields.js';
import { RequestError } from '../base/request-error.js';
import type { SolverExecution } from '../solver/solver.js';
import { statusOf, type Order } from '../orders/order-state.js';
import { detailsOf, feesOf } from '../orders/quote-details.js';
import type { ServiceEndpoint, Service } from './endpoint.js';
import { freeOf } from '../orders/quote-price.js';

const WHOLE = { type: 'number', required: true } as const;
const ADDRESS = { type: 'string', pattern: /^0x[0-9a-fA-F]{40}$/, required: true } as const;
const BYTES32 = { type: 'string', pattern: /^0x[0-9a-fA-F]{1,64}$/, required: true } as const;

/** Members of `data`. Error messages name these members without the prefix `data.`. */
const DATA: FieldTable = {
  to: ADDRESS,
  data: { type: 'string', pattern: /^0x(?:[0-9a-fA-F]{2})*$/, required: true },
  value: { type: 'string', pattern: /^[0-9]+$/, required: true },
  chainId: WHOLE,
  authorizationList: {
    type: 'array',
    required: true,
    minItems: 1,
    items: {
      type: 'object',
      members: {
        chainId: WHOLE,
        address: ADDRESS,
        nonce: WHOLE,
        yParity: { ...WHOLE, max: 1 },
        r: BYTES32,
        s: BYTES32,
      },
    },
  },
};
const BODY: FieldTable = {
  executionKind: { type: 'string', oneOf: ['rawCalls'], required: true },
  data: { type: 'object', required: true },
  executionOptions: {
    type: 'object',
    required: true,
    members: { referrer: { type: 'string' }, subsidizeFees: { type: 'boolean' } },
  },
  requestId: { type: 'string', pattern: /^0x[0-9a-fA-F]{64}$/ },
};

type CheckedExecuteBody = {
  data: {
    chainId: number;
    to: Address;
    data: Hex;
    value: string;
    authorizationList: SolverExecution['authorizationList'];
  };
  executionOptions: { referrer?: string; subsidizeFees?: boolean };
  requestId?: string;
};

export const execute: ServiceEndpoint = {
  method: 'POST',
  path: /^\/execute$/,
  async answer({ body, headers }, service) {
    if (!headers['x-api-key']) throw new RequestError(401, { error: 'Unauthorized' });
    const { data: call, executionOptions, requestId } = checked(body);
    const chain = service.solver.chain(call.chainId);
    if (!chain?.execute) throw wrong(`chainId: chain ${call.chainId} is not supported`);
    // The solver pays the gas, but it sends no native currency with the calls.
    if (BigInt(call.value) > 0n) throw wrong('value must be 0');
    const order = requestId === undefined ? unquotedOrder(call, executionOptions, service) : quoted(requestId, service);
    if (order.origin.chainId !== call.chainId) throw wrong(`chainId: the request is paid on ${order.origin.chainId}`);
    if (statusOf(order) !== 'waiting' || service.executing.has(order.requestId)) throw wrong('requestId is used');
    service.executing.add(order.requestId);
    const sent = await chain.execute(call).catch(() => {
      service.executing.delete(order.requestId);
      const message = 'The calls revert, or the signer’s nonce has changed since the authorization';
      throw new RequestError(400, { error: 'EXECUTION_REVERTED', message, requestId: order.requestId });
    });
    void track(sent, order, executionOptions, requestId === undefined, service).catch((error: unknown) => {
      console.error('devnet: tracking an execution failed:', error);
    });
    return { message: 'Transaction submitted', requestId: order.requestId };
  },
};

/**
 * Waits until the transaction is mined, and then sets the status. A request without a quote gets its final status. A
 * quoted request becomes `depositing`.
 */
async function track(
  { hash, cost }: { hash: string; cost: Promise<bigint | null> },
  { requestId, origin }: Order,
  { subsidizeFees = false }: CheckedExecuteBody['executionOptions'],
  isUnquoted: boolean,
  service: Service,
): Promise<void> {
  const { chainId } = origin;
  const paid = await cost;
  const { state, solver } = service;
  if (isUnquoted) {
    state.move(requestId, paid === null ? 'failure' : 'success', { payouts: [{ chainId, hash }] });
  } else if (paid !== null && statusOf(state.byRequestId(requestId)!) === 'waiting') {
    state.move(requestId, 'depositing');
  }
  if (subsidizeFees && paid !== null)
    await solver.chain(chainId)!.charge!(microUsdOf(coinOf(service.currencies, chainId), paid));
}

function checked(body: unknown): CheckedExecuteBody {
  const problem = findProblem(body, BODY) ?? findProblem((body as { data: unknown }).data, DATA);
  if (problem) throw wrong(problem.message);
  return body as CheckedExecuteBody;
}

const wrong = (error: string): RequestError => new RequestError(400, { error });

function quoted(requestId: string, { state }: Service): Order {
  const order = state.byRequestId(requestId);
  if (!order) throw wrong('requestId does not exist');
  return order;
}

/** Creates a request for calls without a quote. Its amounts are 0. */
function unquotedOrder(
  { chainId, to }: CheckedExecuteBody['data'],
  { referrer }: CheckedExecuteBody['executionOptions'],
  service: Service,
): Order {
  const user = to.toLowerCase();
  const coin = coinOf(service.currencies, chainId);
  const price = freeOf(0n);
  const id = toHex(randomBytes(32));
  return service.state.add({
    requestId: id,
    orderId: id,
    createdAt: Date.now(),
    deadline: Date.now(),
    origin: { chainId, currency: coin.address, amount: 0n, user, refundTo: user },
    destination: { chainId, currency: coin.address, amount: 0n, recipient: user },
    quoted: {
      details: detailsOf({ from: coin, to: coin, price, sender: user, recipient: user, userBalance: 0n, topup: null }),
      fees: feesOf(coin, coin, price, 0n),
      orderData: null,
      ...(referrer !== undefined && { referrer }),
    },
  });
}
