/** Tests each kind of payment by signature: the check of the signature, the solver's transaction, and the delivery. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Address, Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { PERMIT2 } from '../../demo/devnet/evm/start-evm.js';
import type { Devnet } from '../../demo/devnet/index.js';
import type { AnyStep, QuoteAnswer, SignatureData, Step } from '../../demo/devnet/orders/quote-answer.js';
import {
  request,
  balance,
  clientsOf,
  getQuote,
  NATIVE,
  ORIGIN,
  reaches,
  send,
  type ServiceAnswer,
  GUARD,
} from './support.js';
import { openDevnet } from './open-devnet.js';

describe('devnet permit', () => {
  let devnet: Devnet;
  before(async () => void (devnet = await openDevnet()), GUARD);
  after(() => devnet.stop());

  const quoteFor = async (currency: string, changes: Record<string, unknown> = {}): Promise<QuoteAnswer<AnyStep>> =>
    getQuote(devnet, { originCurrency: currency, usePermit: true, ...changes });
  const idsOf = ({ steps }: QuoteAnswer<AnyStep>): string[] => steps.map(({ id }) => id);
  const dataOf = ({ steps }: QuoteAnswer<AnyStep>): SignatureData => {
    const last = steps.at(-1)!;
    assert.equal(last.kind, 'signature');
    return last.items[0]!.data as SignatureData;
  };
  const sign = async ({ sign: { domain, types, primaryType, value } }: SignatureData, payer = 0): Promise<Hex> => {
    const account = privateKeyToAccount(devnet.payers[payer]!.key);
    return account.signTypedData({ domain, types, primaryType, message: value });
  };
  const post = ({ post: { endpoint, body } }: SignatureData, signature: string): Promise<ServiceAnswer> =>
    request(devnet, `${endpoint}?signature=${signature}`, body);
  const approveAll = async ({ steps }: QuoteAnswer<AnyStep>): Promise<void> => {
    for (const { items } of steps.slice(0, -1) as Step[]) await send(devnet, items[0]!.data);
  };
  /** The number of transactions from this account. A payment by signature does not increase it. */
  const sentBy = (address: Address): Promise<number> => clientsOf(devnet, ORIGIN).read.getTransactionCount({ address });

  const ways = (): [currency: Address, id: string, kind: string][] => [
    [devnet.addresses.usdc, 'authorize1', 'eip3009'],
    [devnet.addresses.dai, 'authorize1', 'eip2612'],
    [devnet.addresses.usdt, 'authorize2', 'permit2'],
  ];

  it('pays exactly the amount by signature for each kind of token', async () => {
    const payer = devnet.payers[0]!.address;
    for (const [currency, id, kind] of ways()) {
      const quote = await quoteFor(currency);
      assert.deepEqual(idsOf(quote), kind === 'permit2' ? ['approve', id] : [id]);
      await approveAll(quote);
      const data = dataOf(quote);
      assert.equal(data.post.body.kind, kind);
      const [held, sent] = [await balance(devnet, ORIGIN, currency, payer), await sentBy(payer)];
      const { status, body } = await post(data, await sign(data));
      assert.deepEqual([status, body], [200, { message: 'Success' }]);
      const { statuses, inTxHashes } = await reaches(devnet, quote.requestId, 'success');
      assert.equal(inTxHashes.length, 1, statuses.join());
      const remaining = await balance(devnet, ORIGIN, currency, payer);
      assert.equal(held - remaining, BigInt(quote.details.currencyIn.amount));
      assert.equal(await sentBy(payer), sent, 'the payer sends no transaction');
    }
  });

  it('approves Permit2 with exactly the amount and skips the approval when it exists', async () => {
    const { usdt } = devnet.addresses;
    const quote = await quoteFor(usdt);
    const [approve] = quote.steps as Step[];
    assert.equal(approve!.id, 'approve');
    assert.ok(approve!.items[0]!.data.data.includes(PERMIT2.slice(2)));
    await approveAll(quote);
    assert.deepEqual(idsOf(await quoteFor(usdt)), ['authorize2']);
  });

  it('is used once when the same signature is posted twice', async () => {
    const quote = await quoteFor(devnet.addresses.usdc);
    const data = dataOf(quote);
    const signature = await sign(data);
    const answers = await Promise.all([post(data, signature), post(data, signature)]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    const { inTxHashes } = await reaches(devnet, quote.requestId, 'success');
    assert.equal((await post(data, signature)).status, 200);
    assert.equal(inTxHashes.length, 1);
  });

  it('is refused when the signature is another account’s, changed or empty', async () => {
    for (const [currency] of ways()) {
      const data = dataOf(await quoteFor(currency));
      const right = await sign(data);
      const wrong = [await sign(data, 1), `${right.slice(0, -6)}000000`, '0x', ''];
      for (const signature of wrong) {
        const { status, body } = await post(data, signature);
        assert.deepEqual([status, body['code']], [400, 'PERMIT_FAILED']);
      }
    }
  });

  it('is refused when its deadline has passed on the chain', async () => {
    const quote = await quoteFor(devnet.addresses.usdc, { permitExpiry: 1 });
    const data = dataOf(quote);
    const signature = await sign(data);
    const { read } = clientsOf(devnet, ORIGIN);
    await read.request({ method: 'evm_increaseTime', params: [60] } as never);
    const { status, body } = await post(data, signature);
    assert.deepEqual([status, body['code']], [400, 'PERMIT_FAILED']);
    assert.equal((await request(devnet, `/intents/status/v3?requestId=${quote.requestId}`)).body['status'], 'waiting');
  });

  it('is refunded when the order cannot be filled', async () => {
    devnet.faults.set({ failFills: true, refundAfterMs: 0 });
    for (const [currency] of ways()) {
      const payer = devnet.payers[0]!.address;
      const quote = await quoteFor(currency);
      await approveAll(quote);
      const before = await balance(devnet, ORIGIN, currency, payer);
      const data = dataOf(quote);
      await post(data, await sign(data));
      await reaches(devnet, quote.requestId, 'refund');
      assert.equal(await balance(devnet, ORIGIN, currency, payer), before);
    }
    devnet.faults.clear();
  });

  it('is not offered for native currency, on one chain or without usePermit', async () => {
    const { usdc, dai } = devnet.addresses;
    const kinds = async (changes: Record<string, unknown>): Promise<string[]> =>
      ((await getQuote(devnet, changes)) as QuoteAnswer<AnyStep>).steps.map(({ kind }) => kind);
    for (const changes of [
      { usePermit: true, originCurrency: NATIVE },
      { usePermit: true, destinationChainId: ORIGIN, originCurrency: dai, destinationCurrency: usdc },
      { usePermit: false },
    ]) {
      assert.ok(!(await kinds(changes)).includes('signature'), JSON.stringify(changes));
    }
  });
});
