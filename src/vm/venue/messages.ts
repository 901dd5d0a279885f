/** Builds the typed data for the two signatures of a payment from the venue, and the bodies that the page posts. */
import { ZERO_ADDRESS } from '../../shared/chain.js';
import type { TypedData } from '../../types.js';
import type { SignatureRequest } from '../family/abilities.js';

type Fields = TypedData['types'][string];

/** Parses a list such as `address from, uint256 value`. */
const fields = (list: string): Fields =>
  list.split(', ').map((field) => {
    const [type = '', name = ''] = field.split(' ');
    return { name, type };
  });

const domainFields = fields('string name, string version, uint256 chainId, address verifyingContract');

/** The versions of the nonce mapping. Only version 2 has the field `depositor`, the account that deposits. */
export type MappingVersion = '1' | '2';

/** The fields of each version of the nonce mapping. */
export const mappingFields: Readonly<Record<MappingVersion, Fields>> = {
  1: fields('string chainId, address wallet, bytes32 id, uint256 nonce'),
  2: fields('string chainId, address wallet, address depositor, bytes32 id, uint256 nonce'),
};

/** The primary type of a transfer. */
export const TRANSFER = 'VenueTransaction:SendAsset';

/** The fields of a transfer, in the order in which they are signed. */
export const transferFields: Fields = fields(
  'string venueChain, string destination, string sourceDex, string destinationDex, string token, string amount, ' +
    'string fromSubAccount, uint64 nonce',
);

/** The name of the venue's chain in a nonce mapping. */
export const VENUE_NAME = 'venue';

/**
 * The chain id of a message until `forChain` replaces it by the id of the wallet's chain. A payer can sign both
 * messages on any EVM chain.
 */
const ANY_CHAIN = 1;

/** The values of a nonce mapping, which maps a nonce to the order with this `id`. */
export type Mapping = { version: MappingVersion; chainId: number; wallet: string; id: string; nonce: number };

/** Creates the request for the signature that maps the nonce of a transfer to its order. */
export function mappingRequest(step: string, { version, chainId, wallet, id, nonce }: Mapping): SignatureRequest {
  const who = { wallet, ...(version === '2' && { depositor: wallet }) };
  return {
    step,
    chainId,
    kind: 'signature',
    from: wallet,
    typedData: {
      domain: domain('HubNonceMapping', version),
      types: { EIP712Domain: domainFields, NonceMapping: mappingFields[version] },
      primaryType: 'NonceMapping',
      message: { chainId: VENUE_NAME, ...who, nonce, id },
    },
    post: {
      url: '/authorize',
      body: { type: 'nonce-mapping', walletChainId: chainId, ...who, nonce, id, signatureChainId: ANY_CHAIN },
    },
  };
}

/** The parameters of a transfer, with the spellings of the venue. */
export type TransferParameters = {
  venueChain: 'Mainnet';
  destination: string;
  sourceDex: string;
  destinationDex: string;
  token: string;
  amount: string;
  fromSubAccount: '';
  nonce: number;
};

/** Creates the request for the signature that moves the money. The page posts exactly the signed message. */
export function transferRequest(
  step: string,
  { chainId, from }: { chainId: number; from: string },
  parameters: TransferParameters,
): SignatureRequest {
  const message = { ...parameters, type: 'sendAsset', signatureChainId: hex(ANY_CHAIN) };
  return {
    step,
    chainId,
    kind: 'signature',
    from,
    typedData: {
      domain: domain('VenueSignTransaction', '1'),
      types: { EIP712Domain: domainFields, [TRANSFER]: transferFields },
      primaryType: TRANSFER,
      message,
    },
    post: { url: null, body: { nonce: parameters.nonce, action: message } },
  };
}

/**
 * Returns a copy of the request with this chain id in the signed domain, in a signed transfer and in the posted body.
 */
export function forChain(request: SignatureRequest, chainId: number): SignatureRequest {
  const { typedData, post } = request;
  const own = { ...typedData, domain: { ...typedData.domain, chainId } };
  if (post.url !== null)
    return { ...request, typedData: own, post: { ...post, body: { ...post.body, signatureChainId: chainId } } };
  const message = { ...typedData.message, signatureChainId: hex(chainId) };
  return { ...request, typedData: { ...own, message }, post: { ...post, body: { ...post.body, action: message } } };
}

/**
 * Two functions that compute Keccak-256, as 32 bytes in hex with `0x`: `hashText` for a text, and `keccak256` for bytes
 * in hex.
 */
export type Hashes = { hashText: (text: string) => string; keccak256: (hex: `0x${string}`) => string };

/**
 * Returns, in hex, the hash that the wallet signs for this typed data (EIP-712). The fields must be texts, numbers,
 * addresses or 32 bytes.
 */
export function digestOf({ domain, types, primaryType, message }: TypedData, { hashText, keccak256 }: Hashes): string {
  const word = (value: unknown): string =>
    BigInt(value as string | number)
      .toString(16)
      .padStart(64, '0');
  const struct = (name: string, values: Record<string, unknown>): string => {
    const list = types[name] ?? [];
    const words = list.map((field) => {
      const value = values[field.name];
      return word(field.type === 'string' ? hashText(String(value)) : value);
    });
    const shape = `${name}(${list.map(({ name: field, type }) => `${type} ${field}`).join()})`;
    return keccak256(`0x${[word(hashText(shape)), ...words].join('')}`).slice(2);
  };
  return keccak256(`0x1901${struct('EIP712Domain', domain)}${struct(primaryType, message)}`);
}

/** A signature in the form that the venue accepts. `v` is the number 27 or 28. */
export type SplitSignature = { r: string; s: string; v: number };

/** The value of `v` for each last byte of a signature. Some wallets write 0 or 1 there, and others 27 or 28. */
const parities: Readonly<Record<string, number>> = { '00': 27, '01': 28, '1b': 27, '1c': 28 };

/**
 * Splits a signature of 65 bytes in hex that ends with a parity. Returns null for any other signature, such as that of
 * a contract account.
 */
export function splitSignature(signature: string): SplitSignature | null {
  const [, r, s, parity = ''] = /^0x([0-9a-f]{64})([0-9a-f]{64})([0-9a-f]{2})$/i.exec(signature) ?? [];
  const v = Object.hasOwn(parities, parity.toLowerCase()) ? parities[parity.toLowerCase()] : undefined;
  return v === undefined ? null : { r: `0x${r}`, s: `0x${s}`, v };
}

const domain = (name: string, version: string): TypedData['domain'] => ({
  name,
  version,
  chainId: ANY_CHAIN,
  verifyingContract: ZERO_ADDRESS,
});

const hex = (chainId: number): string => `0x${chainId.toString(16)}`;
