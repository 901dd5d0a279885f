import { expect } from 'chai';
import { edited, leavesOf, nativeCase } from '../support/quotes.js';
import { quoteOf, problemsOf } from '../support/pages/problems.js';

describe('reader', () => {
  it('shares no object with the answer and returns objects without a prototype', () => {
    const answer = nativeCase().quote;
    const quote = quoteOf(answer);
    const before = JSON.stringify(quote);
    for (const path of leavesOf(answer)) Object.assign(answer, edited(answer, [path, 'changed']));
    expect(JSON.stringify(quote)).to.equal(before);
    const {
      details,
      fees,
      steps: [first],
    } = quote;
    const objects = [quote, details, details.currencyIn.currency, first, first?.items[0]?.data, fees];
    expect(objects.map((each) => Object.getPrototypeOf(each) as unknown)).to.deep.equal(objects.map(() => null));
  });

  it('G01 accepts 24 levels of nesting and refuses 25', () => {
    const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
    expect(problemsOf({ ...nativeCase().quote, news: nested(22) })).to.deep.equal([]);
    expect(problemsOf({ ...nativeCase().quote, news: nested(23) })).to.deep.equal([' is nested too deeply']);
  });

  it('refuses a value when JSON cannot represent it', () => {
    const circle: { news?: unknown } = {};
    circle.news = circle;
    for (const news of [1n, NaN, Infinity, () => 1, Symbol('x')]) {
      expect(problemsOf({ ...nativeCase().quote, news })).to.deep.equal(['news is not JSON']);
    }
    expect(problemsOf(circle)).to.deep.equal([' is nested too deeply']);
  });
});
