/** Checks requests against the merchant's rules for sponsored fees. Refuses sponsored requests that it cannot check. */
import { HEX_BYTES, isRecord } from '../../shared/text/patterns.js';
import { sameAddress } from '../../shared/chain.js';
import {
  filledList,
  oneOf,
  problemOf,
  text,
  UNDEFINED,
  undefinedExcept,
  type BodyShape,
} from '../../api/requests/checks.js';
import { config, textOf } from '../../errors.js';
import { flag, instance, integer, writtenText } from '../../shared/validation.js';
import type { Registry } from '../../types.js';
import { looksLikeAnyAddress } from '../../vm/address/addresses.js';
import { inSmallestUnit } from '../../vm/registry/registry-amount.js';
import { ProxyError } from './proxy-error.js';

/**
 * Rules for payments whose fees you sponsor. Most rules limit one field of the request. With any rules, the proxy
 * refuses calls and authorizations in a sponsored quote, and app fees that you would pay.
 */
export type SponsorRules = {
  /** The only allowed recipient. Anyone could otherwise pay themselves and let you pay the fees. */
  recipient: string;
  /** The id of the only allowed destination chain. */
  destinationChainId?: number;
  /** The address of the only allowed token, on the destination chain. */
  destinationCurrency?: string;
  /**
   * The minimum amount to deliver, as a decimal string in the smallest unit of the destination currency. Set
   * `destinationCurrency` too, because the unit depends on it.
   */
  minAmount?: string;
  /** The maximum amount to deliver, as a decimal string in the smallest unit of the destination currency. */
  maxAmount?: string;
  /**
   * The only allowed amount to deliver, written as in the element's attribute `amount`, such as `25.00`. Replaces
   * `minAmount` and `maxAmount`. Requires `currency`, `destinationChainId` and `registry`.
   */
  amount?: string;
  /**
   * The only allowed token, written as in the element's attribute `destination-currency`: a symbol, an address or
   * `native`. Replaces `destinationCurrency`. Requires `amount`, `destinationChainId` and `registry`.
   */
  currency?: string;
  /**
   * The same registry that the merchant's page sets on the element, whose decimals convert `amount` to the smallest
   * unit. Requires `amount`, `currency` and `destinationChainId`.
   */
  registry?: Registry;
  /**
   * The allowed values of the field `sponsoredFeeComponents`. The proxy adds them to a sponsored quote body without
   * this field. Without this rule, all values are allowed.
   */
  components?: string[];
  /**
   * The maximum of the fees that you pay for one payment, in millionths of a US dollar, so `1000000` is $1. The rent
   * comes on top (`subsidizeRent`). The proxy adds this maximum to a sponsored quote body without
   * `maxSubsidizationAmount`.
   */
  maxSubsidizationAmount: string;
  /**
   * If true, a sponsored quote may also have `subsidizeRent`: you then pay the rent of an account that the recipient
   * lacks on Solana. The rent comes on top of `maxSubsidizationAmount`, so unless this rule is true, the proxy refuses
   * the field.
   * @default false
   */
  subsidizeRent?: boolean;
  /**
   * Limits the sponsored calls of `/execute`, which may call only the contract at `recipient`. `maxSubsidizationAmount`
   * does not limit them, because the body of `/execute` has no such field. A limit of the currency or of the amount
   * cannot be set beside this rule, and `components` must contain `execution`.
   * @default the proxy sponsors no calls of `/execute`
   */
  calls?: CallRules;
};

/** Rules for sponsored calls of `/execute`. */
export type CallRules = {
  /**
   * The maximum number of EIP-7702 authorizations of one request.
   * @default 1
   */
  maxAuthorizations?: number;
  /**
   * The maximum gas that one request can need before the contract runs: the sum of 21,000, of 25,000 for each
   * authorization, and of 40 for each byte of `data`. This rule does not limit the gas of the contract itself, because
   * `/execute` takes no gas limit.
   * @default 100000
   */
  maxIntrinsicGas?: number;
};

/** The sponsor rules, with the amounts to deliver in the smallest unit of the destination currency. */
export type UnitRules = Omit<SponsorRules, 'amount' | 'currency' | 'registry' | 'calls'> & {
  calls: Required<CallRules> | undefined;
};

type Body = Record<string, unknown>;

const MARKS = ['subsidizeFees', 'sponsoredFeeComponents', 'maxSubsidizationAmount', 'subsidizeRent'];

/** The rules about what is delivered. The body of `/execute` has nothing that the proxy could compare with them. */
const DELIVERY_LIMITS = ['destinationCurrency', 'minAmount', 'maxAmount', 'amount', 'currency', 'registry'] as const;

/** The gas of a transaction, of each authorization (EIP-7702), and at most of each byte of the data (EIP-7623). */
const GAS = { transaction: 21_000, authorization: 25_000, byte: 40 };

const ruleShape: BodyShape<SponsorRules> = {
  name: 'the sponsor rules',
  checks: {
    recipient: text,
    destinationChainId: integer(1),
    destinationCurrency: text,
    minAmount: writtenText,
    maxAmount: writtenText,
    amount: writtenText,
    currency: writtenText,
    registry: instance,
    components: filledList(oneOf('execution', 'swap', 'relay', 'app')),
    maxSubsidizationAmount: writtenText,
    subsidizeRent: flag,
    calls: instance,
  },
  needed: ['recipient', 'maxSubsidizationAmount'],
  rules: [],
};

const callShape: BodyShape<CallRules> = {
  name: 'the rules of calls',
  checks: { maxAuthorizations: integer(1), maxIntrinsicGas: integer(GAS.transaction + GAS.authorization) },
  needed: [],
  rules: [],
};

/**
 * Refuses an unknown, wrong or undefined rule. Most rules limit what the merchant pays, and without this check a
 * misspelt or undefined limit would be missing.
 */
function assertRules<T extends object>(rules: T, shape: BodyShape<T>, prefix = ''): void {
  const unset = undefinedExcept(rules);
  if (unset) throw config(`sponsor.${prefix}${unset}`, UNDEFINED);
  const problem = problemOf(rules, shape);
  if (problem) throw config(`sponsor.${prefix}${problem.field}`, textOf(problem.message));
}

/**
 * Checks the rules, and converts `amount` to the smallest unit.
 * @throws HubPayError `config` that names the wrong rule
 */
export function checkedRules(given: SponsorRules): UnitRules {
  if (!isRecord(given)) throw config('sponsor', 'is no object with rules');
  assertRules(given, ruleShape);
  const { amount, currency, registry, calls, ...limits } = given;
  if (calls) {
    assertRules(calls, callShape, 'calls.');
    const limit = DELIVERY_LIMITS.find((name) => given[name] !== undefined);
    if (limit !== undefined)
      throw config('sponsor.calls', `cannot be set together with ${limit}, which a call cannot meet`);
    if (given.components && !given.components.includes('execution'))
      throw config('sponsor.calls', 'cannot be set together with components that lack execution');
  }
  const rules = { ...limits, calls: calls && { maxAuthorizations: 1, maxIntrinsicGas: 100_000, ...calls } };
  for (const name of ['minAmount', 'maxAmount', 'maxSubsidizationAmount'] as const) {
    const value = rules[name];
    if (value !== undefined && !isAtMost(value)) throw config(`sponsor.${name}`, 'must be an amount in digits');
  }
  if (!looksLikeAnyAddress(rules.recipient)) throw config('sponsor.recipient', 'is not an address');
  if (!isAtMost(rules.minAmount ?? '0', rules.maxAmount)) throw config('sponsor.minAmount', 'is above maxAmount');
  if (amount === undefined && currency === undefined && registry === undefined) return rules;
  if (registry === undefined) throw config('sponsor.registry', 'is missing, but amount and currency need it');
  const twice = (['destinationCurrency', 'minAmount', 'maxAmount'] as const).find((name) => rules[name] !== undefined);
  if (twice !== undefined) throw config(`sponsor.${twice}`, 'cannot be set together with amount and currency');
  const chainId = rules.destinationChainId;
  const names = { chainId: 'destinationChainId', currency: 'currency' };
  const units = inSmallestUnit({ registry, chainId, currency, amount }, 'sponsor', names);
  return { ...rules, destinationCurrency: units.currency, minAmount: units.amount, maxAmount: units.amount };
}

/**
 * Checks a quote body against the rules. A body that asks for no sponsor is returned unchanged.
 * @returns the body to send; missing fee components and a missing maximum are added from the rules
 * @throws ProxyError 403 with the name of the field that the rules do not allow
 */
export function sponsoredQuote(body: Body, rules: UnitRules | undefined): Body {
  const mark = MARKS.find((name) => isSet(body[name]));
  if (mark === undefined) return body;
  if (!rules) throw refused(mark, 'this proxy sponsors nothing');
  if (body['subsidizeFees'] !== true) throw refused('subsidizeFees', 'it must be true for a sponsored quote');
  if (isSet(body['subsidizeRent']) && rules.subsidizeRent !== true)
    throw refused('subsidizeRent', 'the sponsor rules do not allow it');
  pin('recipient', body['recipient'], rules.recipient);
  pin('destinationChainId', body['destinationChainId'], rules.destinationChainId);
  pin('destinationCurrency', body['destinationCurrency'], rules.destinationCurrency);
  if (rules.minAmount !== undefined || rules.maxAmount !== undefined) checkAmount(body, rules);
  const components = checkComponents(body, rules.components);
  const cap = checkCap(body['maxSubsidizationAmount'], rules.maxSubsidizationAmount);
  checkDetours(body, components);
  return { ...body, ...(components && { sponsoredFeeComponents: components }), maxSubsidizationAmount: cap };
}

/**
 * Checks a body of `POST /execute`. A sponsored call may call only the contract at the rules' `recipient`, without
 * value, on the chain that the rules name, and within the limits of `calls`. Without `calls`, the proxy refuses every
 * sponsored call.
 * @throws ProxyError 403 with the name of the field that is not allowed
 */
export function checkExecution({ executionKind, data, executionOptions: how }: Body, rules?: UnitRules): void {
  if (executionKind !== 'rawCalls') throw refused('executionKind', 'only rawCalls is allowed');
  const list = isRecord(data) ? data['authorizationList'] : undefined;
  if (!isRecord(data) || !Array.isArray(list) || list.length === 0 || !list.every(isRecord)) {
    throw refused('data.authorizationList', 'it must contain at least one authorization');
  }
  // If `subsidizeFees` is absent, the service decides who pays the fees, and could charge the merchant, whose key the
  // proxy sends.
  const mark = isRecord(how) ? how['subsidizeFees'] : undefined;
  if (mark === false) return;
  if (mark !== true) throw refused('executionOptions.subsidizeFees', 'it must be false, or true for a sponsored call');
  if (!rules) throw refused('executionOptions.subsidizeFees', 'this proxy sponsors nothing');
  const { recipient, destinationChainId, calls } = rules;
  if (!calls) throw refused('executionOptions.subsidizeFees', 'the sponsor rules do not allow a raw call');
  pin('data.to', data['to'], recipient);
  pin('data.chainId', data['chainId'], destinationChainId);
  pin('data.value', data['value'], '0');
  if (list.length > calls.maxAuthorizations)
    throw refused('data.authorizationList', `at most ${calls.maxAuthorizations} is sponsored`);
  if (intrinsicGas(data['data'], list.length) > calls.maxIntrinsicGas)
    throw refused('data.data', `a call that needs more gas than ${calls.maxIntrinsicGas} is not sponsored`);
}

/** Returns the most gas that a transaction can need before a contract runs. Infinity for data that is not hex. */
function intrinsicGas(data: unknown, authorizations: number): number {
  const bytes = typeof data === 'string' && HEX_BYTES.test(data) ? (data.length - 2) / 2 : Infinity;
  return GAS.transaction + GAS.authorization * authorizations + GAS.byte * bytes;
}

function pin(name: string, value: unknown, rule: string | number | undefined): void {
  const fits = typeof value === 'string' && typeof rule === 'string' ? sameAddress(value, rule) : value === rule;
  if (rule !== undefined && !fits) throw refused(name, 'this value is not sponsored');
}

/**
 * Checks the amount to deliver. Refuses `EXACT_INPUT`, whose amount is in the origin currency. A deposit address
 * requires `strict`, because it would otherwise accept any amount.
 */
function checkAmount(
  { amount, tradeType, useDepositAddress, strict }: Body,
  { minAmount = '0', maxAmount }: UnitRules,
): void {
  if (tradeType !== 'EXACT_OUTPUT' && tradeType !== 'EXPECTED_OUTPUT') {
    throw refused('tradeType', 'only an amount of the destination currency is sponsored');
  }
  if (!isAtMost(amount, maxAmount)) {
    throw refused('amount', maxAmount === undefined ? 'it is not an amount' : `at most ${maxAmount} is sponsored`);
  }
  if (BigInt(amount) < BigInt(minAmount)) throw refused('amount', `at least ${minAmount} is sponsored`);
  if (useDepositAddress !== undefined && useDepositAddress !== false && strict !== true) {
    throw refused('strict', 'it must be true, or the deposit address accepts any amount');
  }
}

function checkComponents({ sponsoredFeeComponents: given }: Body, allowed?: string[]): string[] | undefined {
  if (given === undefined) return allowed && [...allowed];
  if (!Array.isArray(given) || given.length === 0 || !given.every((each) => typeof each === 'string')) {
    throw refused('sponsoredFeeComponents', 'it must be a list of components');
  }
  const other = given.find((each) => allowed && !allowed.includes(each));
  if (other !== undefined) throw refused('sponsoredFeeComponents', 'this component is not sponsored');
  return given;
}

function checkCap(given: unknown, most: string): string {
  if (given === undefined) return most;
  if (isAtMost(given, most)) return given;
  throw refused('maxSubsidizationAmount', `at most ${most} is sponsored`);
}

/**
 * Refuses calls on the destination chain that could redirect the delivered funds, and app fees that the sponsor would
 * pay.
 */
function checkDetours(body: Body, components?: string[]): void {
  const calls = ['txs', 'authorizationList'].find((name) => isSet(body[name]));
  if (calls !== undefined) throw refused(calls, 'calls could pay somebody else');
  if (isSet(body['appFees']) && (components?.includes('app') ?? true)) {
    throw refused('appFees', 'an app fee of the payer’s choice is not sponsored');
  }
}

const isSet = (value: unknown): boolean => value !== undefined && value !== false;

const isAtMost = (amount: unknown, most?: string): amount is string =>
  typeof amount === 'string' && /^\d{1,78}$/.test(amount) && (most === undefined || BigInt(amount) <= BigInt(most));

const refused = (name: string, why: string): ProxyError => new ProxyError(403, `${name}: ${why}.`);
