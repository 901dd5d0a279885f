/** Types of the response of `POST /quote/v2`. */

import type { Address, Hex } from 'viem';
import type { AmountObject } from './currencies.js';
import type { SponsorshipDetail } from './sponsorship.js';
import type { DestinationCall } from './quote-fields.js';

export interface TransactionData {
  from: string;
  to: Address;
  data: Hex;
  value: string;
  gas: string;
  maxFeePerGas: string;
  maxPriorityFeePerGas: string;
  chainId: number;
}

/** Transaction of the SVM chain. `data` is hex without `0x`. */
export interface SvmData {
  instructions: {
    keys: { pubkey: string; isSigner: boolean; isWritable: boolean }[];
    programId: string;
    data: string;
  }[];
  addressLookupTableAddresses: string[];
}

export interface SignatureData {
  sign: {
    signatureKind: 'eip712';
    domain: { name: string; version?: string; chainId: number; verifyingContract: Address };
    types: Record<string, readonly { name: string; type: string }[]>;
    primaryType: string;
    value: Record<string, unknown>;
  };
  post: {
    endpoint: '/execute/permits';
    method: 'POST';
    body: { kind: string; requestId: Hex; api: string };
  };
}

/** Signature that ties the nonce of a venue transfer to an order. Only the shape `v2` has the member `depositor`. */
export interface AuthorizeData {
  sign: {
    signatureKind: 'eip712';
    domain: { name: 'HubNonceMapping'; version: string; chainId: number; verifyingContract: Address };
    types: { NonceMapping: readonly { name: string; type: string }[] };
    primaryType: 'NonceMapping';
    value: { chainId: 'venue'; wallet: Address; depositor?: Address; nonce: number; id: Hex };
  };
  post: {
    endpoint: '/authorize';
    method: 'POST';
    body: {
      type: 'nonce-mapping';
      walletChainId: number;
      wallet: Address;
      depositor?: Address;
      nonce: number;
      id: Hex;
      signatureChainId: number;
    };
  };
}

/** Transfer on the venue, which the payer signs. */
export interface VenueData {
  action: {
    type: 'sendAsset';
    parameters: {
      venueChain: string;
      destination: string;
      sourceDex: string;
      destinationDex: string;
      token: string;
      amount: string;
      fromSubAccount: string;
      nonce: number;
    };
  };
  nonce: number;
  eip712Types: Record<string, readonly { name: string; type: string }[]>;
  eip712PrimaryType: string;
}

interface Item<Data> {
  status: 'incomplete';
  data: Data;
  check?: { endpoint: string; method: 'GET' };
}

interface StepHeader {
  id: string;
  action: string;
  description: string;
  requestId: Hex;
  depositAddress: string;
}

export type Step = StepHeader & { kind: 'transaction'; items: Item<TransactionData>[] };
export type SignatureStep = StepHeader & { kind: 'signature'; items: Item<SignatureData>[] };
export type SvmStep = StepHeader & { kind: 'transaction'; items: Item<SvmData>[] };
export type AuthorizeStep = StepHeader & { kind: 'signature'; items: Item<AuthorizeData>[] };
export type VenueStep = StepHeader & { kind: 'transaction'; items: Item<VenueData>[] };
export type AnyStep = Step | SignatureStep | SvmStep | AuthorizeStep | VenueStep;

export interface Impact {
  usd: string;
  percent: string;
}

export interface Details {
  operation: 'bridge' | 'swap';
  sender: string;
  recipient: string;
  currencyIn: AmountObject;
  currencyOut: AmountObject;
  refundCurrency: AmountObject;
  currencyGasTopup?: AmountObject;
  totalImpact: Impact;
  swapImpact: Impact;
  expandedPriceImpact: Record<'swap' | 'execution' | 'hub' | 'app' | 'sponsored', { usd: string }>;
  rate: string;
  slippageTolerance: Record<'origin' | 'destination', { usd: string; value: string; percent: string }>;
  timeEstimate: number;
  userBalance: string;
  isFixedRate: boolean;
  route: Record<
    'origin' | 'destination',
    { inputCurrency: AmountObject; outputCurrency: AmountObject; router: string; includedSwapSources: string[] }
  >;
}

export interface OrderData {
  version: 'v1';
  solverChainId: string;
  solver: string;
  salt: Hex;
  inputs: {
    payment: { chainId: string; currency: string; amount: string; weight: string };
    refunds: {
      chainId: string;
      recipient: string;
      currency: string;
      minimumAmount: string;
      deadline: number;
      extraData: Hex;
    }[];
  }[];
  output: {
    chainId: string;
    payments: { recipient: string; currency: string; minimumAmount: string; expectedAmount: string }[];
    calls: DestinationCall[];
    deadline: number;
    extraData: Hex;
  };
  fees: unknown[];
}

/** A quote. With `S = AnyStep`, a step can also be the signature of a permit. */
export interface QuoteAnswer<S extends AnyStep = Step> {
  requestId: Hex;
  steps: S[];
  fees: Record<'gas' | 'huber' | 'hubGas' | 'hubService' | 'app' | 'subsidized', AmountObject>;
  feeSponsorship?: { quoted: SponsorshipDetail };
  details: Details;
  protocol: {
    v2: {
      orderId: Hex;
      orderData: OrderData;
      paymentDetails: { chainId: string; depository: string; currency: string; amount: string };
    };
  };
}
