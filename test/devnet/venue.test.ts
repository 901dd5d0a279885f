/** Tests deposits to the venue and withdrawals from it: both signatures, the nonces, and exact balances. */

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { Keypair } from '@solana/web3.js';
import { parseUnits, type Address } from 'viem';
import { venueDeposits, venueSolver } from '../../demo/devnet/base/accounts.js';
import type { Devnet } from '../../demo/devnet/index.js';
import type { AnyStep, QuoteAnswer } from '../../demo/devnet/orders/quote-answer.js';
import { mints, SVM_CHAIN } from '../../demo/devnet/svm/addresses.js';
import { PERPS_USDC, VENUE_CHAIN } from '../../demo/devnet/venue/typed-data.js';
import { openDevnet } from './open-devnet.js';
import { balance, DESTINATION, getQuote, NATIVE, pay, quoteBody, reaches, request, GUARD } from './support.js';
import { payerAddress, paySvm, svmBalance } from './svm-payer.js';
import { authorize, exchange, info, signTransfer, stepsOf, withdraw } from './venue-payer.js';

const OK = { status: 'ok', response: { type: 'default' } };

describe('devnet venue', () => {
  let devnet: Devnet;
  before(async () => void (devnet = await openDevnet()), GUARD);
  after(() => devnet.stop());
  afterEach(() => devnet.faults.clear());

  const user = (): Address => devnet.payers[0]!.address;
  const fromVenue = (changes: Record<string, unknown> = {}): Promise<QuoteAnswer<AnyStep>> =>
    getQuote(devnet, { originChainId: VENUE_CHAIN, originCurrency: PERPS_USDC, protocolVersion: 'v2', ...changes });
  const toVenue = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
    destinationChainId: VENUE_CHAIN,
    destinationCurrency: PERPS_USDC,
    recipient: devnet.recipient,
    amount: '1250000000',
    ...changes,
  });
  const withdrawable = async (account: Address): Promise<bigint> => {
    const { body } = await info(devnet, { type: 'clearinghouseState', user: account });
    return parseUnits(String(body['withdrawable']), 8);
  };
  const shopHas = (): Promise<bigint> => balance(devnet, DESTINATION, devnet.addresses.usdc, devnet.recipient);
  const amountIn = ({ details }: QuoteAnswer<AnyStep>): bigint => BigInt(details.currencyIn.amount);
  const reason = async (body: unknown): Promise<unknown> => (await exchange(devnet, body)).body['response'];

  describe('deposit', () => {
    for (const name of ['USDC', 'ETH'] as const) {
      it(`credits exactly the amount when the payer pays ${name} on an EVM chain`, async () => {
        const before = await withdrawable(devnet.recipient);
        const originCurrency = name === 'ETH' ? NATIVE : devnet.addresses.usdc;
        const quote = await getQuote(devnet, toVenue({ originCurrency }));
        await pay(devnet, quote);
        const { txHashes } = await reaches(devnet, quote.requestId, 'success');
        assert.equal((await withdrawable(devnet.recipient)) - before, 1_250_000_000n);
        const { from, to, amount, hash } = devnet.venue.history.at(-1)!;
        assert.deepEqual(
          [from, to, amount, hash],
          [venueSolver.toLowerCase(), devnet.recipient.toLowerCase(), 1_250_000_000n, txHashes[0]],
        );
      });
    }

    it('credits the amount when the payer pays on the SVM chain', async () => {
      const before = await withdrawable(devnet.recipient);
      const payer = { user: payerAddress, refundTo: payerAddress, originChainId: SVM_CHAIN };
      const quote: QuoteAnswer<AnyStep> = await getQuote(devnet, {
        ...toVenue(),
        ...payer,
        originCurrency: mints.usdc.address.toBase58(),
      });
      await paySvm(devnet, quote);
      await reaches(devnet, quote.requestId, 'success');
      assert.equal((await withdrawable(devnet.recipient)) - before, 1_250_000_000n);
    });

    it('cannot go to the venue’s own accounts or to a currency that the venue does not have', async () => {
      for (const [changes, code] of [
        [{ recipient: venueDeposits }, 'INVALID_RECIPIENT'],
        [{ recipient: payerAddress }, 'INVALID_RECIPIENT'],
        [{ destinationCurrency: devnet.addresses.usdc }, 'INVALID_OUTPUT_CURRENCY'],
      ] as const) {
        const { status, body } = await request(devnet, '/quote/v2', quoteBody(devnet, toVenue(changes)));
        assert.deepEqual([status, body['errorCode']], [400, code]);
      }
    });
  });

  describe('withdrawal', () => {
    for (const shape of ['v1', 'v2'] as const) {
      it(`pays exactly the price on an EVM chain with the nonce mapping ${shape}`, async () => {
        devnet.faults.set({ nonceMapping: shape });
        const [held, arrived] = [await withdrawable(user()), await shopHas()];
        const quote = await fromVenue();
        const { sign, post } = stepsOf(quote).authorize;
        assert.equal(sign.domain.version, shape === 'v1' ? '1' : '2');
        for (const signed of [sign.value, post.body]) {
          assert.equal(signed.depositor, shape === 'v1' ? undefined : user().toLowerCase());
          assert.deepEqual([signed.wallet, signed.id], [user().toLowerCase(), quote.protocol.v2.orderId]);
        }
        // The payer signs on the chain on which the wallet is.
        const { status, body } = await withdraw(devnet, quote, { chainId: DESTINATION });
        assert.deepEqual([status, body], [200, OK]);
        const { inTxHashes } = await reaches(devnet, quote.requestId, 'success');
        assert.equal(inTxHashes[0], devnet.venue.history.at(-1)!.hash);
        assert.equal(held - (await withdrawable(user())), amountIn(quote));
        assert.equal((await shopHas()) - arrived, 25_000_000n);
      });
    }

    it('pays exactly the price on the SVM chain', async () => {
      const recipient = Keypair.generate().publicKey.toBase58();
      const held = await withdrawable(user());
      const destinationCurrency = mints.usdc.address.toBase58();
      const quote = await fromVenue({ destinationChainId: SVM_CHAIN, destinationCurrency, recipient });
      await withdraw(devnet, quote);
      await reaches(devnet, quote.requestId, 'success');
      assert.equal(held - (await withdrawable(user())), amountIn(quote));
      assert.equal(await svmBalance(devnet, destinationCurrency, recipient), 25_000_000n);
    });

    it('has both steps in the shape of the service, with one nonce in four places', async () => {
      const quote = await fromVenue();
      const { authorize: first, deposit } = stepsOf(quote);
      const { parameters } = deposit.action;
      const nonces = [first.sign.value.nonce, first.post.body.nonce, parameters.nonce, deposit.nonce];
      assert.equal(new Set(nonces).size, 1);
      assert.ok(Math.abs(nonces[0]! - Date.now()) < 60_000);
      const venue = devnet.registry.chains.find(({ id }) => id === VENUE_CHAIN)!;
      assert.equal(parameters.destination, venue.protocol.v2.depository);
      assert.equal(parseUnits(parameters.amount, 8), amountIn(quote));
      assert.match(parameters.amount, /^\d+\.\d{6,8}$/u);
      assert.deepEqual([parameters.venueChain, parameters.fromSubAccount], ['Mainnet', '']);
      assert.deepEqual([first.post.endpoint, first.post.body.walletChainId], ['/authorize', 1337]);
    });

    it('needs protocolVersion v2, and does not pay to the venue itself', async () => {
      const from = { originChainId: VENUE_CHAIN, originCurrency: PERPS_USDC };
      for (const changes of [from, { ...from, ...toVenue(), protocolVersion: 'v2' }]) {
        const { status, body } = await request(devnet, '/quote/v2', quoteBody(devnet, changes));
        assert.deepEqual([status, body['errorCode']], [400, 'UNSUPPORTED_ROUTE']);
      }
    });

    it('is refunded on the venue when the fill fails', async () => {
      devnet.faults.set({ failFills: true, refundAfterMs: 0 });
      const held = await withdrawable(user());
      const quote = await fromVenue();
      await withdraw(devnet, quote);
      await reaches(devnet, quote.requestId, 'refund');
      assert.equal(await withdrawable(user()), held);
    });

    it('is in the history with its transfer', async () => {
      const quote = await fromVenue();
      await withdraw(devnet, quote);
      await reaches(devnet, quote.requestId, 'success');
      type Entry = { hash: string; chainId: number; data: { value: string } };
      type Answer = { requests: { data: { inTxs: Entry[] } }[] };
      const { body } = await request<Answer>(devnet, `/requests/v2?id=${quote.requestId}`);
      const [entry] = body.requests[0]!.data.inTxs;
      assert.deepEqual([entry!.chainId, entry!.data.value], [VENUE_CHAIN, String(amountIn(quote))]);
    });
  });

  it('/authorize refuses a signature of another account, another order and a changed body', async () => {
    const quote = await fromVenue();
    const first = stepsOf(quote).authorize;
    const change = (edit: (data: typeof first) => void): typeof first => {
      const copy = structuredClone(first);
      edit(copy);
      return copy;
    };
    const other = devnet.payers[1]!.address;
    const cases = [
      authorize(devnet, first, { payer: 1 }),
      authorize(
        devnet,
        change(({ post }) => void (post.body.nonce += 1)),
      ),
      authorize(
        devnet,
        change(({ sign, post }) => void (sign.value.id = post.body.id = quote.requestId)),
      ),
      authorize(
        devnet,
        change(({ sign, post }) => void (sign.value.wallet = post.body.wallet = other)),
        { payer: 1 },
      ),
      authorize(
        devnet,
        change(({ post }) => void (post.body.depositor = post.body.wallet)),
      ),
    ];
    for (const { status, body } of await Promise.all(cases)) {
      assert.deepEqual([status, body['errorCode']], [400, 'UNAUTHORIZED']);
    }
    const { status } = await authorize(
      devnet,
      change(({ post }) => void (post.body.walletChainId = 1)),
    );
    assert.equal(status, 400);
  });

  describe('exchange', () => {
    it('executes a signed transfer once', async () => {
      const body = await signTransfer(devnet, stepsOf(await fromVenue()).deposit);
      const held = await withdrawable(user());
      assert.deepEqual((await exchange(devnet, body)).body, OK);
      const left = await withdrawable(user());
      assert.ok(left < held);
      assert.match(String(await reason(body)), /duplicate nonce/u);
      assert.equal(await withdrawable(user()), left);
    });

    it('refuses what the payer did not sign, and moves nothing', async () => {
      const held = await withdrawable(user());
      const body = await signTransfer(devnet, stepsOf(await fromVenue()).deposit);
      const changed = (changes: Record<string, unknown>) => ({ ...body, action: { ...body.action, ...changes } });
      for (const [sent, message] of [
        [changed({ amount: '1.000000' }), /Must deposit/u],
        [changed({ destination: devnet.recipient }), /Must deposit/u],
        [changed({ signatureChainId: '0x1' }), /Must deposit/u],
        [{ ...body, nonce: body.nonce + 1 }, /Invalid nonce/u],
        [changed({ venueChain: 'Testnet' }), /Unknown chain/u],
        [changed({ token: 'USDT:0x00' }), /Unknown token/u],
        [changed({ fromSubAccount: '0x01' }), /sub-account/u],
      ] as const) {
        assert.match(String(await reason(sent)), message);
      }
      for (const sent of [{}, { ...body, signature: { ...body.signature, v: '27' } }, changed({ type: 'withdraw3' })]) {
        assert.equal((await exchange(devnet, sent)).status, 422);
      }
      assert.equal(await withdrawable(user()), held);
    });

    it('refuses more than the balance, and nonces that are too old or ahead', async () => {
      const { deposit } = stepsOf(await fromVenue());
      const signed = (amount: string, nonce: number) => {
        const parameters = { ...deposit.action.parameters, amount, nonce };
        return signTransfer(devnet, { ...deposit, nonce, action: { ...deposit.action, parameters } });
      };
      assert.match(String(await reason(await signed('999999.0', deposit.nonce))), /Insufficient balance/u);
      assert.match(String(await reason(await signed('0.000000', deposit.nonce))), /Invalid amount/u);
      const day = 86_400_000;
      for (const nonce of [Date.now() - 2 * day - 60_000, Date.now() + day + 60_000]) {
        assert.match(String(await reason(await signed('1.0', nonce))), /Invalid nonce/u);
      }
    });
  });

  it('the info API gives the token ids of the spot market, and refuses other questions', async () => {
    const { body } = await info(devnet, { type: 'spotMeta' });
    const [usdc] = body['tokens'] as { name: string; tokenId: string }[];
    assert.match(usdc!.tokenId, /^0x[0-9a-f]{32}$/u);
    assert.equal((await info(devnet, { type: 'userFills' })).status, 422);
  });

  describe('with a fault', () => {
    it('refuse answers 200 with an error and moves nothing', async () => {
      devnet.faults.set({ venue: 'refuse' });
      const held = await withdrawable(user());
      const quote = await fromVenue();
      const { status, body } = await withdraw(devnet, quote);
      assert.deepEqual([status, body['status']], [200, 'err']);
      assert.equal(await withdrawable(user()), held);
      devnet.faults.clear();
      assert.deepEqual((await withdraw(devnet, quote)).body, OK);
    });

    it('lose executes the transfer and closes the connection without an answer', async () => {
      devnet.faults.set({ venue: 'lose' });
      const held = await withdrawable(user());
      const quote = await fromVenue();
      await assert.rejects(withdraw(devnet, quote), /fetch failed/u);
      assert.equal(held - (await withdrawable(user())), amountIn(quote));
      await reaches(devnet, quote.requestId, 'success');
    });

    it('down answers 503 for the exchange and for balances', async () => {
      devnet.faults.set({ venue: 'down' });
      assert.equal((await exchange(devnet, {})).status, 503);
      assert.equal((await info(devnet, { type: 'spotMeta' })).status, 503);
    });

    it('venueDelayMs delays a transfer', async () => {
      devnet.faults.set({ venueDelayMs: 300 });
      const quote = await fromVenue();
      const start = performance.now();
      assert.deepEqual((await withdraw(devnet, quote)).body, OK);
      assert.ok(performance.now() - start >= 299);
    });

    it('venueNonce wrong gives the transfer another nonce, so its order is never paid', async () => {
      devnet.faults.set({ venueNonce: 'wrong' });
      const held = await withdrawable(user());
      const quote = await fromVenue();
      const { authorize: first, deposit } = stepsOf(quote);
      assert.notEqual(first.sign.value.nonce, deposit.nonce);
      assert.deepEqual((await withdraw(devnet, quote)).body, OK);
      assert.equal(held - (await withdrawable(user())), amountIn(quote));
      assert.equal(devnet.venue.history.at(-1)!.orderId, undefined);
      const { body } = await request(devnet, `/intents/status/v3?requestId=${quote.requestId}`);
      assert.equal(body['status'], 'waiting');
    });
  });

  it('is listed with its accounts, its currency and no node', async () => {
    const listed = devnet.registry.chains.find(({ id }) => id === VENUE_CHAIN)!;
    assert.deepEqual(
      [listed.vmType, listed.displayName, listed.currency.address, listed.currency.decimals, listed.httpRpcUrl],
      ['hypevm', 'Venue', `0x${'0'.repeat(32)}`, 8, ''],
    );
    assert.deepEqual(listed.solverAddresses, [venueSolver.toLowerCase()]);
    assert.deepEqual(listed.protocol.v2, { chainId: 'venue', depository: venueDeposits.toLowerCase() });
  });
});
