import { expect } from 'chai';
import {
  buildQuoteRequest,
  assertBalance,
  assertParsed,
  completeIntent,
  dearerThanListed,
  priceMoved,
  guardAnswer,
  requestQuote,
} from '../../../src/payment/quote/request-quote.js';
import type { QuoteSummary } from '../../../src/types.js';
import { VirtualClock } from '../../support/clock.js';
import {
  amountOf,
  amounts,
  edited,
  ids,
  nativeCase,
  people,
  read,
  tokenCase,
  tokens,
  type Case,
  type Edit,
} from '../../support/quotes.js';
import { costing } from '../../support/malicious/malicious-prices.js';
import type { GuardedQuote } from '../../../src/payment/quote/plan-steps.js';
import { asset, eth, NOW, quote, usdc } from '../../support/samples.js';

const { signal } = new AbortController();

async function guarded(given: Case, takes = 0) {
  const clock = new VirtualClock(NOW);
  const bodies: Record<string, unknown>[] = [];
  const client = {
    async quote(body: Readonly<Record<string, unknown>>): Promise<unknown> {
      bodies.push({ ...body });
      if (takes) await clock.advance(takes);
      return given.quote;
    },
  };
  const answer = await requestQuote(buildQuoteRequest(given.intent), { client, clock, signal });
  const result = await guardAnswer(answer, given.intent, given.registry);
  return { result, bodies };
}

describe('request-quote body', () => {
  const intent = nativeCase().intent;

  it('R1 contains every field with a default at the service, and omits the payer’s limits maxIn and minOut', () => {
    const body = buildQuoteRequest({ ...intent, maxIn: '1', minOut: '2' });
    expect(body).to.deep.equal({ explicitDeposit: true, ...intent });
  });

  it('R1 contains the payer as recipient and refund address when the merchant sets neither', () => {
    const { recipient: _r, refundTo: _t, ...open } = intent;
    const complete = completeIntent(open);
    expect(complete).to.include({ user: people.payer, recipient: people.payer, refundTo: people.payer });
    expect(Object.isFrozen(complete)).to.equal(true);
  });

  it('R1 keeps the recipient and the refund address when the merchant sets them', () => {
    expect(completeIntent({ ...intent, refundTo: people.recipient })).to.include({
      recipient: people.recipient,
      refundTo: people.recipient,
    });
    const { user: _, ...nobody } = intent;
    expect(completeIntent(nobody)).to.include({ recipient: people.recipient }).and.not.have.property('user');
  });
});

describe('request-quote', () => {
  it('uses the registry’s symbol and adds a warning when the service names the token differently', async () => {
    const honest = await guarded(tokenCase());
    const renamed = edited(
      tokenCase(),
      ['quote.details.currencyIn.currency.symbol', 'CHEAP'],
      ['quote.details.currencyOut.currency.symbol', 'CHEAP'],
    );
    const { pays, receives, warnings } = (await guarded(renamed)).result.summary;
    expect([pays.symbol, receives.symbol]).to.deep.equal([
      honest.result.summary.pays.symbol,
      honest.result.summary.receives.symbol,
    ]);
    expect(warnings.map(({ path }) => path)).to.include('details.currencyIn.currency.symbol');
  });

  it('returns the summary and the frozen requests of the guard when the quote passes', async () => {
    const { result, bodies } = await guarded(nativeCase());
    expect(bodies).to.have.length(1);
    expect(result.summary).to.deep.include({
      requestId: ids.request,
      recipient: people.recipient,
      refundTo: people.payer,
      timeEstimate: 2,
      sponsored: null,
      warnings: [],
    });
    expect(result.summary.pays).to.include({ amount: String(amounts.eth), amountFormatted: '0.00836', symbol: 'ETH' });
    expect(result.summary.receives).to.include({ amount: '25000000', amountFormatted: '25' });
    expect(result.requests.map(({ step }) => step)).to.deep.equal(['deposit']);
    expect(Object.isFrozen(result.requests) && result.requests.every((request) => Object.isFrozen(request))).to.equal(
      true,
    );
  });

  it('F-25 dates the quote by its request when the answer takes nine seconds', async () => {
    const { result } = await guarded(nativeCase(), 9_000);
    expect(result.quotedAt).to.equal(NOW);
  });

  it('I5 returns another digest when a value differs that is confirmed or sent', async () => {
    const edits: Edit[][] = [
      [],
      [
        ['intent.recipient', people.attacker],
        ['quote.details.recipient', people.attacker],
      ],
      [['intent.refundTo', people.recipient]],
      [['quote.details.currencyOut.minimumAmount', '24999999']],
    ];
    const digests = await Promise.all(
      edits.map(async (each) => (await guarded(edited(nativeCase(), ...each))).result.digest),
    );
    digests.push((await guarded(tokenCase())).result.digest);
    expect(new Set(digests)).to.have.property('size', edits.length + 1);
    expect((await guarded(nativeCase())).result.digest).to.equal(digests[0]);
  });

  it('rejects with quote-unsafe and the violated rules when the guard blocks the quote', async () => {
    const stolen = edited(nativeCase(), ['quote.steps[0].items[0].data.to', people.attacker]);
    const error = await guarded(stolen).catch((cause: unknown) => cause);
    expect(error).to.include({ code: 'quote-unsafe', money: 'not-sent' });
    expect((error as { details: string }).details).to.match(/^G11 steps\[0\]/m);
  });

  it('F-11 rejects with quote-unsafe when the answer is not a quote', async () => {
    for (const answer of [null, {}, [], 'ok', { steps: [] }]) {
      const error = await guarded({ ...nativeCase(), quote: answer as never }).catch((cause: unknown) => cause);
      expect(error, JSON.stringify(answer)).to.have.property('code', 'quote-unsafe');
    }
  });

  const sponsored = (...edits: Edit[]): Case => {
    const fee = (amount: string) => ({ ...(read(tokenCase(), 'quote.fees.gas') as object), amount });
    const quoted = { capHit: true, sponsoredTotal: fee('100'), userPaysTotal: fee('40') };
    return edited(tokenCase(), ['quote.feeSponsorship', { quoted }], ...edits);
  };

  it('F-29 returns the payer’s part and whether the cap was hit when a sponsor pays', async () => {
    const { result } = await guarded(sponsored(['intent.subsidizeFees', true]));
    expect(result.summary.sponsored).to.deep.include({ capHit: true });
    expect(result.summary.sponsored?.userPays).to.have.property('amount', '40');
  });

  it('S-9 returns no sponsor when nobody asks for one, or when the payer pays more than the sponsor says', async () => {
    expect((await guarded(sponsored())).result.summary.sponsored).to.equal(null);
    const dear = costing(26_000_000n);
    const { result } = await guarded(
      edited(dear, ['intent.subsidizeFees', true], ['quote.feeSponsorship', read(sponsored(), 'quote.feeSponsorship')]),
    );
    expect(result.summary.sponsored).to.equal(null);
    expect(result.summary.lossUsd).to.equal('1');
  });
});

describe('request-quote summary', () => {
  const reported = async (path: string, value: unknown): Promise<QuoteSummary> =>
    (await guarded(edited(tokenCase(), [path, value]))).result.summary;
  const paid = tokenCase().quote as { details: { currencyIn: { amountUsd: string } } };
  const loss = async (usd: unknown): Promise<string | undefined> =>
    (await reported('quote.details.expandedPriceImpact', { swap: { usd } })).exchangeLossUsd;

  it('S-11 contains the gas top-up when the intent requests it', async () => {
    const topup: Edit = ['quote.details.currencyGasTopup', amountOf(10, tokens.eth, 10n ** 15n, '2.000000', '0.001')];
    const asked = (isAsked: boolean): Promise<{ result: GuardedQuote }> =>
      guarded(edited(nativeCase(), topup, ['intent.topupGas', isAsked]));
    expect((await asked(true)).result.summary.topup).to.include({ chainId: 10, symbol: 'ETH', amountUsd: '2.000000' });
    expect((await asked(false)).result.summary).not.to.have.property('topup');
  });

  it('S-33 compares the exchange loss with the amount of a dollar token, not with the dollars that the service names', async () => {
    const lossOf = async (...edits: Edit[]): Promise<string | undefined> =>
      (await guarded(edited(tokenCase(), ...edits))).result.summary.exchangeLossUsd;
    const loss = (usd: string): Edit => ['quote.details.expandedPriceImpact', { swap: { usd } }];
    const told = (usd: string): Edit => ['quote.details.currencyIn.amountUsd', usd];
    expect(await lossOf(loss('-26'), told('9999'))).to.equal(undefined);
    expect(await lossOf(loss('-24'), told('0.01'))).to.equal('24');
  });

  it('S-33 takes symbol, decimals and dollars of every amount from the registry when it has the token', async () => {
    const fee = amountOf(8453, { ...tokens.usdc, symbol: 'GOLD', decimals: 8 }, 80_000n, '0.000001', '0.0008');
    const { fees } = await reported('quote.fees.huber', fee);
    expect(fees.huber).to.include({ symbol: 'USDC', decimals: 6, amountFormatted: '0.08', amountUsd: '0.08' });
  });

  it('contains the exchange loss when it is a loss and not more than the payment', async () => {
    expect(await loss('-0.016154')).to.equal('0.016154');
    expect(await loss(`-${paid.details.currencyIn.amountUsd}`)).not.to.equal(undefined);
    for (const usd of ['0.032937', '0', '-0', '-99999999', '-1e3', 'about nothing', 7, null]) {
      expect(await loss(usd), String(usd)).to.equal(undefined);
    }
  });
});

describe('quote check', () => {
  const with_ = (pays: string, receives: string): QuoteSummary => ({
    ...quote,
    pays: eth(pays, pays),
    receives: usdc(receives, receives),
  });
  const before = with_('1000000', '500000');

  it('F-26 reports price-moved when the price worsens for the payer by more than 0.5 %', () => {
    const rows: [QuoteSummary, boolean][] = [
      [with_('1005000', '500000'), false],
      [with_('1005001', '500000'), true],
      [with_('900000', '500000'), false],
      [with_('1000000', '497500'), false],
      [with_('1000000', '497499'), true],
      [with_('1000000', '600000'), false],
    ];
    for (const [now, moved] of rows) {
      expect(priceMoved(before, now)?.code, `${now.pays.amount} ${now.receives.amount}`).to.equal(
        moved ? 'price-moved' : undefined,
      );
    }
  });

  it('F-28 reports the old and the new amount when the price has moved', () => {
    expect(priceMoved(before, with_('1100000', '500000'))?.values).to.deep.equal({
      new: '1100000 ETH',
      old: '1000000 ETH',
    });
    expect(priceMoved(before, with_('1000000', '400000'))?.values).to.deep.equal({
      new: '400000 USDC',
      old: '500000 USDC',
    });
  });

  it('reports price-moved when the minimum amount falls by more than 0.5 %', () => {
    const least = (minimumAmount: string): QuoteSummary => ({
      ...before,
      receives: { ...before.receives, minimumAmount },
    });
    expect(priceMoved(least('499000'), least('498000'))).to.equal(undefined);
    expect(priceMoved(least('499000'), least('1'))?.values).to.deep.equal({ new: '0.000001 USDC', old: '0.499 USDC' });
  });

  it('S-4 reports price-moved with both numbers when a quote costs 5 % more than the list showed', () => {
    const listed = { ...asset, needed: eth('1000000', '1000000') };
    expect(dearerThanListed(listed, with_('1050000', '500000'))).to.equal(undefined);
    expect(dearerThanListed(listed, with_('1050001', '500000'))).to.deep.include({
      code: 'price-moved',
      values: { new: '1050001 ETH', old: '1000000 ETH' },
    });
    expect(dearerThanListed(asset, with_('9000000', '500000'))).to.equal(undefined);
  });

  it('S-8 throws when the quote has other decimals than the amount was parsed with', () => {
    const { pays, receives } = before;
    expect(() => assertParsed(receives, before)).not.to.throw();
    expect(() => assertParsed({ ...receives, chainId: 1, decimals: 3 }, before)).not.to.throw();
    for (const [side, name] of [
      [pays, 'currencyIn'],
      [receives, 'currencyOut'],
    ] as const)
      expect(() => assertParsed({ ...side, decimals: 3 }, before))
        .to.throw()
        .that.includes({ code: 'quote-unsafe', details: `G03 details.${name}.currency.decimals` });
  });

  it('F-92 throws with the missing amount when the balance is too low; F-93 passes when it is unknown', () => {
    const poor = { ...asset, balance: eth('8000000000000000', '0.008') };
    expect(() => assertBalance(poor, quote))
      .to.throw()
      .with.deep.property('values', { token: 'ETH', missing: '0.00036 ETH' });
    expect(() => assertBalance({ ...asset, balance: quote.pays }, quote)).not.to.throw();
    expect(() => assertBalance({ ...asset, balance: null }, quote)).not.to.throw();
    expect(() => assertBalance({ ...asset, balance: null, decimals: 6 }, quote))
      .to.throw()
      .with.property('code', 'quote-unsafe');
  });
});
