/**
 * Defines the typed data that a payer may sign for a payment from an EVM chain (EIP-712). The types are fixed in this
 * file, and a message must have exactly these types.
 */
import { BYTES32, HEX_BYTES, isRecord, UINT_TEXT } from '../../../shared/text/patterns.js';
import type { TypedData } from '../../../types.js';
import { looksLikeAddress } from '../../address/addresses.js';
import { MAX_UINT256 } from '../abi/constants.js';

/** The address of Uniswap's Permit2. The guard accepts no other one on any chain. */
export const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';

type TypeFields = TypedData['types'];

/** A message that a payer may sign: its guard rule, its kind of domain, and its types without `EIP712Domain`. */
export type Signable = { rule: 'G32' | 'G33' | 'G34'; domain: 'token' | 'permit2'; types: TypeFields };

/**
 * Parses a list such as `address from, uint256 value`. The result is frozen, because several wallet requests share it.
 */
const members = (list: string): TypeFields[string] => {
  const all = list.split(', ').map((member) => {
    const [type = '', name = ''] = member.split(' ');
    return Object.freeze({ name, type });
  });
  return Object.freeze(all) as TypeFields[string];
};

const authorization = members(
  'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce',
);

/** The messages that a payer may sign, by primary type. */
export const signables: Readonly<Record<string, Signable>> = {
  TransferWithAuthorization: { rule: 'G32', domain: 'token', types: { TransferWithAuthorization: authorization } },
  ReceiveWithAuthorization: { rule: 'G32', domain: 'token', types: { ReceiveWithAuthorization: authorization } },
  Permit: {
    rule: 'G34',
    domain: 'token',
    types: { Permit: members('address owner, address spender, uint256 value, uint256 nonce, uint256 deadline') },
  },
  PermitBatchWitnessTransferFrom: {
    rule: 'G33',
    domain: 'permit2',
    types: {
      PermitBatchWitnessTransferFrom: members(
        'TokenPermissions[] permitted, address spender, uint256 nonce, uint256 deadline, HuberWitness witness',
      ),
      TokenPermissions: members('address token, uint256 amount'),
      HuberWitness: members('address huber, address refundTo, address nftRecipient, Call3Value[] call3Values'),
      Call3Value: members('address target, bool allowFailure, uint256 value, bytes callData'),
    },
  },
};

/** The members of each kind of domain. */
export const domainTypes: Readonly<Record<Signable['domain'], TypeFields[string]>> = {
  token: members('string name, string version, uint256 chainId, address verifyingContract'),
  permit2: members('string name, uint256 chainId, address verifyingContract'),
};

/** Whether the types that the service sent equal `types`. The order of the types does not matter. */
export function isTypes(value: unknown, types: TypeFields): boolean {
  if (!isRecord(value) || !hasExactly(value, Object.keys(types))) return false;
  return Object.entries(types).every(([name, wanted]) => {
    const given: unknown = value[name];
    return (
      Array.isArray(given) &&
      given.length === wanted.length &&
      wanted.every((member, index) => {
        const each: unknown = given[index];
        return (
          isRecord(each) &&
          hasExactly(each, ['name', 'type']) &&
          each['name'] === member.name &&
          each['type'] === member.type
        );
      })
    );
  });
}

/** A message in which every number is a decimal string, and every address and every bytes value is in lower case. */
type TypedMessage = string | boolean | readonly TypedMessage[] | { readonly [member: string]: TypedMessage };

/**
 * Copies a message to a frozen object that has exactly the members of its type.
 * @param wrong called for each member that does not match the type; do not use the result after a call of `wrong`
 */
export function rebuild(
  value: unknown,
  type: string,
  types: TypeFields,
  path: string,
  wrong: (path: string, message: string) => void,
): TypedMessage {
  const refuse = (message: string): TypedMessage => {
    wrong(path, message);
    return '';
  };
  if (type.endsWith('[]')) {
    if (!Array.isArray(value)) return refuse('is not a list');
    return Object.freeze(
      value.map((each, index) => rebuild(each, type.slice(0, -2), types, `${path}[${index}]`, wrong)),
    );
  }
  const struct = types[type];
  if (!struct) return encodeAtom(value, type) ?? refuse(`is not ${typeNames[type] ?? 'known'}`);
  const names = struct.map(({ name }) => name);
  if (!isRecord(value) || !hasExactly(value, names)) return refuse(`has not exactly the members ${names.join(', ')}`);
  const copy = struct.map((each): [string, TypedMessage] => [
    each.name,
    rebuild(value[each.name], each.type, types, `${path}.${each.name}`, wrong),
  ]);
  return Object.freeze(Object.fromEntries(copy));
}

const typeNames: Readonly<Record<string, string>> = {
  address: 'an address',
  bool: 'true or false',
  uint256: 'a whole number',
  bytes32: '32 bytes as hex',
  bytes: 'hex of whole bytes',
};

function encodeAtom(value: unknown, type: string): string | boolean | null {
  if (type === 'bool') return typeof value === 'boolean' ? value : null;
  if (type === 'uint256') return decimal(value);
  if (typeof value !== 'string') return null;
  return hasForm(value, type) ? value.toLowerCase() : null;
}

function hasForm(value: string, type: string): boolean {
  switch (type) {
    case 'address':
      return looksLikeAddress(value, 'evm');
    case 'bytes32':
      return BYTES32.test(value);
    case 'bytes':
      return HEX_BYTES.test(value);
    default:
      return false;
  }
}

/**
 * Converts a uint256 from a JSON number or a decimal string to decimal text. Returns null for any other value, and for
 * a number that is not a safe integer.
 */
function decimal(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : null;
  const isNumber = typeof value === 'string' && UINT_TEXT.test(value);
  return isNumber && BigInt(value) <= MAX_UINT256 ? value : null;
}

/** Whether the object has these members and no other. */
export const hasExactly = (value: object, names: readonly string[]): boolean => {
  const own = Object.keys(value);
  return own.length === names.length && names.every((name) => own.includes(name));
};
