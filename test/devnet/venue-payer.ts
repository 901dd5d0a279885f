/** A payer with money on the venue for the devnet tests: it signs both messages of a withdrawal with viem. */

import { parseSignature, zeroAddress, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Devnet } from '../../demo/devnet/index.js';
import type { AnyStep, AuthorizeData, QuoteAnswer, VenueData } from '../../demo/devnet/orders/quote-answer.js';
import { ORIGIN, request, type ServiceAnswer } from './support.js';

type WithdrawalSteps = { authorize: AuthorizeData; deposit: VenueData };

export function stepsOf({ steps }: QuoteAnswer<AnyStep>): WithdrawalSteps {
  const [first, second] = steps.map(({ items }) => items[0]!.data);
  if (steps.length === 2 && first && 'post' in first && second && 'eip712Types' in second) {
    return { authorize: first as AuthorizeData, deposit: second };
  }
  throw new Error('The quote is not a withdrawal from the venue');
}

/** Signs the nonce mapping for the wallet's chain, and posts it to the service. */
export async function authorize(
  devnet: Devnet,
  { sign, post }: AuthorizeData,
  { payer = 0, chainId = ORIGIN } = {},
): Promise<ServiceAnswer> {
  const account = privateKeyToAccount(devnet.payers[payer]!.key);
  const { domain, types, primaryType, value } = sign;
  const message = { ...value, nonce: BigInt(value.nonce) };
  const signature = await account.signTypedData({ domain: { ...domain, chainId }, types, primaryType, message });
  const body = { ...post.body, signatureChainId: chainId };
  return request(devnet, `${post.endpoint}?signature=${signature}`, body);
}

export type ExchangeBody = {
  signature: { r: Hex; s: Hex; v: number };
  nonce: number;
  action: Record<string, unknown>;
};

/** Signs the transfer for the wallet's chain. Returns the body for the exchange. */
export async function signTransfer(
  devnet: Devnet,
  { action, nonce, eip712Types, eip712PrimaryType }: VenueData,
  { payer = 0, chainId = ORIGIN } = {},
): Promise<ExchangeBody> {
  const account = privateKeyToAccount(devnet.payers[payer]!.key);
  const { parameters, type } = action;
  const signed = await account.signTypedData({
    domain: { name: 'VenueSignTransaction', version: '1', chainId, verifyingContract: zeroAddress },
    types: eip712Types,
    primaryType: eip712PrimaryType,
    message: { ...parameters, nonce: BigInt(parameters.nonce) },
  });
  const { r, s, yParity } = parseSignature(signed);
  const signatureChainId = `0x${chainId.toString(16)}`;
  return { signature: { r, s, v: 27 + yParity }, nonce, action: { ...parameters, type, signatureChainId } };
}

export async function exchange(devnet: Devnet, body: unknown): Promise<ServiceAnswer> {
  const response = await fetch(devnet.venueExchangeUrl, { method: 'POST', body: JSON.stringify(body) });
  return { status: response.status, headers: response.headers, body: (await response.json()) as never };
}

/** Makes both steps of a withdrawal. Returns the answer of the exchange. */
export async function withdraw(
  devnet: Devnet,
  quote: QuoteAnswer<AnyStep>,
  as: { payer?: number; chainId?: number } = {},
): Promise<ServiceAnswer> {
  const steps = stepsOf(quote);
  const { status, body } = await authorize(devnet, steps.authorize, as);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return exchange(devnet, await signTransfer(devnet, steps.deposit, as));
}

export async function info(devnet: Devnet, body: unknown): Promise<ServiceAnswer> {
  const response = await fetch(devnet.venueInfoUrl, { method: 'POST', body: JSON.stringify(body) });
  return { status: response.status, headers: response.headers, body: (await response.json()) as never };
}
