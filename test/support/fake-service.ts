/** A service whose records a test writes, by `fetch`. */

/** What a record tells. Times are Unix times in milliseconds. */
export type FakeRecord = {
  status?: string;
  user?: string;
  recipient?: string;
  chainId?: number;
  currency?: string;
  amount?: string;
  minimum?: string;
  createdAt?: number;
  sentAt?: number | null;
  /** The payer's transaction. With `isOwn`, it also delivers the payment. */
  hash?: string;
  isOwn?: boolean;
  originChainId?: number;
  outHash?: string;
  calls?: unknown[];
  supersededBy?: string;
  parent?: string;
  more?: Record<string, unknown>;
};

export const SHOP = '0x7a3bc1de5f60718293a4b5c6d7e8f90123456789';
export const STRANGER = `0x${'5'.repeat(40)}`;
export const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
export const OTHER_TOKEN = `0x${'7'.repeat(40)}`;
/** The order that the tests pay: 25 USDC on Base. */
export const TERMS = { recipient: SHOP, chainId: 8453, currency: USDC, amount: '25000000' };

export const idOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`;

/** Writes a record as the service does. */
function recordOf(id: string, record: FakeRecord): Record<string, unknown> {
  const { status = 'success', recipient = SHOP, chainId = 8453, currency = USDC, amount = '25000000' } = record;
  const { minimum = amount, isOwn = false, originChainId = isOwn ? chainId : 10, calls = [] } = record;
  const { hash = `0x${'a'.repeat(24)}${id.slice(-40)}`, outHash = `0x${'b'.repeat(24)}${id.slice(-40)}` } = record;
  const value = {
    currency: { chainId, address: currency, symbol: 'USDC', decimals: 6 },
    amount,
    minimumAmount: minimum,
  };
  const at = record.sentAt == null ? {} : { timestamp: Math.floor(record.sentAt / 1_000) };
  const isSent = status !== 'waiting';
  return {
    id,
    status,
    recipient,
    ...(record.user !== undefined && { user: record.user }),
    ...(record.createdAt !== undefined && { createdAt: new Date(record.createdAt).toISOString() }),
    ...(record.supersededBy !== undefined && { supersededByRequestId: record.supersededBy }),
    ...(record.parent !== undefined && { parentRequestId: record.parent }),
    data: {
      inTxs: isSent ? [{ chainId: originChainId, hash, ...at }] : [],
      outTxs: status === 'success' && !isOwn ? [{ chainId, hash: outHash, status: 'success' }] : [],
      metadata: { recipient, currencyIn: value, currencyOut: value },
    },
    protocol: {
      v2: {
        orderData: {
          output: {
            chainId: 'base',
            payments: [{ recipient, currency, minimumAmount: minimum, expectedAmount: amount }],
            calls,
          },
        },
      },
    },
    ...record.more,
  };
}

/** The service of a test. */
export class FakeService {
  readonly records = new Map<string, FakeRecord>();
  /** The ids that were asked for. */
  readonly asked: string[] = [];
  /** The answer to every request instead of a record. */
  answer: (() => Response | Promise<Response>) | null = null;
  /** Called after a record was read, and before the answer is given. */
  beforeAnswer: (id: string) => Promise<void> | void = () => undefined;

  readonly fetch: typeof globalThis.fetch = async (input) => {
    const id = new URL(new Request(input).url).searchParams.get('id') ?? '';
    this.asked.push(id);
    if (this.answer) return this.answer();
    const record = this.records.get(id);
    const requests = record ? [recordOf(id, record)] : [];
    await this.beforeAnswer(id);
    return Response.json({ requests });
  };
}
