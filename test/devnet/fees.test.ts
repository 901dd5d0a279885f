/** Tests the fees in the quote and on the chains: sponsors, caps, app fees and the gas top-up. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Address } from 'viem';
import { solver, sponsor } from '../../demo/devnet/base/accounts.js';
import type { Devnet } from '../../demo/devnet/index.js';
import type { QuoteAnswer } from '../../demo/devnet/orders/quote-answer.js';
import type { SponsorshipDetail } from '../../demo/devnet/orders/sponsorship.js';
import { openDevnet } from './open-devnet.js';
import { request, balance, DESTINATION, getQuote, NATIVE, ORIGIN, pay, reaches, GUARD } from './support.js';

const PAGE = '0x00000000000000000000000000000000000000f1';
const AMOUNT = 25_000_000n;

describe('devnet fees', () => {
  let devnet: Devnet;
  before(async () => void (devnet = await openDevnet()), GUARD);
  after(() => devnet.stop());

  const takes = ({ details }: QuoteAnswer): bigint => BigInt(details.currencyIn.amount);
  const quoted = ({ feeSponsorship }: QuoteAnswer): SponsorshipDetail => feeSponsorship!.quoted;
  const sums = (detail: SponsorshipDetail): bigint[] =>
    [detail.sponsoredTotal, detail.userPaysTotal].map(({ amount }) => BigInt(amount));

  it('leave the payer’s amount unchanged and list each part when a sponsor pays all', async () => {
    const quote = await getQuote(devnet, { subsidizeFees: true });
    const { components, capHit, selectedComponents } = quoted(quote);
    assert.equal(takes(quote), AMOUNT);
    assert.deepEqual(selectedComponents, ['execution', 'swap', 'hub', 'app']);
    assert.equal(capHit, false);
    assert.deepEqual(sums(quoted(quote)), [BigInt(quote.fees.huber.amount), 0n]);
    assert.equal(quote.fees.subsidized.amount, quote.fees.huber.amount);
    for (const { total, sponsored, userPays } of Object.values(components)) {
      assert.equal(BigInt(total.amount), BigInt(sponsored.amount) + BigInt(userPays.amount));
    }
  });

  it('reduce the output of a fixed input only when there is no sponsor', async () => {
    const input = { tradeType: 'EXACT_INPUT' };
    const [alone, sponsored] = [
      await getQuote(devnet, input),
      await getQuote(devnet, { ...input, subsidizeFees: true }),
    ];
    assert.equal(takes(alone), takes(sponsored));
    assert.equal(BigInt(sponsored.details.currencyOut.amount), AMOUNT);
    assert.ok(BigInt(alone.details.currencyOut.amount) < AMOUNT);
  });

  it('charge the payer for the components that are not sponsored', async () => {
    const quote = await getQuote(devnet, { subsidizeFees: true, sponsoredFeeComponents: ['relay'] });
    const { components, selectedComponents, capHit } = quoted(quote);
    assert.deepEqual([selectedComponents, capHit], [['hub'], false]);
    assert.equal(components.execution.userPays.amount, quote.fees.hubGas.amount);
    assert.equal(components.hub.userPays.amount, '0');
    assert.equal(takes(quote), AMOUNT + BigInt(quote.fees.hubGas.amount));
  });

  it('charge the payer for the amount above the sponsor’s cap', async () => {
    const quote = await getQuote(devnet, { subsidizeFees: true, maxSubsidizationAmount: '30000' });
    assert.equal(quoted(quote).capHit, true);
    assert.equal(quoted(quote).maxSubsidizationAmount, '30000');
    assert.deepEqual(sums(quoted(quote)), [30_000n, BigInt(quote.fees.huber.amount) - 30_000n]);
    assert.equal(takes(quote), AMOUNT + BigInt(quote.fees.huber.amount) - 30_000n);
  });

  it('charge the sponsor in USDC when the payment is delivered, and the record names the amount', async () => {
    const { usdc, dai } = devnet.addresses;
    const held = (of: Address): Promise<bigint> => balance(devnet, ORIGIN, usdc, of);
    const before = [await held(sponsor.address), await held(solver.address)];
    const quote = await getQuote(devnet, { originCurrency: dai, subsidizeFees: true });
    assert.equal(await held(sponsor.address), before[0], 'a quote has no cost for any account');
    await pay(devnet, quote);
    await reaches(devnet, quote.requestId, 'success');
    const owed = BigInt(quoted(quote).sponsoredTotal.amount) / 10n ** 12n;
    assert.ok(owed > 0n);
    assert.equal(await held(sponsor.address), before[0]! - owed);
    assert.equal(await held(solver.address), before[1]! + owed);
    const { body } = await request<{ requests: { data: { feeSponsorship: { actual: SponsorshipDetail } } }[] }>(
      devnet,
      `/requests/v2?id=${quote.requestId}`,
    );
    assert.deepEqual(body.requests[0]!.data.feeSponsorship.actual.sponsorPayment, {
      amount: String(owed),
      address: sponsor.address.toLowerCase(),
      chainId: ORIGIN,
    });
  });

  it('add the page’s own fee to the payer’s amount', async () => {
    const { usdc } = devnet.addresses;
    const quote = await getQuote(devnet, { appFees: [{ recipient: PAGE, fee: '100' }] });
    assert.equal(quote.fees.app.amount, '250000');
    assert.equal(takes(quote), AMOUNT + BigInt(quote.fees.huber.amount) + 250_000n);
    await pay(devnet, quote);
    await reaches(devnet, quote.requestId, 'success');
    assert.equal(await balance(devnet, ORIGIN, usdc, PAGE), 250_000n);
  });

  it('use the solver on one chain when there is a sponsor, a top-up or an app fee', async () => {
    const local = { destinationChainId: ORIGIN, originCurrency: devnet.addresses.dai };
    const payingStep = async (more: object): Promise<string | undefined> =>
      (await getQuote(devnet, { ...local, ...more })).steps.at(-1)?.id;
    assert.equal(await payingStep({}), 'swap');
    for (const more of [{ subsidizeFees: true }, { topupGas: true }, { appFees: [{ recipient: PAGE, fee: '1' }] }]) {
      assert.equal(await payingStep(more), 'deposit', Object.keys(more)[0]);
    }
  });

  for (const [name, requested, worth] of [
    ['two dollars', {}, 2_000_000n],
    ['the requested amount', { topupGasAmount: '600000' }, 600_000n],
  ] as const) {
    it(`give the recipient ${name} in the destination’s native currency when a top-up is requested`, async () => {
      const coins = (): Promise<bigint> => balance(devnet, DESTINATION, NATIVE, devnet.recipient);
      const before = await coins();
      const quote = await getQuote(devnet, { topupGas: true, ...requested });
      const { amount, amountUsd } = quote.details.currencyGasTopup!;
      assert.equal(BigInt(amountUsd.replace('.', '')), worth);
      assert.ok(takes(quote) > AMOUNT + worth);
      await pay(devnet, quote);
      await reaches(devnet, quote.requestId, 'success');
      assert.equal((await coins()) - before, BigInt(amount));
    });
  }
});
