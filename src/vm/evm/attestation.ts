/** Checks which account signed an attestation (`GET /requests/<request_id>/signature`). */
import type * as Curve from '@noble/secp256k1';
import type { Hex } from 'viem';
import {
  bytesToHex,
  encodeAbiParameters,
  hashMessage,
  hexToBytes,
  isHex,
  keccak256,
  pad,
  publicKeyToAddress,
} from 'viem/utils';
import type { WireAttestation } from '../../api/responses/types.js';
import { sameAddress } from '../../shared/chain.js';
import { loaded } from '../../shared/load-code.js';
import type { AttestationResult } from '../family/adapter.js';

/** The signed values with their ABI types, in the order in which the solver encodes them. */
const encoding = [
  { name: 'requestId', type: 'bytes32' },
  { name: 'originChainId', type: 'uint256' },
  { name: 'originUser', type: 'bytes32' },
  { name: 'originCurrency', type: 'bytes32' },
  { name: 'originAmount', type: 'uint256' },
  { name: 'destinationChainId', type: 'uint256' },
  { name: 'destinationUser', type: 'bytes32' },
] as const;

/**
 * Returns, in hex, the hash that the solver signs. Returns null if a value cannot be encoded, for example an address of
 * an unknown chain type.
 * @throws HubPayError `service-down` if an address is not hex, and the code for such addresses could not be loaded
 */
export async function attestationHash(requestId: string, data: WireAttestation['requestData']): Promise<Hex | null> {
  const parties = [data.originUser, data.originCurrency, data.destinationUser].map(bytes32);
  const [user, currency, recipient] = await Promise.all(parties);
  if (!user || !currency || !recipient || !isHex(requestId) || requestId.length !== 66) return null;
  try {
    const { originChainId, originAmount, destinationChainId } = data;
    return keccak256(
      encodeAbiParameters(encoding, [
        requestId,
        BigInt(originChainId),
        user,
        currency,
        BigInt(originAmount),
        BigInt(destinationChainId),
        recipient,
      ]),
    );
  } catch {
    return null;
  }
}

/**
 * Checks whether one of `solvers` signed this attestation for this request id. The caller compares the signed values
 * with the payment.
 * @param solvers EVM addresses in any letter case
 * @throws HubPayError or the error of `import()` if code that loads on first use could not be loaded
 */
export async function checkAttestation(
  requestId: string,
  { requestData, signature }: WireAttestation,
  solvers: readonly string[],
): Promise<AttestationResult> {
  const hash = await attestationHash(requestId, requestData);
  if (!hash) return 'unavailable';
  const signer = await signerOf(hash, signature);
  return signer !== null && solvers.some((solver) => sameAddress(solver, signer)) ? 'valid' : 'invalid';
}

/**
 * Returns the EIP-55 address of the account that signed the hash as an Ethereum message, or null if `signature` is not
 * a signature of a key.
 * @throws the error of `import()` if the elliptic curve code, which loads on first use, could not be loaded
 */
export async function signerOf(hash: Hex, signature: string): Promise<string | null> {
  return recoverSigner(hashMessage({ raw: hash }), signature);
}

/**
 * Returns the EIP-55 address of the account whose key signed the digest, which is a hash in hex. Returns null if no key
 * can be recovered from `signature`, for example from the longer signature of a contract account.
 * @throws the error of `import()` if the elliptic curve code, which loads on first use, could not be loaded
 */
export async function recoverSigner(digest: string, signature: string): Promise<string | null> {
  if (!isHex(signature) || signature.length !== 132) return null;
  const { recoverPublicKey } = await loadCurve();
  try {
    const bytes = hexToBytes(signature);
    // An Ethereum signature ends with the parity (0 or 1, or 27 or 28). The library expects the parity in the first
    // byte.
    const parity = [0, 1, 27, 28].indexOf(bytes[64] ?? NaN) % 2;
    const message = hexToBytes(digest as Hex);
    const recovered = Uint8Array.of(parity, ...bytes.subarray(0, 64));
    const key = recoverPublicKey(recovered, message, { prehash: false, isCompressed: false });
    return publicKeyToAddress(bytesToHex(key));
  } catch {
    return null;
  }
}

/**
 * Loads the elliptic curve code. Call it early, so that the first check of a signature does not wait for the download.
 */
export const loadCurve = (): Promise<typeof Curve> => import('@noble/secp256k1');

/**
 * Returns an address as 32 bytes in hex. An address of at most 32 bytes in hex gets zeros on its left, and an SVM
 * address already has 32 bytes. Returns null for any other text.
 */
async function bytes32(address: string): Promise<Hex | null> {
  if (isHex(address)) return /^0x(..){1,32}$/.test(address) ? pad(lower(address)) : null;
  const { svmBytes } = await loaded(import('../address/judge-address.js'), 'checks addresses');
  const bytes = svmBytes(address);
  return bytes && bytesToHex(bytes);
}

const lower = (hex: Hex): Hex => hex.toLowerCase() as Hex;
