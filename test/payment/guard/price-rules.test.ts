import { expect } from 'chai';
import { acceptQuote } from '../../../src/payment/guard/guard-quote.js';
import { lossOf, topupOf } from '../../../src/payment/guard/price-rules.js';
import type { WireQuote } from '../../../src/api/responses/types.js';
import { honestCases } from '../../support/honest-quotes.js';
import { costing, MOST } from '../../support/malicious/malicious-prices.js';
import type { Case, Edit, Json } from '../../support/quotes.js';
import {
  amountOf,
  amounts,
  edited,
  nativeCase,
  people,
  read,
  resetCase,
  tokenCase,
  tokens,
} from '../../support/quotes.js';
import { blocks, passed, places } from '../../support/judge.js';

const IN = 'quote.details.currencyIn';
const OUT = 'quote.details.currencyOut';
const warned = async (each: Case): Promise<string[]> => places((await passed(each)).warnings);
const ofNative = (...edits: Edit[]): Promise<string[]> => warned(edited(nativeCase(), ...edits));

describe('G03 bound of a price in one currency', () => {
  it('S-4 accepts 5 % and two units when the same currency arrives, and no unit more', async () => {
    expect((await passed(costing(MOST))).requests).to.have.length(2);
    expect(places(await blocks(costing(MOST + 1n)))).to.deep.equal(['G03 details.currencyIn.amount']);
  });

  it('S-4 adds the app fees of the merchant when the merchant asks for them', async () => {
    const appFees: Edit = ['intent.appFees', [{ recipient: people.recipient, fee: '1000' }]];
    await passed(edited(costing((amounts.out * 115n) / 100n), appFees));
    expect(places(await blocks(edited(costing((amounts.out * 116n) / 100n), appFees)))).to.deep.equal([
      'G03 details.currencyIn.amount',
    ]);
  });

  it('S-4 adds a top-up when the intent requests it and the quote has it, and only then', async () => {
    const topup: Edit = ['quote.details.currencyGasTopup', amountOf(10, tokens.eth, 10n ** 15n, '2.000000', '0.001')];
    const asked: Edit = ['intent.topupGas', true];
    const dear = costing(MOST + 2_000_000n);
    await passed(edited(dear, asked, topup));
    await passed(edited(costing(MOST + 1_000_000n), asked, ['intent.topupGasAmount', '1000000'], topup));
    for (const edits of [[asked], [topup], [asked, topup, ['intent.topupGasAmount', '1000000']]] as Edit[][]) {
      expect(places(await blocks(edited(dear, ...edits)))).to.deep.equal(['G03 details.currencyIn.amount']);
    }
  });

  it('S-4 blocks a small payment as well when its fixed fees are above 5 %', async () => {
    const small = edited(
      costing(1_300_000n, '1.300000'),
      ['intent.amount', '1000000'],
      [OUT, { ...(read(tokenCase(), OUT) as Json), amount: '1000000', minimumAmount: '1000000' }],
      [`${OUT}.amountFormatted`, '1.0'],
    );
    expect(places(await blocks(small))).to.include('G03 details.currencyIn.amount');
  });
});

describe('G03 bound of the minimum amount', () => {
  it('S-10 accepts the requested slippage tolerance when the minimum keeps it, and blocks one unit less', async () => {
    const least = (amount: bigint): Case =>
      edited(nativeCase(), ['intent.slippageTolerance', '33'], [`${OUT}.minimumAmount`, String(amount)]);
    const tolerated = (amounts.out * 9_967n) / 10_000n;
    await passed(least(tolerated));
    expect(places(await blocks(least(tolerated - 1n)))).to.deep.equal(['G03 details.currencyOut.minimumAmount']);
  });
});

describe('G03 price warnings of guardQuote', () => {
  it('are empty when both sides have the same value', async () => {
    expect(await ofNative()).to.deep.equal([]);
  });

  it('F-107 include the minimum amount when an exact output may arrive short', async () => {
    expect(await ofNative([`${OUT}.minimumAmount`, '24999999'])).to.deep.equal([
      'G03 details.currencyOut.minimumAmount',
    ]);
  });

  it('S-4 include the total impact when more than 5 % is lost, also if the service names the loss', async () => {
    const lost = (percent: string): Promise<string[]> =>
      ofNative([`${IN}.amountUsd`, '27.000000'], ['quote.details.totalImpact.percent', percent]);
    expect(await lost('-0.32')).to.include('G03 details.totalImpact');
    expect(await lost('-7.40')).to.include('G03 details.totalImpact');
  });

  it('include the total impact when it does not explain the loss in USD', async () => {
    const lost: Edit[] = [
      [`${IN}.amountUsd`, '25.700000'],
      ['quote.fees.huber.amountUsd', '0.70'],
    ];
    expect(await ofNative(...lost)).to.deep.equal(['G03 details.totalImpact']);
    expect(await ofNative(...lost, ['quote.details.totalImpact.percent', '-2.72'])).to.deep.equal([]);
    expect(await ofNative(...lost, ['quote.details.totalImpact'])).to.deep.equal(['G03 details.totalImpact']);
  });

  it('S-4 take the amount of a dollar token as its dollars when the service states other dollars', async () => {
    const dear = edited(
      resetCase(),
      [`${OUT}.amountUsd`, '25.080000'],
      ['intent.tradeType', 'EXACT_INPUT'],
      ['intent.amount', String(amounts.usdc)],
    );
    const half: Edit[] = [
      [`${OUT}.amount`, '12500000'],
      [`${OUT}.amountFormatted`, '12.5'],
      [`${OUT}.minimumAmount`, '12500000'],
    ];
    expect(await warned(dear)).to.deep.equal([]);
    expect(await warned(edited(dear, ...half))).to.deep.equal(['G03 details.totalImpact', 'G03 fees']);
  });

  it('S-4 F-30 say that a price is missing when one side has none', async () => {
    const MISSING = ['G03 details.currencyIn.amountUsd'];
    expect(await ofNative([`${IN}.amountUsd`])).to.deep.equal(MISSING);
    expect(await ofNative([`${IN}.amountUsd`, 'NaN'])).to.deep.equal(MISSING);
    const unpinned = edited(nativeCase(), ['registry.chains[1].erc20Currencies', []], [`${OUT}.amountUsd`]);
    expect(await warned(unpinned)).to.include(MISSING[0]);
  });

  it('S-4 need no price when the same currency arrives', async () => {
    expect(await warned(edited(tokenCase(), [`${IN}.amountUsd`], [`${OUT}.amountUsd`]))).to.deep.equal([]);
  });

  it('S-9 include the fees when they do not explain what the payer loses', async () => {
    const lost: Edit[] = [
      [`${IN}.amountUsd`, '26.000000'],
      ['quote.details.totalImpact.percent', '-3.85'],
    ];
    expect(await ofNative(...lost)).to.deep.equal(['G03 fees']);
    expect(await ofNative(...lost, ['quote.fees.huber.amountUsd', '1.0'])).to.deep.equal([]);
    const swap: Edit = ['quote.details.expandedPriceImpact', { swap: { usd: '-1.00' } }];
    expect(await ofNative(...lost, swap)).to.deep.equal([]);
  });

  it('S-9 include the sponsorship when the payer pays more than it says', async () => {
    const sponsored = edited(honestCases['fees that a sponsor pays']!(), ['intent.subsidizeFees', true]);
    expect(await warned(sponsored)).to.deep.equal([]);
    const dear: Edit[] = [
      [`${IN}.amount`, '26080000'],
      [`${IN}.amountFormatted`, '26.08'],
    ];
    const raised = costing(26_080_000n).quote['steps'];
    expect(await warned(edited(sponsored, ...dear, ['quote.steps', raised]))).to.include('G03 feeSponsorship.quoted');
  });

  it('S-9 include the sponsored sum when it is not the sum of its parts', async () => {
    const sponsored = edited(honestCases['fees that a sponsor pays']!(), ['intent.subsidizeFees', true]);
    const wrong = edited(sponsored, ['quote.feeSponsorship.quoted.userPaysTotal.amount', '41']);
    expect(await warned(wrong)).to.deep.equal(['G03 feeSponsorship.quoted.userPaysTotal']);
    expect(await warned(edited(wrong, ['intent.subsidizeFees', false]))).to.deep.equal([]);
  });
});

const accepted = async (each: Case): Promise<WireQuote> => {
  const result = await acceptQuote(each.quote, each.intent, each.registry);
  if (!result.ok) throw new Error(JSON.stringify(result.blocks));
  return result.quote;
};

describe('lossOf', () => {
  const lost = async (...edits: Edit[]): Promise<bigint | null> => {
    const each = edited(nativeCase(), ...edits);
    const [origin, destination] = each.registry.chains;
    return lossOf(await accepted(each), {}, origin!, destination).lost;
  };

  it('S-4 returns the larger loss when ours and that of the service differ', async () => {
    expect(await lost(['quote.details.totalImpact.usd', '-0.50'])).to.equal(500_000n);
    expect(await lost(['quote.details.totalImpact.usd', '-0.01'])).to.equal(80_000n);
    expect(await lost(['quote.details.totalImpact.usd', '1.00'])).to.equal(80_000n);
  });

  it('returns the service’s loss when a price is missing, and null when both are missing', async () => {
    expect(await lost([`${IN}.amountUsd`])).to.equal(80_000n);
    expect(await lost([`${IN}.amountUsd`], ['quote.details.totalImpact'])).to.equal(null);
  });
});

describe('topupOf', () => {
  const topup = amountOf(10, tokens.eth, 10n ** 15n, '2.000000', '0.001');
  const shown = async (asked: boolean, ...edits: Edit[]): Promise<string | undefined> => {
    const each = edited(nativeCase(), ['quote.details.currencyGasTopup', topup], ...edits);
    return topupOf(await accepted(each), { topupGas: asked }, each.registry.chains[1])?.amount;
  };
  const TOPUP = 'quote.details.currencyGasTopup';

  it('S-11 returns a top-up only when the intent requests it', async () => {
    expect(await shown(true)).to.equal(String(10n ** 15n));
    expect(await shown(false)).to.equal(undefined);
  });

  for (const [what, edit] of Object.entries<Edit>({
    'it is on another chain': [`${TOPUP}.currency.chainId`, 8453],
    'it has other decimals': [`${TOPUP}.currency.decimals`, 6],
    'it is a token': [`${TOPUP}.currency.address`, tokens.usdcOut.address],
    'it is nothing': [`${TOPUP}.amount`, '0'],
    'the destination is not pinned': ['registry.chains[1].currency'],
  })) {
    it(`S-11 returns none when ${what}`, async () => {
      expect(await shown(true, edit)).to.equal(undefined);
    });
  }
});
