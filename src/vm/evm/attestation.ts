/** Checks who signed an attestation (`GET /requests/<request_id>/signature`). */
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
import type { AttestationResult } from '../adapter.js';
import { base58Bytes } from '../addresses.js';

/** The signed values with their ABI types, in the order of the encoding. */
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
 * The hash that the solver signs, in hex. Null if a value cannot be encoded, for example an address of an unknown chain
 * type.
 */
export function attestationHash(requestId: string, data: WireAttestation['requestData']): Hex | null {
  const parties = [data.originUser, data.originCurrency, data.destinationUser].map(bytes32);
  const [user, currency, recipient] = parties;
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
 * Checks whether one of `solvers` signed this attestation for this request. The caller must compare the attested values
 * with the payment.
 * @param solvers EVM addresses in any case
 * @throws TypeError if the elliptic curve code, which loads on first use, could not be loaded
 */
export async function checkAttestation(
  requestId: string,
  { requestData, signature }: WireAttestation,
  solvers: readonly string[],
): Promise<AttestationResult> {
  const hash = attestationHash(requestId, requestData);
  if (!hash) return 'unavailable';
  const signer = await signerOf(hash, signature);
  return signer !== null && solvers.some((solver) => sameAddress(solver, signer)) ? 'valid' : 'invalid';
}

/**
 * Returns the EIP-55 address of the account that signed the hash as an Ethereum message. Null if the text is not a
 * signature.
 * @throws TypeError if the elliptic curve code, which loads on first use, could not be loaded
 */
export async function signerOf(hash: Hex, signature: string): Promise<string | null> {
  if (!isHex(signature) || signature.length !== 132) return null;
  const { recoverPublicKey } = await loadCurve();
  try {
    const bytes = hexToBytes(signature);
    // A recovered signature starts with the parity. An Ethereum signature ends with it, as 0 and 1 or as 27 and 28.
    const parity = [0, 1, 27, 28].indexOf(bytes[64] ?? NaN) % 2;
    const message = hexToBytes(hashMessage({ raw: hash }));
    const recovered = Uint8Array.of(parity, ...bytes.subarray(0, 64));
    const key = recoverPublicKey(recovered, message, { prehash: false, isCompressed: false });
    return publicKeyToAddress(bytesToHex(key));
  } catch {
    return null;
  }
}

/** Loads the elliptic curve, so that the first signature finds it ready. */
export const loadCurve = (): Promise<typeof Curve> => import('@noble/secp256k1');

/** Pads a hex address to 32 bytes on the left. An SVM address already has 32 bytes. */
function bytes32(address: string): Hex | null {
  if (isHex(address)) return /^0x(..){1,32}$/.test(address) ? pad(lower(address)) : null;
  const bytes = base58Bytes(address);
  return bytes?.length === 32 ? `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}` : null;
}

const lower = (hex: Hex): Hex => hex.toLowerCase() as Hex;
