/** The service of a test world. Its quotes are honest, and its statuses match the transactions on the chain. */
import { formatUnits } from 'viem/utils';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { attest, type RequestData } from '../../demo/devnet/base/sign-attestation.js';
import type { WireCurrencyRecord, WireStatus } from '../../src/api/responses/types.js';
import type { ChainRecord } from '../../src/types.js';
import type { FakeChain, FakeTransaction } from './fake-chain.js';
import {
  addressCase,
  amounts,
  ids,
  makeRegistry,
  nativeCase,
  people,
  read,
  solverAccount,
  tokenCase,
  tokens,
} from './quotes.js';

/** The service also responds at `https://hub.test/other`. */
export const BASE_URL = 'https://hub.test';
export const RPC_URL = 'https://rpc.test/8453';
export const RPC_URL_10 = 'https://rpc.test/10';

/** A response with this status, or a failure without a response. */
export type Outage = { status: number; json?: unknown; retryAfter?: string } | 'unreachable' | 'silent';

export class FakeService {
  /** The failures by path, such as `/intents/status/v3`. */
  readonly outages = new Map<string, Outage>();
  /** Statuses by request id. A request without an entry gets its status from the chain. */
  readonly statuses = new Map<string, WireStatus>();
  /** Payments from another device, by request id. */
  readonly records = new Map<string, Record<string, unknown>>();
  /** The records of the quoted requests, by request id. These records contain no transactions. */
  readonly ownRecords = new Map<string, Record<string, unknown>>();
  /** The payer's past payments, newest first. */
  readonly history: Record<string, unknown>[] = [];
  /** The payments of further accounts, by address. */
  readonly histories = new Map<string | null, readonly Record<string, unknown>[]>();
  /** Changes to the chains listing, by chain id, for example an incident. */
  readonly incidents: Record<number, object> = {};
  /** The service refuses this currency until the payer accepts the price impact. `true` means every currency. */
  highPriceImpact: boolean | string = false;
  /** The result of every currency search. */
  readonly currencies: WireCurrencyRecord[] = [];
  /** The bodies of all currency searches. */
  readonly searches: Record<string, unknown>[] = [];
  /** The price of the native currency. The usual price is 1000. */
  price = 1_000n;
  /** The outcome of every deposit whose end the service has not told. An end that the service has told stays. */
  outcome: 'success' | 'refund' | 'none' = 'success';
  /** Changes the JSON text of a quote. */
  tamper: (text: string) => string = (text) => text;
  /** If set, every new quote has this request id. */
  reuse: string | undefined;
  /**
   * `honestly`: the solver signs the true values. `forged`: another account signs the values. If the value is an
   * object, the solver signs the values in this object.
   */
  attestation: 'honestly' | 'forged' | Partial<RequestData> = 'honestly';
  /** If set, the service returns this failure instead of an attestation. */
  attestationOutage: Outage | undefined;
  readonly #quoted = new Map<string, RequestData>();
  /** All returned statuses, by request id. */
  readonly returnedStatuses = new Map<string, string[]>();
  readonly requestIds: string[] = [];
  /** The bodies of all quote requests, including refused requests. */
  readonly bodies: Record<string, unknown>[] = [];
  /** Changes the chains listing. */
  listing: (chains: ChainRecord[]) => ChainRecord[] = (chains) => chains;
  /** The bodies of all quote requests that were not refused. */
  readonly quoted: Record<string, unknown>[] = [];
  /** The currencies for deposit addresses. If the list is empty, the service offers no deposit address. */
  readonly addressCurrencies: unknown[] = [{ ...tokens.eth, chainId: 8453, vmType: 'evm' }];
  /** Payments to deposit addresses, newest first. */
  readonly atAddress: Record<string, unknown>[] = [];
  readonly #chain: FakeChain;
  readonly #reportedPending = new Set<string>();
  readonly #toldEnds = new Map<string, 'success' | 'refund'>();

  constructor(chain: FakeChain) {
    this.#chain = chain;
  }

  async answer(method: string, url: URL, body: unknown): Promise<Outage> {
    const path = url.pathname.replace(/^\/other/, '');
    const outage = this.outages.get(path);
    if (outage) return outage;
    const signed = /^\/requests\/(0x[0-9a-f]{64})\/signature$/.exec(path)?.[1];
    if (signed) return this.#signature(signed);
    switch (`${method} ${path}`) {
      case 'GET /chains':
        return { status: 200, json: { chains: this.listing(worldChains(this.incidents)) } };
      case 'POST /quote/v2':
        this.bodies.push(body as Record<string, unknown>);
        if (this.#rejectsForImpact(body as QuoteRequest))
          return { status: 400, json: { message: 'Swap impact is too high', errorCode: 'SWAP_IMPACT_TOO_HIGH' } };
        return { status: 200, json: await this.#quote(body as QuoteRequest) };
      case 'POST /currencies/v1':
        this.searches.push(body as Record<string, unknown>);
        if ((body as { depositAddressOnly?: boolean }).depositAddressOnly)
          return { status: 200, json: [this.addressCurrencies] };
        return { status: 200, json: this.currencies.map((each) => [each]) };
      case 'GET /requests/v2': {
        if (url.searchParams.has('user')) return { status: 200, json: this.#page(url.searchParams) };
        if (url.searchParams.has('depositAddress')) return { status: 200, json: { requests: this.atAddress } };
        const id = url.searchParams.get('id') ?? '';
        const record = this.records.get(id) ?? this.ownRecords.get(id);
        return { status: 200, json: { requests: record ? [record] : [] } };
      }
      case 'GET /intents/status/v3': {
        const requestId = url.searchParams.get('requestId') ?? '';
        if (![...this.requestIds, ...this.statuses.keys()].includes(requestId))
          return { status: 404, json: { message: 'Request not found' } };
        const json = await this.#status(requestId);
        this.returnedStatuses.set(requestId, [...(this.returnedStatuses.get(requestId) ?? []), json.status]);
        return { status: 200, json };
      }
      default:
        return { status: 200, json: {} };
    }
  }

  #rejectsForImpact({ originCurrency, overridePriceImpact }: QuoteRequest): boolean {
    return (this.highPriceImpact === true || this.highPriceImpact === originCurrency) && overridePriceImpact !== true;
  }

  #page(query: URLSearchParams): object {
    const from = Number(query.get('continuation') ?? 0);
    const to = from + Number(query.get('limit'));
    const user = query.get('user');
    const all = user === people.payer ? this.history : (this.histories.get(user) ?? []);
    return { requests: all.slice(from, to), ...(to < all.length && { continuation: String(to) }) };
  }

  /** Returns the transaction hashes of the deposits for a request. */
  async depositsOf(requestId: string): Promise<string[]> {
    return depositsOn(this.#chain)
      .filter(({ data }) => data.endsWith(orderOf(requestId).slice(2)))
      .map(({ hash }) => hash);
  }

  async #quote(body: QuoteRequest): Promise<unknown> {
    const { user, originCurrency, useDepositAddress = false } = body;
    this.quoted.push({ ...body });
    const requestId = this.reuse ?? `0x${(this.requestIds.length + 1).toString(16).padStart(64, 'c')}`;
    this.requestIds.push(requestId);
    const isNative = originCurrency === tokens.eth.address;
    const eth = (amounts.eth * this.price) / 1_000n;
    const address = addressOf(requestId);
    const token = Object.values(tokens).find((each) => each.address === originCurrency);
    const walletCase = isNative ? nativeCase() : tokenCase(token);
    const { quote } = useDepositAddress ? addressCase(address) : walletCase;
    const sent = minedOn(this.#chain);
    const approvals =
      sent.filter(({ data }) => data.startsWith(APPROVE)).length -
      sent.filter(({ data }) => data.startsWith(DEPOSIT_TOKEN)).length;
    if (!isNative && approvals > 0) (quote['steps'] as unknown[]).shift();
    const text = JSON.stringify(quote)
      .replaceAll(ids.request, requestId)
      .replaceAll(ids.order.slice(2), orderOf(requestId).slice(2))
      .replaceAll(people.payer.slice(2), user.slice(2))
      .replaceAll(`"${amounts.eth}"`, `"${eth}"`)
      .replaceAll('"0.00836"', `"${formatUnits(eth, 18)}"`);
    const answer = JSON.parse(this.tamper(text)) as unknown;
    this.ownRecords.set(requestId, recordOf(requestId, answer, useDepositAddress ? address : undefined));
    this.#quoted.set(requestId, {
      originChainId: 8453,
      originUser: user,
      originCurrency: String(read(answer, 'details.currencyIn.currency.address')),
      originAmount: String(read(answer, 'details.currencyIn.amount')),
      destinationChainId: 10,
      destinationUser: people.recipient,
    });
    return answer;
  }

  async #signature(requestId: string): Promise<Outage> {
    if (this.attestationOutage) return this.attestationOutage;
    const data = this.#quoted.get(requestId);
    if (!data) return { status: 404, json: { message: 'Request not found' } };
    const signer = this.attestation === 'forged' ? stranger : solverAccount;
    const change = typeof this.attestation === 'string' ? {} : this.attestation;
    return { status: 200, json: await attest(signer, requestId as Hex, { ...data, ...change }) };
  }

  async #status(requestId: string): Promise<WireStatus> {
    const status = this.statuses.get(requestId);
    if (status) return status;
    const [deposit] = await this.depositsOf(requestId);
    if (!deposit) return { status: 'waiting' };
    const isFirst = !this.#reportedPending.has(requestId);
    this.#reportedPending.add(requestId);
    const end = this.#toldEnds.get(requestId) ?? this.outcome;
    if (isFirst || end === 'none') return { status: 'pending', inTxHashes: [deposit] };
    this.#toldEnds.set(requestId, end);
    return { status: end, inTxHashes: [deposit], txHashes: [`0x${'fe'.repeat(32)}`] };
  }
}

/** Returns the service's record of a quoted request. */
const recordOf = (id: string, quote: unknown, address: string | undefined): Record<string, unknown> => ({
  id,
  status: 'waiting',
  user: read(quote, 'details.sender'),
  recipient: read(quote, 'details.recipient'),
  ...(address !== undefined && { depositAddress: { address, depositAddressType: 'strict' } }),
  data: {
    metadata: {
      recipient: read(quote, 'details.recipient'),
      currencyIn: read(quote, 'details.currencyIn'),
      currencyOut: read(quote, 'details.currencyOut'),
    },
  },
});

/** An account that is not a solver in the registry. */
const stranger = privateKeyToAccount(`0x${'66'.repeat(32)}`);

const APPROVE = '0x095ea7b3';
const DEPOSIT_NATIVE = '0x49290c1c';
const DEPOSIT_TOKEN = '0xe8017952';
const BATCH = '0x3f707e6b';

/** Returns the calldata of a batch of calls. The deposit is the last call. */
export const batchCalldata = (calls: readonly { data: string }[]): string =>
  calls.reduce(
    (all, { data }) => `${all}${(data.length / 2 - 1).toString(16).padStart(64, '0')}${data.slice(2)}`,
    BATCH,
  );

/** Returns all deposits that are really on the chain. */
export function depositsOn(chain: FakeChain): FakeTransaction[] {
  const paying = [DEPOSIT_NATIVE, DEPOSIT_TOKEN, BATCH];
  return minedOn(chain).filter(({ data }) => paying.some((selector) => data.startsWith(selector)));
}

/** Returns all mined transactions that did not revert. */
const minedOn = (chain: FakeChain): FakeTransaction[] =>
  chain.transactions().filter(({ block, reverts }) => block !== null && !reverts);

type QuoteRequest = {
  user: string;
  originCurrency: string;
  amount: string;
  overridePriceImpact?: boolean;
  useDepositAddress?: boolean;
};

export const addressOf = (requestId: string): string => `0xad${requestId.slice(-38)}`;

/** Returns the order id of a request. This id differs from the request id. */
export const orderOf = (requestId: string): string => `0x0d${requestId.slice(4)}`;

/** Returns the service's list of chains. A merchant can set this list as the registry. */
export function worldChains(incidents: Record<number, object> = {}): ChainRecord[] {
  const nodes: Record<number, object> = {
    8453: { httpRpcUrl: RPC_URL, explorerUrl: 'https://scan.test' },
    10: { httpRpcUrl: RPC_URL_10 },
  };
  return makeRegistry().chains.map((chain) => ({ ...chain, ...nodes[chain.id], ...incidents[chain.id] }));
}
