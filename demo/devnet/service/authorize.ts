/** `POST /authorize`: ties the nonce of a venue transfer to an order, if the payer signed this connection. */

import { checked, type ServiceEndpoint } from './endpoint.js';
import { RequestError } from '../base/request-error.js';
import { VENUE_CHAIN, signerOfMapping, type NonceMappingBody } from '../venue/typed-data.js';

const ADDRESS = { type: 'string', pattern: /^0x[0-9a-fA-F]{40}$/ } as const;
const WHOLE = { type: 'number', required: true } as const;

export const authorize: ServiceEndpoint = {
  method: 'POST',
  path: /^\/authorize$/,
  async answer({ body, query }, { state, venue }) {
    const fields = checked(body, {
      type: { type: 'string', required: true, oneOf: ['nonce-mapping'] },
      walletChainId: { ...WHOLE, min: VENUE_CHAIN, max: VENUE_CHAIN },
      wallet: { ...ADDRESS, required: true },
      depositor: ADDRESS,
      nonce: WHOLE,
      id: { type: 'string', required: true, pattern: /^0x[0-9a-fA-F]{64}$/ },
      signatureChainId: WHOLE,
    }) as unknown as NonceMappingBody;
    const { wallet, depositor = wallet, id, nonce } = fields;
    const signer = await signerOfMapping(fields, query.get('signature') ?? '');
    if (!isSame(signer, wallet) || !isSame(depositor, wallet)) throw refused('Invalid signature');
    const order = state.byOrderId(id);
    if (order?.origin.chainId !== VENUE_CHAIN || !isSame(order.origin.user, wallet)) throw refused('Unknown order');
    venue.mapNonce(wallet, nonce, order.orderId);
    return { message: 'Success' };
  },
};

const isSame = (one: string | undefined, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

const refused = (message: string): RequestError => new RequestError(400, { message, errorCode: 'UNAUTHORIZED' });
