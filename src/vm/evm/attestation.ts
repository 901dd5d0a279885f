/** Checks who signed an attestation (`GET /requests/<request_id>/signature`). */
import type { Hex } from 'viem';
import { encodeAbiParameters, isHex, keccak256, pad, recoverMessageAddress } from 'viem/utils';
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
  try {
    return await recoverMessageAddress({ message: { raw: hash }, signature });
  } catch (error) {
    if (error instanceof TypeError) throw error;
    return null;
  }
}

/** Starts to load the elliptic curve. viem loads it for the first signature, whatever the signature is. */
export function loadCurve(): void {
  signerOf(keccak256('0x'), `0x${'01'.repeat(64)}1b`).catch(() => undefined);
}

/** Pads a hex address to 32 bytes on the left. An SVM address already has 32 bytes. */
function bytes32(address: string): Hex | null {
  if (isHex(address)) return /^0x(..){1,32}$/.test(address) ? pad(lower(address)) : null;
  const bytes = base58Bytes(address);
  return bytes?.length === 32 ? `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}` : null;
}

const lower = (hex: Hex): Hex => hex.toLowerCase() as Hex;
