/** Signs the attestation of `GET /requests/<request_id>/signature`. */

import { base58 } from '@scure/base';
import { bytesToHex, encodeAbiParameters, isHex, keccak256, pad, type Hex, type LocalAccount } from 'viem';

/** The signed data. Amounts are decimal strings in the smallest unit. */
export interface RequestData {
  originChainId: number;
  originUser: string;
  originCurrency: string;
  originAmount: string;
  destinationChainId: number;
  destinationUser: string;
}

const TYPES = ['bytes32', 'uint256', 'bytes32', 'bytes32', 'uint256', 'uint256', 'bytes32'].map((type) => ({ type }));

export async function attest(
  solver: LocalAccount,
  requestId: Hex,
  requestData: RequestData,
): Promise<{ requestData: RequestData; signature: Hex }> {
  const signature = await solver.signMessage({ message: { raw: attestationHash(requestId, requestData) } });
  return { requestData, signature };
}

/** Returns the 32-byte hash that the solver signs as an Ethereum message. */
function attestationHash(requestId: Hex, data: RequestData): Hex {
  return keccak256(
    encodeAbiParameters(TYPES, [
      requestId,
      BigInt(data.originChainId),
      toBytes32(data.originUser),
      toBytes32(data.originCurrency),
      BigInt(data.originAmount),
      BigInt(data.destinationChainId),
      toBytes32(data.destinationUser),
    ]),
  );
}

/**
 * Converts an address to 32 bytes. Fills an address in hex with zeros on the left. An address of the SVM chain already
 * has 32 bytes.
 */
function toBytes32(address: string): Hex {
  return isHex(address) ? pad(address.toLowerCase() as Hex, { size: 32 }) : bytesToHex(base58.decode(address));
}
