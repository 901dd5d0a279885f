/**
 * Guards the two signatures with which the payer pays from an account at the venue. Compares the service's steps with
 * the two messages that this payment needs, blocks a payment whose steps differ, and builds new requests.
 */
import type { WireStep } from '../../../api/responses/types.js';
import { formatUnits } from '../../../shared/amounts.js';
import { sameAddress, ZERO_ADDRESS } from '../../../shared/chain.js';
import { deepFreeze } from '../../../shared/deep-freeze.js';
import { isRecord } from '../../../shared/text/patterns.js';
import { MAPPING_STEP } from '../../../shared/step-ids.js';
import type { GuardNote } from '../../../types.js';
import type { GuardContext, Verdict } from '../../family/adapter.js';
import { isOneOf } from '../../address/addresses.js';
import { depositoryOf, pinnedCurrency, solversOf } from '../../registry/registry.js';
import { venueCurrency } from '../currency.js';
import {
  mappingFields,
  mappingRequest,
  TRANSFER,
  transferFields,
  transferRequest,
  VENUE_NAME,
  type MappingVersion,
} from '../messages.js';
import { compare, compareMembers, type Condition, type Expected, type Report } from './compare.js';

/** Checks both steps, and builds both wallet requests. Never throws. */
export function guardSteps(steps: readonly WireStep[], context: GuardContext): Verdict {
  const blocks: GuardNote[] = [];
  const reportFor =
    (rule: string): Report =>
    (path, message) =>
      void blocks.push({ rule, path, message });
  const items = steps.flatMap(({ id, kind, items: all }, s) =>
    all.map(({ data }, i) => ({ id, kind, data, path: `steps[${s}].items[${i}].data` })),
  );
  const [mapping, transfer, ...more] = items;
  const isPair =
    mapping?.id === MAPPING_STEP &&
    mapping.kind === 'signature' &&
    transfer?.id === 'deposit' &&
    transfer.kind === 'transaction';
  if (!isPair || more.length > 0) {
    reportFor('G04')('steps', 'are not an authorization and a deposit');
    return { requests: [], blocks, warnings: [] };
  }
  const wallet = context.intent.user.toLowerCase();
  const { version, nonce } = guardMapping(mapping.data, context, mapping.path, reportFor('G35'));
  const sent = guardTransfer(transfer.data, context, nonce, transfer.path, reportFor('G36'));
  if (blocks.length > 0 || !sent) return { requests: [], blocks, warnings: [] };
  const chainId = context.chain.id;
  return {
    requests: [
      deepFreeze(mappingRequest(mapping.id, { version, chainId, wallet, id: context.orderId, nonce })),
      deepFreeze(transferRequest(transfer.id, { chainId, from: wallet }, { ...sent, nonce })),
    ],
    blocks,
    warnings: [],
  };
}

/**
 * G35: guards the signature that maps the nonce to the order. The message has one of two versions, and all parts of the
 * step must have the same version. Returns the version, and the nonce that the second signature must use.
 */
function guardMapping(
  data: Record<string, unknown>,
  { intent, orderId, chain }: GuardContext,
  path: string,
  report: Report,
): { version: MappingVersion; nonce: number } {
  const { domain, value } = membersOf(data['sign']);
  const version = membersOf(domain)['version'] === '2' ? '2' : '1';
  const signed = membersOf(value)['nonce'];
  const payer = addressOf(intent.user, 'is not the payer');
  const who: Record<string, Expected> = { wallet: payer, ...(version === '2' && { depositor: payer }) };
  const id = {
    holds: (each: unknown) => isText(each) && each.toLowerCase() === orderId,
    message: 'is not the order id',
  };
  compareMembers(
    data['sign'],
    {
      signatureKind: 'eip712',
      domain: {
        name: 'HubNonceMapping',
        version,
        chainId: anyChain,
        verifyingContract: addressOf(ZERO_ADDRESS, 'is not the zero address'),
      },
      types: { NonceMapping: mappingFields[version] },
      value: { chainId: VENUE_NAME, ...who, nonce: countable, id },
      primaryType: 'NonceMapping',
    },
    `${path}.sign`,
    report,
  );
  compareMembers(
    data['post'],
    {
      endpoint: '/authorize',
      method: 'POST',
      body: {
        type: 'nonce-mapping',
        walletChainId: chain.id,
        ...who,
        nonce: sameNonce(signed),
        id,
        signatureChainId: anyChain,
      },
    },
    `${path}.post`,
    report,
  );
  return { version, nonce: signed as number };
}

type Transfer = Parameters<typeof transferRequest>[2];

/**
 * G36: guards the signature that moves the money, and passes each problem to `report`. Returns null if the transfer
 * cannot be built, for example because the venue's record does not contain the currency.
 */
function guardTransfer(
  data: Record<string, unknown>,
  context: GuardContext,
  nonce: unknown,
  path: string,
  report: Report,
): Omit<Transfer, 'nonce'> | null {
  const { intent, chain, amountIn } = context;
  const pinned = pinnedCurrency(chain, intent.originCurrency);
  const currency = venueCurrency(intent.originCurrency);
  if (!pinned || !currency) {
    report('intent.originCurrency', 'is not a currency in the record of the venue');
    return null;
  }
  const token = `${currency.symbol ?? pinned.symbol}:${currency.tokenId}`;
  const payees = [...solversOf(chain), depositoryOf(chain)];
  const parameters: Record<string, Expected> = {
    venueChain: 'Mainnet',
    destination: {
      holds: (value) => isText(value) && isOneOf(value, payees),
      message: `is not an allowed address of chain ${chain.id}`,
    },
    sourceDex: currency.dex,
    destinationDex: currency.dex,
    token: tokenOf(token),
    amount: {
      holds: (value) => isText(value) && isAmount(value, formatUnits(amountIn, pinned.decimals)),
      message: `is not ${formatUnits(amountIn, pinned.decimals)}`,
    },
    fromSubAccount: '',
    nonce: sameNonce(nonce),
  };
  const action = membersOf(data['action']);
  compareMembers(
    data,
    {
      nonce: sameNonce(nonce),
      eip712Types: { [TRANSFER]: transferFields },
      eip712PrimaryType: TRANSFER,
    },
    path,
    report,
  );
  compareMembers(action, { type: 'sendAsset' }, `${path}.action`, report);
  compare(action['parameters'], parameters, `${path}.action.parameters`, report);
  const { destination, amount } = membersOf(action['parameters']);
  if (!isText(destination) || !isText(amount)) return null;
  return {
    venueChain: 'Mainnet',
    destination: destination.toLowerCase(),
    sourceDex: currency.dex,
    destinationDex: currency.dex,
    token,
    amount,
    fromSubAccount: '',
  };
}

/** Accepts any chain id, because the page replaces this id by the id of the wallet's active chain. */
const anyChain: Condition = { holds: isCount, message: 'is not a chain id' };

/**
 * Accepts only safe integers above 0. JavaScript would round a larger number, and the venue would get another nonce.
 */
const countable: Condition = { holds: isCount, message: 'is not an exact whole number' };

const sameNonce = (nonce: unknown): Condition => ({
  holds: (value) => value === nonce,
  message: 'is not the authorized nonce',
});

const addressOf = (address: string, message: string): Condition => ({
  holds: (value) => isText(value) && sameAddress(value, address),
  message,
});

const tokenOf = (token: string): Condition => ({
  holds: (value) => isText(value) && value.replace(/0x[0-9a-f]+$/i, (id) => id.toLowerCase()) === token,
  message: `is not ${token}`,
});

/** Whether `text` is the amount, apart from additional zeros at the end of its decimal places. */
const isAmount = (text: string, amount: string): boolean =>
  text.length <= 100 && /^(0|[1-9]\d*)(\.\d+)?$/.test(text) && text.replace(/\.0+$|(\.\d*?)0+$/, '$1') === amount;

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const membersOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
