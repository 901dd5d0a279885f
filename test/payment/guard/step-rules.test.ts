import { expect } from 'chai';
import { blocks, places } from '../../support/judge.js';
import {
  approveStep,
  edited,
  nativeCase,
  read,
  resetCase,
  tokenCase,
  tokens,
  type Case,
} from '../../support/quotes.js';

describe('G04 step-rules', () => {
  const found = async (each: Case): Promise<string[]> =>
    places(await blocks(each)).filter((place) => place.startsWith('G04'));
  const stepsOf = (each: Case): unknown[] => read(each, 'quote.steps') as unknown[];

  it('block the steps when none is left to be done or the payment is not the last one', async () => {
    expect(await found(edited(nativeCase(), ['quote.steps', []]))).to.include('G04 steps');
    const approval = approveStep(tokens.usdc);
    expect(await found(edited(nativeCase(), ['quote.steps', [approval]]))).to.include('G04 steps');
    expect(await found(edited(tokenCase(), ['quote.steps', [...stepsOf(tokenCase())].reverse()]))).to.include(
      'G04 steps',
    );
  });

  it('block the steps when there are three approvals or two payments', async () => {
    const [first] = stepsOf(resetCase());
    expect(await found(edited(resetCase(), ['quote.steps', [first, ...stepsOf(resetCase())]]))).to.include('G04 steps');
    const [payment] = stepsOf(nativeCase());
    expect(await found(edited(nativeCase(), ['quote.steps', [payment, payment]]))).to.include('G04 steps');
  });

  it('block a step when its kind or its id is unknown', async () => {
    expect(await found(edited(nativeCase(), ['quote.steps[0].kind', 'signature']))).to.include('G04 steps[0].kind');
    expect(await found(edited(nativeCase(), ['quote.steps[0].id', 'pay']))).to.include('G04 steps');
  });

  it('block a step when an item of it is done already', async () => {
    expect(await found(edited(nativeCase(), ['quote.steps[0].items[0].status', 'complete']))).to.include(
      'G04 steps[0].items',
    );
  });
});
