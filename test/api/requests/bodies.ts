/** Provides valid and invalid values for the fields of request bodies, and helpers that test these values. */
import { expect } from 'chai';
import type { ExecuteBody, PermitBody, QuoteBody } from '../../../src/api/requests/types.js';
import type { BodyShape } from '../../../src/api/requests/checks.js';
import { assertBody } from '../../../src/api/requests/checks.js';
import { HubPayError } from '../../../src/errors.js';
import { people, tokens } from '../../support/quotes.js';

export type Values = { right: readonly unknown[]; wrong: readonly unknown[] };
export type Table<T> = { [K in keyof T]-?: Values };

export const account = people.payer;
export const ID = `0x${'ab'.repeat(32)}`;
export const flag: Values = { right: [true, false], wrong: ['true', 1, null] };
export const text: Values = { right: ['x'], wrong: ['', 7, null, ['x']] };
export const count: Values = { right: [0, 21_000], wrong: [-1, 0.5, '1', NaN, Infinity, 2 ** 53, null] };
export const chain: Values = { right: [1, 792_703_809], wrong: [0, -1, 1.5, '1', NaN] };
export const digits: Values = {
  right: ['0', '007', '9'.repeat(78)],
  wrong: ['', '-1', '1.0', '1e6', '0x1', 1, '9'.repeat(79), '१'],
};
export const points: Values = { right: ['0', '50', '10000'], wrong: ['10001', '-1', '0.5', '', 50, '00050'] };
export const evm: Values = {
  right: [account],
  wrong: ['', account.slice(0, -1), `${account}0`, people.svmRecipient, 7],
};
export const sources: Values = { right: [[], ['a', 'b']], wrong: ['a', [''], [1], {}] };

export const call = { to: account, value: '0', data: '0x' };
export const authorization = { chainId: 0, address: account, nonce: 0, yParity: 1, r: '0x1', s: ID };
export const authorizations: Values = {
  right: [[authorization]],
  wrong: [
    {},
    [{ ...authorization, yParity: 2 }],
    [{ ...authorization, address: '0x' }],
    [{ ...authorization, r: 'r' }],
    [{ ...authorization, nonce: '0' }],
    [{ ...authorization, s: undefined }],
    [{ ...authorization, more: 1 }],
  ],
};

export const quote: QuoteBody = {
  user: account,
  originChainId: 8453,
  destinationChainId: 10,
  originCurrency: tokens.usdc.address,
  destinationCurrency: tokens.usdcOut.address,
  amount: '25000000',
  tradeType: 'EXACT_OUTPUT',
};

export const execution: ExecuteBody = {
  executionKind: 'rawCalls',
  data: { chainId: 1, ...call, authorizationList: [authorization] },
  executionOptions: {},
};
export const permit: PermitBody = { kind: 'permit2', requestId: ID, api: 'swap' };

/**
 * Returns the name of the rejected field, or null if the body is valid. Also checks the code and message of the error.
 */
export function refused<T extends object>(body: unknown, kind: BodyShape<T>): string | null {
  try {
    assertBody(body as T, kind);
    return null;
  } catch (error) {
    expect(error).to.be.instanceOf(HubPayError);
    const { code, attribute, message } = error as HubPayError;
    expect(code).to.equal('config');
    expect(message).to.match(/^\w+: (must be|needs|requires|is|entry \d+|has) /u);
    return attribute ?? '';
  }
}
