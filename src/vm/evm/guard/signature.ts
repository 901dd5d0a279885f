/**
 * Guards the messages that a payer can sign instead of sending a transaction (G30 to G34). Each signature may allow at
 * most the amount of this payment, and only once.
 */
import { ZERO_ADDRESS, sameAddress } from '../../../shared/chain.js';
import { isRecord } from '../../../shared/text/patterns.js';
import type { Permit, TypedData } from '../../../types.js';
import type { PermitRequest } from '../../family/abilities.js';
import type { GuardContext } from '../../family/adapter.js';
import { isOneOf } from '../../address/addresses.js';
import { approvalProxiesOf, solversOf } from '../../registry/registry.js';
import type { ReportProblem, TokenPull } from './transaction.js';
import { isNative } from './transaction.js';
import { guardCalls, reportRoute, type InnerCall } from './router.js';
import type { Signable } from './typed-data.js';
import { domainTypes, hasExactly, isTypes, PERMIT2, rebuild, signables } from './typed-data.js';

type Signing = {
  request: PermitRequest;
  /** The amount that needs an allowance, and the contract that pulls it. Null if the signature needs no allowance. */
  pull: TokenPull | null;
};

const SIGNATURE_STEPS: readonly string[] = ['authorize1', 'authorize2'];
const ENDPOINT = '/execute/permits';

/**
 * The latest deadline that the guard accepts, as Unix time in seconds (year 2286). A permit with a later deadline would
 * practically never expire.
 */
const MAX_TIME = 9_999_999_999n;

type SignatureContext = { context: GuardContext; path: string; note: ReportProblem; warn: ReportProblem };

/** Guards one item of a signature step, and passes each problem to `note`. Returns null if the item cannot be read. */
export function guardSignature(step: string, data: Record<string, unknown>, part: SignatureContext): Signing | null {
  const { context, path, note } = part;
  const { intent, chain } = context;
  if (!SIGNATURE_STEPS.includes(step))
    note('G04', path, `a signature "${step}" is not known here: an update may be needed`);
  const sign = `${path}.sign`;
  const { signatureKind, domain, types, primaryType, value } = membersOf(data['sign']);
  if (signatureKind !== 'eip712') {
    note('G30', `${sign}.signatureKind`, 'is no typed data (EIP-712), so the payer could not read it');
    return null;
  }
  const type = typeof primaryType === 'string' ? primaryType : '';
  const signable = Object.hasOwn(signables, type) ? signables[type] : undefined;
  if (!signable) {
    note(/^Permit/.test(type) ? 'G33' : 'G31', `${sign}.primaryType`, 'is not a message that pays');
    return null;
  }
  let fits = isTypes(types, signable.types);
  if (!fits) note('G31', `${sign}.types`, `are not those of ${type}`);
  const message = rebuild(value, type, signable.types, `${sign}.value`, (where, why) => {
    fits = false;
    note('G31', where, why);
  });
  const own = guardDomain(domain, signable, { ...part, path: `${sign}.domain` });
  const body = guardPost(data['post'], type, { ...part, path: `${path}.post` });
  if (!fits || !own || !body) return null;

  if (isNative(context)) note(signable.rule, sign, 'signs for a token, though the native currency pays');
  const { permit, pull } = signedContent(type, message, { ...part, path });
  const typedData: TypedData = Object.freeze({
    domain: own,
    types: Object.freeze({ EIP712Domain: domainTypes[signable.domain], ...signable.types }),
    primaryType: type,
    message: message as TypedData['message'],
  });
  const post = Object.freeze({ url: ENDPOINT, body });
  const from = intent.user.toLowerCase();
  return { request: { step, chainId: chain.id, kind: 'signature', from, typedData, post, permit }, pull };
}

/**
 * Guards the domain of the typed data (G31). Its `verifyingContract` must be the paying token or Permit2. The guard
 * does not know the right name and version of a token, because the token's contract chooses them.
 */
function guardDomain(
  domain: unknown,
  { domain: kind }: Signable,
  { context, path, note }: SignatureContext,
): TypedData['domain'] | null {
  const given = membersOf(domain);
  const { name, version, chainId, verifyingContract } = given;
  const names = domainTypes[kind].map((member) => member.name);
  if (!hasExactly(given, names)) {
    note('G31', path, `has not exactly the members ${names.join(', ')}`);
    return null;
  }
  const contract = kind === 'permit2' ? PERMIT2 : context.intent.originCurrency;
  if (chainId !== context.chain.id) note('G31', `${path}.chainId`, `is not the origin chain ${context.chain.id}`);
  if (typeof verifyingContract !== 'string' || !sameAddress(verifyingContract, contract)) {
    note('G31', `${path}.verifyingContract`, kind === 'permit2' ? 'is not Permit2' : 'is not the token that pays');
  }
  // The guard accepts only ASCII texts, because other characters can look like ASCII letters.
  const isPlain = (text: unknown, most: number): text is string =>
    typeof text === 'string' && /^[\x20-\x7e]+$/.test(text) && text.length <= most;
  if (kind === 'permit2' ? name !== 'Permit2' : !isPlain(name, 64)) note('G31', `${path}.name`, 'is not a valid name');
  if (kind === 'token' && !isPlain(version, 16)) note('G31', `${path}.version`, 'is not a valid version');
  const address = contract.toLowerCase();
  return Object.freeze({ name, ...(kind === 'token' && { version }), chainId, verifyingContract: address });
}

/** The values of the member `kind` that the service uses for each primary type. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  TransferWithAuthorization: ['eip3009'],
  ReceiveWithAuthorization: ['eip3009'],
  Permit: ['eip2612', 'permit'],
  PermitBatchWitnessTransferFrom: ['permit2'],
};

/**
 * Guards the request that posts the signature. Only one endpoint may receive it (G31, G50), and the body must contain
 * the request id of this payment (G02).
 */
function guardPost(
  post: unknown,
  type: string,
  { context, path, note }: SignatureContext,
): { [name: string]: string } | null {
  const { endpoint, method, body } = membersOf(post);
  if (endpoint !== ENDPOINT) note('G50', `${path}.endpoint`, 'is not the endpoint for permits');
  if (method !== 'POST') note('G50', `${path}.method`, 'is not POST');
  const { kind, requestId, api, ...more } = membersOf(body);
  if (requestId !== context.requestId) note('G02', `${path}.body.requestId`, 'belongs to another request');
  const isKnown = typeof kind === 'string' && kinds[type]?.includes(kind);
  const isWord = typeof api === 'string' && /^[\w-]{1,32}$/.test(api);
  if (!isKnown || !isWord || typeof requestId !== 'string' || Object.keys(more).length > 0) {
    note('G31', `${path}.body`, 'has not exactly the members kind, requestId and api');
    return null;
  }
  return Object.freeze({ kind, requestId, api });
}

type SignedContent = { permit: Permit; pull: TokenPull | null };

function signedContent(type: string, message: unknown, part: SignatureContext): SignedContent {
  switch (type) {
    case 'Permit':
      return guardAllowance(message as Allowance, part);
    case 'PermitBatchWitnessTransferFrom':
      return guardWitness(message as WitnessTransfer, part);
    default:
      return guardAuthorization(message as TransferAuthorization, type, part);
  }
}

type TransferAuthorization = Record<'from' | 'to' | 'value' | 'validAfter' | 'validBefore' | 'nonce', string>;

/**
 * Guards an EIP-3009 authorization (G32). Any account can use a `TransferWithAuthorization`, so its receiver must be a
 * solver in the chain's record. Only the receiver can use a `ReceiveWithAuthorization`, so this receiver may also be an
 * approval proxy in the record.
 */
function guardAuthorization(
  message: TransferAuthorization,
  type: string,
  { context, path, note, warn }: SignatureContext,
): SignedContent {
  const { from, to, value, validAfter, validBefore, nonce } = message;
  const { chain, intent, amountIn } = context;
  const at = (member: string): string => `${path}.sign.value.${member}`;
  const isProxied = type === 'ReceiveWithAuthorization' && isOneOf(to, approvalProxiesOf(chain));
  if (!sameAddress(from, intent.user)) note('G32', at('from'), 'is not the payer');
  if (!isProxied && !isOneOf(to, solversOf(chain))) {
    note('G32', at('to'), `is no solver that is pinned for chain ${chain.id}`);
  }
  if (BigInt(value) !== amountIn) note('G32', at('value'), `is not ${amountIn}`);
  if (BigInt(validBefore) > MAX_TIME) note('G32', at('validBefore'), 'is too far in the future');
  if (BigInt(validAfter) >= BigInt(validBefore)) note('G32', at('validAfter'), 'is not before validBefore');
  if (isProxied) reportRoute({ rule: 'G32', path, isProved: false, fee: 0n }, context, note, warn);
  const contract = intent.originCurrency.toLowerCase();
  return { permit: { kind: 'eip3009', contract, owner: from, nonce, validAfter, deadline: validBefore }, pull: null };
}

type Allowance = Record<'owner' | 'spender' | 'value' | 'nonce' | 'deadline', string>;

/** Guards an EIP-2612 permit (G34). */
function guardAllowance(message: Allowance, { context, path, note }: SignatureContext): SignedContent {
  const { owner, spender, value, nonce, deadline } = message;
  const { chain, intent, amountIn } = context;
  const at = (member: string): string => `${path}.sign.value.${member}`;
  if (!sameAddress(owner, intent.user)) note('G34', at('owner'), 'is not the payer');
  if (!isOneOf(spender, approvalProxiesOf(chain))) {
    note('G34', at('spender'), `is no approval proxy that is pinned for chain ${chain.id}`);
  }
  if (BigInt(value) !== amountIn) note('G34', at('value'), `is not ${amountIn}`);
  if (BigInt(deadline) > MAX_TIME) note('G34', at('deadline'), 'is too far in the future');
  const contract = intent.originCurrency.toLowerCase();
  return { permit: { kind: 'eip2612', contract, owner, nonce, validAfter: '0', deadline }, pull: null };
}

type WitnessTransfer = {
  permitted: readonly { token: string; amount: string }[];
  spender: string;
  nonce: string;
  deadline: string;
  witness: {
    huber: string;
    refundTo: string;
    nftRecipient: string;
    call3Values: readonly { target: string; allowFailure: boolean; value: string; callData: string }[];
  };
};

/** Guards a Permit2 transfer of the paying token (G33). The router's calls in the witness must also follow rule G15. */
function guardWitness(message: WitnessTransfer, { context, path, note, warn }: SignatureContext): SignedContent {
  const { permitted, spender, nonce, deadline, witness } = message;
  const { chain, intent, amountIn } = context;
  const at = (member: string): string => `${path}.sign.value.${member}`;
  const [first, ...others] = permitted;
  const amount = BigInt(first?.amount ?? 0);
  if (!first || others.length > 0) note('G33', at('permitted'), 'is not one token');
  if (permitted.some(({ token }) => !sameAddress(token, intent.originCurrency))) {
    note('G33', at('permitted'), 'is another token than the one that pays');
  }
  if (amount > amountIn || amount === 0n) note('G33', at('permitted'), `is not more than 0 and at most ${amountIn}`);
  if (!isOneOf(spender, approvalProxiesOf(chain))) {
    note('G33', at('spender'), `is no approval proxy that is pinned for chain ${chain.id}`);
  }
  if (BigInt(deadline) > MAX_TIME) note('G33', at('deadline'), 'is too far in the future');
  const { huber, refundTo, nftRecipient, call3Values } = witness;
  if (!isOneOf(huber, solversOf(chain))) {
    note('G33', at('witness.huber'), `is no solver that is pinned for chain ${chain.id}`);
  }
  if (!sameAddress(refundTo, intent.refundTo))
    note('G33', at('witness.refundTo'), 'sends the rest of the money to another address');
  if (!isOneOf(nftRecipient, [intent.user, ZERO_ADDRESS])) {
    note('G33', at('witness.nftRecipient'), 'gives collectibles to another address');
  }
  const calls = call3Values.map((call) => ({ ...call, value: BigInt(call.value) }) as InnerCall);
  const { isProved, fee } = guardCalls(
    calls,
    { paid: amount, by: spender },
    context,
    at('witness.call3Values'),
    (_, where, why) => note('G33', where, why),
  );
  reportRoute({ rule: 'G33', path, isProved, fee }, context, note, warn);
  return {
    permit: { kind: 'permit2', contract: PERMIT2, owner: intent.user.toLowerCase(), nonce, validAfter: '0', deadline },
    pull: { amount, by: PERMIT2 },
  };
}

/** Returns the contracts that need an approval for this signature: Permit2, if it pulls the token, or none. */
export const pullersOf = (data: Record<string, unknown>): readonly string[] =>
  membersOf(data['sign'])['primaryType'] === 'PermitBatchWitnessTransferFrom' ? [PERMIT2] : [];

const membersOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
