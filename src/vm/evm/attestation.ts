/** The solver's word on a request (service.md "GET /requests/<request_id>/signature"): what it signs, who signed. */
import type { Hex } from 'viem';
import { encodeAbiParameters, isHex, keccak256, pad, parseAbiParameters, recoverMessageAddress } from 'viem/utils';
import type { WireAttestation } from '../../api/responses/types.js';
import { base58Bytes } from '../addresses.js';

const encoding = parseAbiParameters(
  'bytes32 requestId, uint256 originChainId, bytes32 originUser, bytes32 originCurrency, uint256 originAmount, ' +
    'uint256 destinationChainId, bytes32 destinationUser',
);

/**
 * The 32 bytes that the solver signs, as 0x-hex; null where a value has no form in them, such as an account of a kind
 * of chain for which none is known: such an attestation says nothing, neither good nor bad.
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
 * Who signed the 32 bytes as an Ethereum message, as an EIP-55 address; null where the text is no signature.
 * @throws TypeError where the curve's code, which loads on first use, could not be loaded
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

/** Hex addresses are padded on the left; an SVM address has 32 bytes already. */
function bytes32(address: string): Hex | null {
  if (isHex(address)) return /^0x(..){1,32}$/.test(address) ? pad(lower(address)) : null;
  const bytes = base58Bytes(address);
  return bytes?.length === 32 ? `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}` : null;
}

const lower = (hex: Hex): Hex => hex.toLowerCase() as Hex;
