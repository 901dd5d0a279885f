/**
 * Builds the steps of a withdrawal from the venue. The first step is the signature that maps a nonce to the order. The
 * second step is the signed transfer.
 */

import { formatUnits, zeroAddress, type Address } from 'viem';
import { venueDeposits } from '../base/accounts.js';
import type { Faults } from '../orders/faults.js';
import { quoteError } from '../base/request-error.js';
import { NONCE_MAPPINGS, SEND_ASSET, SEND_ASSET_MEMBERS, USDC_TOKEN, VENUE_CHAIN } from '../venue/typed-data.js';
import type { AuthorizeStep, VenueStep } from '../orders/quote-answer.js';
import type { QuotedSteps, StepsPlan } from './service-chain.js';

/** The chain id of the first signature. The page replaces this id by the id of the wallet's chain. */
const SIGNATURE_CHAIN = 1;

/** @throws RequestError if the venue cannot make this payment */
export function venueSteps({ route, price, requestId, orderId, body }: StepsPlan, { on }: Faults): QuotedSteps {
  if (body['protocolVersion'] !== 'v2') {
    throw quoteError('UNSUPPORTED_ROUTE', 'protocolVersion: a withdrawal from the venue needs v2', {
      field: 'protocolVersion',
    });
  }
  if (route.destination.id === VENUE_CHAIN || route.kind !== 'deposit') {
    throw quoteError('UNSUPPORTED_ROUTE', 'The venue only pays to other chains, and only by a transfer');
  }
  const nonce = nextNonce();
  const wallet = route.user.toLowerCase() as Address;
  const shape = on.nonceMapping ?? 'v1';
  const { version, members } = NONCE_MAPPINGS[shape];
  const mapped = { wallet, ...(shape === 'v2' && { depositor: wallet }), nonce, id: orderId };
  const header = { requestId, depositAddress: '' };
  const authorize: AuthorizeStep = {
    id: 'authorize',
    action: 'Sign nonce-mapping for the deposit',
    description: 'Sign the message that maps the deposit to the order',
    kind: 'signature',
    ...header,
    items: [
      {
        status: 'incomplete',
        data: {
          sign: {
            signatureKind: 'eip712',
            domain: { name: 'HubNonceMapping', version, chainId: SIGNATURE_CHAIN, verifyingContract: zeroAddress },
            types: { NonceMapping: members },
            value: { chainId: 'venue', ...mapped },
            primaryType: 'NonceMapping',
          },
          post: {
            endpoint: '/authorize',
            method: 'POST',
            body: {
              type: 'nonce-mapping',
              walletChainId: VENUE_CHAIN,
              ...mapped,
              signatureChainId: SIGNATURE_CHAIN,
            },
          },
        },
      },
    ],
  };
  const sentNonce = on.venueNonce === 'wrong' ? nonce + 1 : nonce;
  const deposit: VenueStep = {
    id: 'deposit',
    action: 'Confirm transaction in your wallet',
    description: `Depositing funds to the huber to execute the swap for ${route.to.symbol}`,
    kind: 'transaction',
    ...header,
    items: [
      {
        status: 'incomplete',
        data: {
          action: {
            type: 'sendAsset',
            parameters: {
              venueChain: 'Mainnet',
              destination: venueDeposits.toLowerCase(),
              sourceDex: '',
              destinationDex: '',
              token: USDC_TOKEN,
              amount: amountText(price.input),
              fromSubAccount: '',
              nonce: sentNonce,
            },
          },
          nonce: sentNonce,
          eip712Types: { [SEND_ASSET]: SEND_ASSET_MEMBERS },
          eip712PrimaryType: SEND_ASSET,
        },
        check: { endpoint: `/intents/status?requestId=${requestId}`, method: 'GET' },
      },
    ],
  };
  return { steps: [authorize, deposit], networkFee: 0n };
}

/** Returns the amount with at least six decimals, such as `10.000000`. */
function amountText(amount: bigint): string {
  const [whole = '0', fraction = ''] = formatUnits(amount, 8).split('.');
  return `${whole}.${fraction.padEnd(6, '0')}`;
}

const nextNonce = createNonces();

/**
 * Returns a function that creates nonces. Each nonce is the time in milliseconds. If two quotes have the same time, the
 * second nonce is larger.
 */
function createNonces(): () => number {
  let last = 0;
  return () => (last = Math.max(Date.now(), last + 2));
}
