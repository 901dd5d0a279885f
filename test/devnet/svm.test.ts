/** Tests payments to, from and within the SVM chain. The balances of both sides are exact. */

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { ComputeBudgetProgram, Keypair, PublicKey } from '@solana/web3.js';
import { recoverMessageAddress, encodeAbiParameters, bytesToHex, keccak256, pad, parseEther, type Address } from 'viem';
import { solver } from '../../demo/devnet/base/accounts.js';
import type { Devnet } from '../../demo/devnet/index.js';
import type { AnyStep, QuoteAnswer } from '../../demo/devnet/orders/quote-answer.js';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  MEMO_PROGRAM,
  mints,
  PROGRAM_ID,
  SVM_CHAIN,
  SVM_NATIVE,
  svmFeePayer,
  svmPayers,
  svmRecipient,
  tokenAccountOf,
} from '../../demo/devnet/svm/addresses.js';
import { openDevnet } from './open-devnet.js';
import { balance, DESTINATION, getQuote, NATIVE, ORIGIN, pay, quoteBody, reaches, request, GUARD } from './support.js';
import { connectionOf, payer, payerAddress, paySvm, signSvm, svmBalance, svmDataOf } from './svm-payer.js';

const SOL = SVM_NATIVE;
const [USDC, USDT, PYUSD, WSOL] = (['usdc', 'usdt', 'pyusd', 'wsol'] as const).map((name) =>
  mints[name].address.toBase58(),
) as [string, string, string, string];
const newAddress = (): string => Keypair.generate().publicKey.toBase58();

describe('devnet svm payment', () => {
  let devnet: Devnet;
  before(async () => void (devnet = await openDevnet()), GUARD);
  after(() => devnet.stop());
  afterEach(() => devnet.faults.clear());

  const toSvm = (currency: string, changes: Record<string, unknown> = {}): Promise<QuoteAnswer> =>
    getQuote(devnet, {
      destinationChainId: SVM_CHAIN,
      destinationCurrency: currency,
      recipient: svmRecipient,
      ...changes,
    });
  const fromSvm = (currency: string, changes: Record<string, unknown> = {}): Promise<QuoteAnswer<AnyStep>> =>
    getQuote(devnet, {
      user: payerAddress,
      refundTo: payerAddress,
      originChainId: SVM_CHAIN,
      originCurrency: currency,
      ...changes,
    });
  const amountIn = ({ details }: QuoteAnswer<AnyStep>): bigint => BigInt(details.currencyIn.amount);
  const shopHas = (): Promise<bigint> => balance(devnet, DESTINATION, devnet.addresses.usdc, devnet.recipient);

  describe('from an EVM chain', () => {
    for (const [name, currency, amount] of [
      ['SOL', SOL, 100_000_000n],
      ['USDC', USDC, 25_000_000n],
      ['a token of Token-2022', PYUSD, 25_000_000n],
      ['wrapped SOL', WSOL, 100_000_000n],
    ] as const) {
      it(`delivers exactly the amount of ${name}, and creates the recipient's token account`, async () => {
        const recipient = newAddress();
        const { usdc } = devnet.addresses;
        const held = await balance(devnet, ORIGIN, usdc, devnet.payers[0]!.address);
        const quote = await toSvm(currency, { recipient, amount: String(amount) });
        await pay(devnet, quote);
        const { txHashes, statuses } = await reaches(devnet, quote.requestId, 'success');
        assert.equal(await svmBalance(devnet, currency, recipient), amount, statuses.join());
        assert.equal(held - (await balance(devnet, ORIGIN, usdc, devnet.payers[0]!.address)), amountIn(quote));
        const fill = devnet.svm.landed(txHashes[0]!);
        assert.equal(fill?.err, null);
      });
    }

    it('charges the rent of a new token account, unless a sponsor pays the rent or the account exists', async () => {
      const recipient = newAddress();
      const input = async (changes: Record<string, unknown>): Promise<bigint> =>
        amountIn(await toSvm(USDC, { recipient, ...changes }));
      const [charged, sponsored] = [await input({}), await input({ subsidizeRent: true })];
      // 2,039,280 lamports at a price of $150 for one SOL.
      assert.equal(charged - sponsored, 305_892n);
      assert.equal(await input({ recipient: payerAddress }), sponsored);
    });

    it('refunds on the EVM chain when the fill fails', async () => {
      devnet.faults.set({ failFills: true, refundAfterMs: 0 });
      const held = await balance(devnet, ORIGIN, devnet.addresses.usdc, devnet.payers[0]!.address);
      const recipient = newAddress();
      const quote = await toSvm(USDC, { recipient });
      await pay(devnet, quote);
      await reaches(devnet, quote.requestId, 'refund');
      assert.equal(await balance(devnet, ORIGIN, devnet.addresses.usdc, devnet.payers[0]!.address), held);
      assert.equal(await svmBalance(devnet, USDC, recipient), 0n);
    });

    it('refuses recipients that lose the money, currencies of other chains, calls and a gas top-up', async () => {
      const { usdc, dai } = devnet.addresses;
      const cases: [changes: Record<string, unknown>, code: string][] = [
        [{ recipient: devnet.recipient }, 'INVALID_RECIPIENT'],
        [{ recipient: PROGRAM_ID.toBase58() }, 'INVALID_RECIPIENT'],
        [{ recipient: USDC }, 'INVALID_RECIPIENT'],
        [{ destinationCurrency: usdc }, 'INVALID_OUTPUT_CURRENCY'],
        [{ destinationCurrency: USDC.toLowerCase() }, 'INVALID_OUTPUT_CURRENCY'],
        [{ refundTo: svmRecipient }, 'INVALID_ADDRESS'],
        [{ txs: [{ to: dai, value: '0', data: '0x' }] }, 'EXTRA_TXS_NOT_SUPPORTED'],
        [{ topupGas: true }, 'UNSUPPORTED_ROUTE'],
      ];
      const to = { destinationChainId: SVM_CHAIN, destinationCurrency: USDC, recipient: svmRecipient };
      for (const [changes, code] of cases) {
        const { status, body } = await request(devnet, '/quote/v2', quoteBody(devnet, { ...to, ...changes }));
        assert.deepEqual([status, body['errorCode']], [400, code], JSON.stringify(changes));
      }
    });
  });

  describe('from the SVM chain', () => {
    for (const [name, currency] of [
      ['SOL', SOL],
      ['USDC', USDC],
      ['USDT', USDT],
      ['a token of Token-2022', PYUSD],
      ['wrapped SOL', WSOL],
    ] as const) {
      it(`takes exactly the quoted amount of ${name} and delivers exactly the price on an EVM chain`, async () => {
        const [held, sol, arrived] = await Promise.all([
          svmBalance(devnet, currency, payerAddress),
          svmBalance(devnet, SOL, payerAddress),
          shopHas(),
        ]);
        const quote = await fromSvm(currency);
        const signature = await paySvm(devnet, quote);
        const { inTxHashes } = await reaches(devnet, quote.requestId, 'success');
        assert.deepEqual(inTxHashes, [signature]);
        assert.equal((await shopHas()) - arrived, 25_000_000n);
        const fee = 5_000n;
        const spent = held - (await svmBalance(devnet, currency, payerAddress));
        assert.equal(spent, amountIn(quote) + (currency === SOL ? fee : 0n));
        if (currency !== SOL) assert.equal(sol - (await svmBalance(devnet, SOL, payerAddress)), fee);
        assert.equal(quote.fees.gas.amount, String(fee));
      });
    }

    it('delivers the native currency of an EVM chain', async () => {
      const arrived = await balance(devnet, DESTINATION, NATIVE, devnet.recipient);
      const quote = await fromSvm(SOL, { destinationCurrency: NATIVE, amount: String(parseEther('0.01')) });
      await paySvm(devnet, quote);
      await reaches(devnet, quote.requestId, 'success');
      assert.equal((await balance(devnet, DESTINATION, NATIVE, devnet.recipient)) - arrived, parseEther('0.01'));
    });

    it('pays another account of the SVM chain', async () => {
      const recipient = newAddress();
      const to = { destinationChainId: SVM_CHAIN, recipient };
      for (const [from, currency, amount] of [
        [SOL, USDC, 5_000_000n],
        [USDC, SOL, 50_000_000n],
        [USDC, USDC, 7_000_000n],
      ] as const) {
        const before = await svmBalance(devnet, currency, recipient);
        const quote = await fromSvm(from, { ...to, destinationCurrency: currency, amount: String(amount) });
        assert.equal(quote.steps[0]!.id, 'deposit');
        await paySvm(devnet, quote);
        await reaches(devnet, quote.requestId, 'success');
        assert.equal((await svmBalance(devnet, currency, recipient)) - before, amount);
      }
    });

    it('has the shape of the service: hex without 0x, the order id in the data, the lookup table', async () => {
      const quote = await fromSvm(USDC);
      const { instructions, addressLookupTableAddresses } = svmDataOf(quote);
      const { data, programId, keys } = instructions.at(-1)!;
      const amount = Buffer.alloc(8);
      amount.writeBigUInt64LE(amountIn(quote));
      const { orderId, paymentDetails } = quote.protocol.v2;
      assert.equal(data, `0b9c60da27a3b413${amount.toString('hex')}${orderId.slice(2)}`);
      assert.deepEqual([programId, paymentDetails.depository], [PROGRAM_ID.toBase58(), PROGRAM_ID.toBase58()]);
      assert.deepEqual(
        keys.filter(({ isSigner }) => isSigner).map(({ pubkey }) => pubkey),
        [payerAddress],
      );
      assert.equal(addressLookupTableAddresses.length, 1);
      const native = svmDataOf(await fromSvm(SOL)).instructions.at(-1)!;
      assert.ok(native.data.startsWith('0d9e0ddf5fd51c06'));
    });

    it('lets another account pay the fee when the quote names it', async () => {
      const feePayer = svmFeePayer.publicKey.toBase58();
      const [mine, others] = [await svmBalance(devnet, SOL, payerAddress), await svmBalance(devnet, SOL, feePayer)];
      const quote = await fromSvm(USDC, { depositFeePayer: feePayer });
      assert.equal(quote.fees.gas.amount, '10000');
      await paySvm(devnet, quote, { feePayer: svmFeePayer });
      await reaches(devnet, quote.requestId, 'success');
      assert.equal(await svmBalance(devnet, SOL, payerAddress), mine);
      assert.equal(others - (await svmBalance(devnet, SOL, feePayer)), 10_000n);
      const poor = { ...quoteOf(USDC), depositFeePayer: newAddress() };
      assert.equal((await request(devnet, '/quote/v2', poor)).body['errorCode'], 'INSUFFICIENT_FUNDS');
      const false_ = { ...quoteOf(USDC), depositFeePayer: devnet.recipient };
      assert.equal((await request(devnet, '/quote/v2', false_)).body['errorCode'], 'INVALID_ADDRESS');
    });

    const quoteOf = (originCurrency: string): Record<string, unknown> =>
      quoteBody(devnet, { user: payerAddress, refundTo: payerAddress, originChainId: SVM_CHAIN, originCurrency });

    it('adds a limit of compute units and the creation of a token account only as the quote asks', async () => {
      const programs = async (changes: Record<string, unknown>): Promise<string[]> =>
        svmDataOf(await fromSvm(USDT, changes)).instructions.map(({ programId }) => programId);
      const [deposit, ata] = [PROGRAM_ID.toBase58(), ASSOCIATED_TOKEN_PROGRAM.toBase58()];
      assert.deepEqual(await programs({}), [ata, deposit]);
      assert.deepEqual(await programs({ useSharedAccounts: true }), [deposit]);
      const limited = await programs({ useSharedAccounts: true, includeComputeUnitLimit: true });
      assert.deepEqual(limited, [ComputeBudgetProgram.programId.toBase58(), deposit]);
    });

    it('refunds on the SVM chain when the fill fails, and when the amount is wrong', async () => {
      devnet.faults.set({ failFills: true, refundAfterMs: 0 });
      for (const currency of [SOL, USDC]) {
        const refundTo = newAddress();
        const quote = await fromSvm(currency, { refundTo });
        await paySvm(devnet, quote);
        const { txHashes } = await reaches(devnet, quote.requestId, 'refund');
        assert.equal(await svmBalance(devnet, currency, refundTo), amountIn(quote));
        assert.equal(devnet.svm.landed(txHashes[0]!)?.err, null);
      }
      devnet.faults.set({ failFills: null, refundAfterMs: 0 });
      const refundTo = newAddress();
      const quote = await fromSvm(USDC, { refundTo });
      const { data } = svmDataOf(quote).instructions.at(-1)!;
      const small = Buffer.from(data, 'hex');
      small.writeBigUInt64LE(1_000n, 8);
      svmDataOf(quote).instructions.at(-1)!.data = small.toString('hex');
      await paySvm(devnet, quote);
      const { failReason } = await reaches(devnet, quote.requestId, 'refund');
      assert.equal(failReason, 'DEPOSIT_AMOUNT_MISMATCH');
      assert.equal(await svmBalance(devnet, USDC, refundTo), 1_000n);
    });

    it('is found in the history, indexed by its signature, and attested by the solver', async () => {
      const quote = await fromSvm(SOL);
      const signature = await paySvm(devnet, quote);
      const index = { txHash: signature, chainId: String(SVM_CHAIN) };
      assert.equal((await request(devnet, '/transactions/index', index)).status, 200);
      await reaches(devnet, quote.requestId, 'success');
      type Entry = { hash: string; status: string; chainId: number };
      type Answer = { requests: { id: string; data: { inTxs: Entry[]; outTxs: Entry[] } }[] };
      const { body } = await request<Answer>(devnet, `/requests/v2?hash=${signature}`);
      const { inTxs, outTxs } = body.requests[0]!.data;
      assert.deepEqual(
        inTxs.map(({ hash, status, chainId }) => [hash, status, chainId]),
        [[signature, 'success', SVM_CHAIN]],
      );
      assert.equal(outTxs[0]!.chainId, DESTINATION);
      type Attestation = { signature: Address; requestData: { originUser: string } };
      const attested = await request<Attestation>(devnet, `/requests/${quote.requestId}/signature`);
      assert.equal(attested.body.requestData.originUser, payerAddress);
      const types = ['bytes32', 'uint256', 'bytes32', 'bytes32', 'uint256', 'uint256', 'bytes32'];
      const values = [
        quote.requestId,
        BigInt(SVM_CHAIN),
        bytesToHex(payer.publicKey.toBytes()),
        bytesToHex(new PublicKey(SOL).toBytes()),
        amountIn(quote),
        BigInt(DESTINATION),
        pad(devnet.recipient),
      ];
      const hash = keccak256(
        encodeAbiParameters(
          types.map((type) => ({ type })),
          values,
        ),
      );
      const signer = await recoverMessageAddress({ message: { raw: hash }, signature: attested.body.signature });
      assert.equal(signer, solver.address);
    });
  });

  describe('with a fault', () => {
    it('svmTooLarge quotes too large transactions until the request limits the route enough', async () => {
      const isLarge = async (changes: Record<string, unknown>): Promise<boolean> =>
        svmDataOf(await fromSvm(USDC, changes)).instructions.some(
          ({ programId }) => programId === MEMO_PROGRAM.toBase58(),
        );
      const oneSource = { maxRouteLength: 3, includedOriginSwapSources: ['aggregator'] };
      const ladder = [{}, { maxRouteLength: 4 }, { maxRouteLength: 3 }, oneSource];
      for (const [fitsAt, expected] of [
        [4, [true, false, false, false]],
        [3, [true, true, false, false]],
        [1, [true, true, true, false]],
        [0, [true, true, true, true]],
      ] as const) {
        devnet.faults.set({ svmTooLarge: { fitsAt } });
        assert.deepEqual(await Promise.all(ladder.map(isLarge)), expected, `fits at ${fitsAt}`);
      }
      const large = await fromSvm(SOL, {});
      await assert.rejects(signSvm(devnet, large), /overruns/u, 'web3.js cannot serialize it');
      devnet.faults.set({ svmTooLarge: { fitsAt: 3, refuse: true } });
      const { status, body } = await request(devnet, '/quote/v2', { ...quoteAll(), maxRouteLength: 4 });
      assert.deepEqual([status, body['errorCode']], [400, 'SOLANA_TX_TOO_LARGE']);
      assert.match(String(body['message']), /is \d{4} bytes, \d+ over Solana's 1232 byte limit/u);
      const fitting = await fromSvm(USDC, { maxRouteLength: 3 });
      await paySvm(devnet, fitting);
      await reaches(devnet, fitting.requestId, 'success');
    });

    const quoteAll = (): Record<string, unknown> =>
      quoteBody(devnet, { user: payerAddress, refundTo: payerAddress, originChainId: SVM_CHAIN, originCurrency: USDC });

    it('svm drop loses the payment, and the same bytes pay later', async () => {
      const quote = await fromSvm(USDC);
      const bytes = (await signSvm(devnet, quote)).serialize();
      const connection = connectionOf(devnet);
      devnet.faults.set({ svm: 'drop' });
      const signature = await connection.sendRawTransaction(bytes);
      devnet.svm.tick();
      assert.equal((await connection.getSignatureStatuses([signature])).value[0], null);
      devnet.faults.clear();
      assert.equal(await connection.sendRawTransaction(bytes), signature);
      await reaches(devnet, quote.requestId, 'success');
    });

    it('svm expire makes the blockhash too old before the chain reads the transaction', async () => {
      const quote = await fromSvm(USDC);
      const transaction = await signSvm(devnet, quote);
      const connection = connectionOf(devnet);
      const { lastValidBlockHeight } = await connection.getLatestBlockhash();
      devnet.faults.set({ svm: 'expire' });
      await assert.rejects(connection.sendTransaction(transaction), /Blockhash not found/u);
      assert.ok((await connection.getBlockHeight()) > lastValidBlockHeight);
      const late = await signSvm(devnet, quote);
      const signature = await connection.sendTransaction(late, { skipPreflight: true });
      devnet.svm.tick();
      assert.equal((await connection.getSignatureStatuses([signature])).value[0], null);
    });

    it('svm fail-simulation fails each simulation and the check before sending', async () => {
      const transaction = await signSvm(devnet, await fromSvm(USDC));
      const connection = connectionOf(devnet);
      devnet.faults.set({ svm: 'fail-simulation' });
      const { value } = await connection.simulateTransaction(transaction);
      assert.deepEqual(value.err, { InstructionError: [0, { Custom: 1 }] });
      await assert.rejects(connection.sendTransaction(transaction), /custom program error: 0x1/u);
      await connection.sendTransaction(transaction, { skipPreflight: true });
    });

    it('svmNode answers for the node of the SVM chain only, and the chain itself stays up', async () => {
      const node = devnet.chains.find(({ id }) => id === SVM_CHAIN)!;
      const ask = async (url: string): Promise<[number, string]> => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getHealth' });
        const response = await fetch(url, { method: 'POST', body });
        return [response.status, await response.text()];
      };
      for (const [fault, status, text] of [
        ['busy', 429, /Too many/u],
        ['html', 502, /<html>/u],
        ['down', 503, /down/u],
      ] as const) {
        devnet.faults.set({ svmNode: fault });
        const [found, answer] = await ask(node.nodeUrl);
        assert.equal(found, status);
        assert.match(answer, text);
        assert.equal((await ask(node.httpRpcUrl))[0], 200);
        assert.equal((await ask(devnet.chains[0]!.nodeUrl))[0], 200);
      }
    });

    it('ignoreDeposits leaves a deposit unpaid until the fault ends', async () => {
      devnet.faults.set({ ignoreDeposits: true });
      const quote = await fromSvm(USDC);
      await paySvm(devnet, quote);
      devnet.svm.tick(2);
      const { body } = await request(devnet, `/intents/status/v3?requestId=${quote.requestId}`);
      assert.equal(body['status'], 'waiting');
      devnet.faults.clear();
      await reaches(devnet, quote.requestId, 'success');
    });
  });

  it('lists the chain with its program, its native currency and its node behind the faults', async () => {
    type Listing = { chains: { id: number; [name: string]: unknown }[] };
    const { body } = await request<Listing>(devnet, '/chains');
    const listed = body.chains.find(({ id }) => id === SVM_CHAIN)!;
    const registered = devnet.registry.chains.find(({ id }) => id === SVM_CHAIN)!;
    for (const chain of [listed, registered]) {
      assert.equal(chain['vmType'], 'svm');
      assert.deepEqual(chain['protocol'], { v2: { chainId: 'solana', depository: PROGRAM_ID.toBase58() } });
      assert.equal((chain['currency'] as { address: string }).address, '1'.repeat(32));
      assert.deepEqual(chain['programs'], []);
      assert.equal(chain['httpRpcUrl'], devnet.chains.find(({ id }) => id === SVM_CHAIN)!.nodeUrl);
    }
  });

  it('funds two payers with SOL and every token', async () => {
    for (const { publicKey } of svmPayers) {
      for (const currency of [SOL, USDC, USDT, PYUSD, WSOL]) {
        assert.ok((await svmBalance(devnet, currency, publicKey.toBase58())) > 0n);
      }
      assert.ok(devnet.svm.account(tokenAccountOf(publicKey, mints.usdc)));
    }
  });
});
