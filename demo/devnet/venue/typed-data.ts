/** Defines the two typed messages of a withdrawal from the venue, and finds the signer of such a message. */

import { concatHex, isHex, numberToHex, recoverTypedDataAddress, zeroAddress, type Address, type Hex } from 'viem';

export const VENUE_CHAIN = 1337;
/** Currency of the perps balances. Amounts have 8 decimals. */
export const PERPS_USDC = `0x${'0'.repeat(32)}`;
const SPOT_USDC = '0x6d1e7cde53ba9467b783cb7c530ce054';
/** The value for USDC in the member `token` of a transfer. */
export const USDC_TOKEN = `USDC:${SPOT_USDC}`;
/** Answer of the info API to `spotMeta`. */
export const SPOT_META = {
  tokens: [
    { name: 'USDC', szDecimals: 8, weiDecimals: 8, index: 0, tokenId: SPOT_USDC, isCanonical: true, evmContract: null },
  ],
  universe: [],
};

const members = (list: string): { name: string; type: string }[] =>
  list.split(', ').map((member) => {
    const [type = '', name = ''] = member.split(' ');
    return { name, type };
  });

/** The two shapes of the message that maps a nonce to an order. */
export const NONCE_MAPPINGS = {
  v1: { version: '1', members: members('string chainId, address wallet, bytes32 id, uint256 nonce') },
  v2: {
    version: '2',
    members: members('string chainId, address wallet, address depositor, bytes32 id, uint256 nonce'),
  },
};

export const SEND_ASSET = 'VenueTransaction:SendAsset';
export const SEND_ASSET_MEMBERS = members(
  'string venueChain, string destination, string sourceDex, string destinationDex, ' +
    'string token, string amount, string fromSubAccount, uint64 nonce',
);

/** Body of `POST /authorize`. */
export interface NonceMappingBody {
  readonly wallet: Address;
  /** Only the shape `v2` has this member. */
  readonly depositor?: Address;
  readonly id: Hex;
  readonly nonce: number;
  readonly signatureChainId: number;
}

/** Returns the account that signed this mapping. Returns undefined if the signature is malformed. */
export async function signerOfMapping(body: NonceMappingBody, signature: string): Promise<Address | undefined> {
  const { wallet, depositor, id, nonce, signatureChainId } = body;
  if (!isHex(signature)) return undefined;
  const shape = NONCE_MAPPINGS[depositor === undefined ? 'v1' : 'v2'];
  return recoverTypedDataAddress({
    domain: {
      name: 'HubNonceMapping',
      version: shape.version,
      chainId: signatureChainId,
      verifyingContract: zeroAddress,
    },
    types: { NonceMapping: shape.members },
    primaryType: 'NonceMapping',
    message: { chainId: 'venue', wallet, ...(depositor && { depositor }), id, nonce: BigInt(nonce) },
    signature,
  }).catch(() => undefined);
}

/** The transfer that the payer signs. The exchange receives exactly this object as `action`. */
export interface SendAsset {
  readonly type: 'sendAsset';
  readonly signatureChainId: Hex;
  readonly venueChain: string;
  readonly destination: string;
  readonly sourceDex: string;
  readonly destinationDex: string;
  readonly token: string;
  readonly amount: string;
  readonly fromSubAccount: string;
  readonly nonce: number;
}

/** Returns the account that signed this transfer. Returns undefined if the signature is malformed. */
export async function signerOfTransfer(
  { type: _, signatureChainId, ...message }: SendAsset,
  { r, s, v }: { r: Hex; s: Hex; v: number },
): Promise<Address | undefined> {
  try {
    return await recoverTypedDataAddress({
      domain: {
        name: 'VenueSignTransaction',
        version: '1',
        chainId: Number(signatureChainId),
        verifyingContract: zeroAddress,
      },
      types: { [SEND_ASSET]: SEND_ASSET_MEMBERS },
      primaryType: SEND_ASSET,
      message: { ...message, nonce: BigInt(message.nonce) },
      signature: concatHex([r, s, numberToHex(v, { size: 1 })]),
    });
  } catch {
    return undefined;
  }
}
