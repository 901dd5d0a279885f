import { expect } from 'chai';
import { edited, ids } from '../../../support/quotes.js';
import {
  DATA,
  INSTRUCTIONS,
  make,
  svm,
  svmAmounts,
  svmCase,
  svmNativeCase,
  svmSendCase,
  svmSwapCase,
  svmTokenCase,
  svmTokens,
  SVM,
  SYSTEM,
} from '../../../support/svm-quotes.js';
import { judge } from '../judge.js';

describe('guardSteps', () => {
  it('returns one request with the payer, the fee payer, the order and the amount', () => {
    const { requests, blocks, warnings } = judge(svmNativeCase(make.limit(60_000n)));
    expect({ blocks, warnings }).to.deep.equal({ blocks: [], warnings: [] });
    expect(requests).to.deep.equal([
      {
        step: 'deposit',
        chainId: SVM,
        kind: 'instructions',
        from: svm.payer,
        feePayer: svm.payer,
        orderId: ids.order,
        currency: SYSTEM,
        amount: String(svmAmounts.sol),
        instructions: [make.limit(60_000n), make.depositNative()],
        lookupTables: [],
      },
    ]);
  });

  it('takes the fee payer of the page, and the tables of the quote', () => {
    const { requests } = judge(
      edited(svmCase(svmTokens.usdc, [make.depositToken(svmTokens.usdc.address)], { tables: [svm.table] }), [
        'intent.depositFeePayer',
        svm.feePayer,
      ]),
    );
    expect(requests[0]).to.deep.include({ feePayer: svm.feePayer, lookupTables: [svm.table] });
  });

  it('uses no lookup table for a direct transfer, because a false table could change the receiver', () => {
    const { requests } = judge(
      edited(svmSendCase(svmTokens.usdc), [`${DATA}.addressLookupTableAddresses`, [svm.table]]),
    );
    expect(requests[0]).to.deep.include({ step: 'send', lookupTables: [] });
  });

  it('returns no request when a rule blocks, and names the place', () => {
    const { requests, blocks } = judge(edited(svmTokenCase(), [`${INSTRUCTIONS}[0].keys[3].pubkey`, svm.attacker]));
    expect(requests).to.deep.equal([]);
    expect(blocks).to.deep.equal([
      {
        rule: 'G44',
        path: 'steps[0].items[0].data.instructions[0].keys[3]',
        message: 'is not the account that the deposit needs there',
      },
    ]);
  });

  it('blocks a chain without a depository, and programs that are not pinned', () => {
    const rules = (each: ReturnType<typeof svmNativeCase>): string[] => judge(each).blocks.map(({ rule }) => rule);
    expect(rules(edited(svmNativeCase(), ['registry.chains[0].protocol']))).to.include('G41');
    expect(rules(edited(svmSwapCase(), ['registry.chains[0].programs']))).to.include('G41');
  });
});
