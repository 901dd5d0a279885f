/** Builds the typed data of the two signatures that a payment from the venue needs, and the bodies to post. */
import { ZERO_ADDRESS } from '../../shared/chain.js';
import type { TypedData } from '../../types.js';
import type { SignatureRequest } from '../abilities.js';

type Fields = TypedData['types'][string];

/** Parses a list such as `address from, uint256 value`. */
const fields = (list: string): Fields =>
  list.split(', ').map((field) => {
    const [type = '', name = ''] = field.split(' ');
    return { name, type };
  });

const domainFields = fields('string name, string version, uint256 chainId, address verifyingContract');

/** The shapes of the nonce mapping. Shape 2 also names the account that deposits. */
export type MappingVersion = '1' | '2';

/** The fields of each shape of the nonce mapping. */
export const mappingFields: Readonly<Record<MappingVersion, Fields>> = {
  1: fields('string chainId, address wallet, bytes32 id, uint256 nonce'),
  2: fields('string chainId, address wallet, address depositor, bytes32 id, uint256 nonce'),
};

/** The primary type of a transfer. */
export const TRANSFER = 'VenueTransaction:SendAsset';

/** The fields of a transfer. */
export const transferFields: Fields = fields(
  'string venueChain, string destination, string sourceDex, string destinationDex, string token, string amount, ' +
    'string fromSubAccount, uint64 nonce',
);

/** The name of the venue's chain in a nonce mapping. */
export const VENUE_NAME = 'venue';

/**
 * The chain id of a message before the wallet is asked. Either message can be signed on any EVM chain. `forChain`
 * replaces this id by the id of the wallet's chain.
 */
const ANY_CHAIN = 1;

/** The values that a nonce mapping ties together. `id` is the order id. */
export type Mapping = { version: MappingVersion; chainId: number; wallet: string; id: string; nonce: number };

/** The request for the signature that ties the nonce of a transfer to its order. */
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

/** The request for the signature that moves the money. The posted action is exactly the signed message. */
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

/** Returns the request with the id of the wallet's chain in the signed domain and in the posted body. */
export function forChain(request: SignatureRequest, chainId: number): SignatureRequest {
  const { typedData, post } = request;
  const own = { ...typedData, domain: { ...typedData.domain, chainId } };
  if (post.url !== null)
    return { ...request, typedData: own, post: { ...post, body: { ...post.body, signatureChainId: chainId } } };
  const message = { ...typedData.message, signatureChainId: hex(chainId) };
  return { ...request, typedData: { ...own, message }, post: { ...post, body: { ...post.body, action: message } } };
}

/** Keccak-256 of a text, and of bytes in hex. Each result is 32 bytes in hex with `0x`. */
export type Hashes = { hashText: (text: string) => string; keccak256: (hex: `0x${string}`) => string };

/**
 * The hash that the wallet signs for this typed data, in hex (EIP-712). The fields of a message of the venue are texts,
 * numbers, addresses and 32 bytes.
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

/** The signature in the form of the venue: `v` is a number, 27 or 28. */
export type SplitSignature = { r: string; s: string; v: number };

/** The values of `v` for the last byte of a signature. Wallets write the parity in two forms. */
const parities: Readonly<Record<string, number>> = { '00': 27, '01': 28, '1b': 27, '1c': 28 };

/** Splits a signature of 65 bytes in hex. Returns null for any other signature, such as one of a contract account. */
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
