/** Defines the readers of the service's responses and of their parts. */
import { LOWER_BYTES32, UINT_TEXT } from '../../shared/text/patterns.js';
import type { ChainCurrency, ChainRecord } from '../../types.js';
import type { Reader } from '../../shared/validation.js';
import {
  anything,
  dictionary,
  display,
  flag,
  integer,
  list,
  matching,
  number,
  object,
  optional,
  record,
  text,
  usable,
} from '../../shared/validation.js';
import type {
  WireAmount,
  WireCurrency,
  WireCurrencyRecord,
  WireItem,
  WireQuote,
  WireRecord,
  WireRequest,
  WireSponsorship,
  WireStatus,
  WireStep,
} from './types.js';

type Member<T, K extends keyof T> = NonNullable<T[K]>;
type Component = Member<WireSponsorship, 'components'>[string];
type Protocol = Member<WireQuote, 'protocol'>;
type Contracts = Member<ChainRecord, 'contracts'>;
type RecordData = Pick<WireRecord, 'inTxs' | 'outTxs' | 'metadata' | 'feeSponsorship'>;

/** A decimal integer in the smallest unit. */
export const amountText: Reader<string> = matching(UINT_TEXT, 'an amount in the smallest unit');

/** The id of a chain: a safe integer from 1 on. */
export const chainId: Reader<number> = integer(1);

/** A 32-byte id in lower-case hex with the prefix `0x`, such as a request id. */
export const id = matching(LOWER_BYTES32, 'a 32-byte id');
const decimal = display(matching(/^-?\d{1,30}(\.\d{1,30})?$/, 'a decimal'));

/** Reads a text that can be absent. Returns undefined if the value is empty or not a string. */
export const label = display(text);

const MAX_STEPS = 8;
const MAX_ITEMS = 4;

const metadata = display(
  object<Member<WireCurrency, 'metadata'>>({ logoURI: label, verified: display(flag), isNative: display(flag) }),
);

// Reads a symbol or a name, or an empty text if the value is not a string.
const title: Reader<string> = (value) => (typeof value === 'string' ? value : '');
const currencyFields = { address: text, symbol: title, decimals: integer(0, 255), metadata };

/**
 * Reads an amount in human units, such as "1.5". Rejects texts of more than 400 characters, because later regular
 * expressions can take very long on them. An amount of 256 bits with 255 decimal places is shorter.
 */
const amountWritten: Reader<string> = (value, path, issues) => {
  const written = text(value, path, issues);
  if (typeof written === 'string' && written.length > 400) issues.push({ path, message: 'is too long for an amount' });
  return written;
};

const amount = object<WireAmount>({
  currency: object<WireCurrency>({ ...currencyFields, chainId, name: label }),
  amount: amountText,
  amountFormatted: optional(amountWritten),
  amountUsd: decimal,
  minimumAmount: optional(amountText),
});

const item = object<WireItem>({
  status: optional(text),
  data: record,
  check: optional(object<Member<WireItem, 'check'>>({ endpoint: text, method: text })),
});

const step = object<WireStep>({
  id: text,
  action: label,
  description: label,
  kind: text,
  requestId: optional(id),
  depositAddress: label,
  items: list(item, MAX_ITEMS),
});

/** The response to a posted signature. All members are optional. */
export const authorized = display(object<{ steps?: WireStep[] }>({ steps: display(usable(step)) }));

const component = object<Component>({ selected: display(flag), total: amount, sponsored: amount, userPays: amount });
const sponsorship = display(
  object<WireSponsorship>({
    capHit: display(flag),
    selectedComponents: display(usable(text)),
    components: display(dictionary(component)),
    sponsoredTotal: display(amount),
    userPaysTotal: display(amount),
  }),
);

const feeSponsorship = display(
  object<Member<WireQuote, 'feeSponsorship'>>({ quoted: sponsorship, actual: sponsorship }),
);

/** The response of `POST /quote/v2`. */
export const quote = object<WireQuote>({
  steps: list(step, MAX_STEPS),
  requestId: optional(id),
  fees: dictionary(amount),
  feeSponsorship,
  details: object<WireQuote['details']>({
    operation: label,
    sender: text,
    recipient: text,
    currencyIn: amount,
    currencyOut: amount,
    refundCurrency: optional(amount),
    currencyGasTopup: display(amount),
    totalImpact: display(object<Member<WireQuote['details'], 'totalImpact'>>({ usd: decimal, percent: decimal })),
    expandedPriceImpact: display(
      object<Member<WireQuote['details'], 'expandedPriceImpact'>>({
        swap: display(object<{ usd?: string }>({ usd: decimal })),
      }),
    ),
    timeEstimate: display(number),
    rate: decimal,
  }),
  protocol: optional(
    object<Protocol>({ v2: optional(object<Member<Protocol, 'v2'>>({ orderId: optional(id), orderData: anything })) }),
  ),
});

const hashes = display(usable(text));

/**
 * Reads the reason of a failure. Returns undefined if the service gives none, for example with `N/A` or an empty text.
 */
const reason: Reader<string | undefined> = (value, path, issues) => {
  const given = label(value, path, issues)?.trim();
  return given === undefined || /^(?:|n\/?a|none|null|unknown)$/i.test(given) ? undefined : given;
};

/** The response of `GET /intents/status/v3`. */
export const status = object<WireStatus & { requestId?: string }>({
  status: text,
  details: reason,
  inTxHashes: hashes,
  txHashes: hashes,
  updatedAt: display(number),
  originChainId: display(chainId),
  destinationChainId: display(chainId),
  failReason: reason,
  refundFailReason: reason,
  requestId: label,
});

const knownRequest = object<{ id: string; status: string }>({ id: text, status: text });

/**
 * A record of `GET /requests/v2`. Only `id` and `status` are checked, so code must check any other member that it
 * reads.
 */
export const request: Reader<WireRequest> = (value, path, issues) => {
  knownRequest(value, path, issues);
  return value as WireRequest;
};

const transactions = display(
  usable(
    object<{ chainId: number; hash: string; timestamp?: number }>({ chainId, hash: text, timestamp: display(number) }),
  ),
);

/** The members of a `GET /requests/v2` record that `parseRecord` reads. Only `status` is required. */
export const requestRecord = object<{
  status: string;
  user?: string;
  recipient?: string;
  createdAt?: string;
  depositAddress?: { address?: string; depositTxHash?: string };
  supersededByRequestId?: string;
  data?: RecordData;
}>({
  status: text,
  depositAddress: display(
    object<{ address?: string; depositTxHash?: string }>({ address: label, depositTxHash: label }),
  ),
  supersededByRequestId: label,
  user: label,
  recipient: label,
  createdAt: label,
  data: display(
    object<RecordData>({
      inTxs: transactions,
      outTxs: transactions,
      feeSponsorship,
      metadata: display(
        object<Member<WireRecord, 'metadata'>>({
          recipient: label,
          currencyIn: display(amount),
          currencyOut: display(amount),
        }),
      ),
    }),
  ),
});

/** A record of `POST /currencies/v1`. */
export const currencyRecord = object<WireCurrencyRecord>({
  ...currencyFields,
  chainId,
  name: label,
  groupID: label,
  vmType: label,
});

const chainCurrency = object<ChainCurrency>({
  ...currencyFields,
  id: label,
  name: title,
  supportsBridging: display(flag),
});

const currencies = display(usable(chainCurrency));
const v3 = object<Member<Contracts, 'v3'>>({ erc20Router: label, approvalProxy: label });

/** A record of `GET /chains`. */
export const chain = object<ChainRecord>({
  id: chainId,
  name: label,
  displayName: label,
  httpRpcUrl: label,
  wsRpcUrl: label,
  explorerUrl: label,
  vmType: text,
  // If `depositEnabled`, `disabled` or `partialDisableLimit` is invalid, `parseChains` leaves out the chain.
  depositEnabled: optional(flag),
  disabled: optional(flag),
  partialDisableLimit: optional(number),
  blockProductionLagging: display(flag),
  surgeEnabled: display(flag),
  currency: display(chainCurrency),
  erc20Currencies: currencies,
  featuredTokens: currencies,
  solverCurrencies: currencies,
  contracts: display(
    object<Contracts>({
      multicall3: label,
      multicaller: label,
      onlyOwnerMulticaller: label,
      hubReceiver: label,
      erc20Router: label,
      approvalProxy: label,
      v3: display(v3),
    }),
  ),
  solverAddresses: display(usable(text)),
  programs: display(usable(text)),
  protocol: display(
    object<Member<ChainRecord, 'protocol'>>({
      v2: display(object<Member<Member<ChainRecord, 'protocol'>, 'v2'>>({ chainId: label, depository: label })),
    }),
  ),
});

/** The body of an error response. Its members differ between the endpoints of the service. */
export const errorBody = display(
  object<{ message?: string; errorCode?: string; code?: string; error?: string; requestId?: string }>({
    message: label,
    errorCode: label,
    code: label,
    error: label,
    requestId: display(id),
  }),
);
