import { expect } from 'chai';
import { QuestionBudget, type Question } from '../../../src/payment/context/question-budget.js';
import { settle, VirtualClock } from '../../support/clock.js';
import { MINUTE, SECOND } from '../../support/times.js';

/** A page with a budget. `asked` has the names of the questions that may be asked, in order. */
class Page {
  readonly clock = new VirtualClock();
  readonly budget = new QuestionBudget(this.clock);
  readonly stop = new AbortController();
  readonly asked: string[] = [];

  /** Wants to ask. A later `createdAt` means a newer payment. */
  ask(name: string, createdAt: number, more: Partial<Question> = {}): void {
    const question = { createdAt, isUnfinished: false, isLate: false, isInFront: () => false, ...more };
    void this.budget.turn(question, this.stop.signal).then(() => this.asked.push(name));
  }

  /** Uses up what the page may ask at once. */
  async exhaust(): Promise<void> {
    for (let at = 0; at < 6; at += 1) this.ask('first', 0);
    await settle();
    this.asked.length = 0;
  }
}

describe('QuestionBudget', () => {
  it('P-50 lets six questions through at once, and then twenty a minute', async () => {
    const page = new Page();
    for (let at = 0; at < 200; at += 1) page.ask(String(at), at);
    await settle();
    expect(page.asked).to.have.length(6);
    for (const total of [26, 46, 66]) {
      await page.clock.advance(MINUTE);
      expect(page.asked).to.have.length(total);
    }
  });

  it('P-50 lets a quiet page ask six at once again, and no more', async () => {
    const page = new Page();
    await page.exhaust();
    await page.clock.advance(10 * MINUTE);
    for (let at = 0; at < 20; at += 1) page.ask(String(at), at);
    await settle();
    expect(page.asked).to.have.length(6);
  });

  it('P-50 serves the newest payment first, one whose money may be out before, and late questions last', async () => {
    const page = new Page();
    await page.exhaust();
    page.ask('late', 9, { isLate: true });
    page.ask('old', 1);
    page.ask('new', 5);
    page.ask('out', 0, { isUnfinished: true });
    await page.clock.advance(30 * SECOND);
    expect(page.asked).to.deep.equal(['out', 'new', 'old', 'late']);
  });

  it('P-50 lets nobody wait for ever while newer payments ask again and again', async () => {
    const page = new Page();
    await page.exhaust();
    page.ask('old', 0);
    for (let at = 0; at < 60; at += 1) {
      for (let n = 0; n < 3; n += 1) page.ask('new', 5);
      await page.clock.advance(3 * SECOND);
    }
    expect(page.asked).to.include('old');
  });

  it('P-50 never lets the payment on the screen wait, also if it comes to the screen later', async () => {
    const page = new Page();
    await page.exhaust();
    page.ask('shown', 0, { isInFront: () => true });
    let isShown = false;
    for (let at = 0; at < 50; at += 1) page.ask('waiting', at + 1);
    page.ask('later', 0, { isInFront: () => isShown });
    await settle();
    expect(page.asked).to.deep.equal(['shown']);
    isShown = true;
    await page.clock.advance(SECOND);
    expect(page.asked).to.include('later');
  });

  it('P-50 counts the requests of a search, whose cost delays the others by at most a minute', async () => {
    const page = new Page();
    const fetch = (): Promise<Response> => Promise.resolve(new Response('1'));
    for (let at = 0; at < 200; at += 1) await page.budget.send(fetch, 'https://node.test', { body: String(at) });
    page.ask('other', 0);
    await page.clock.advance(55 * SECOND);
    expect(page.asked).to.deep.equal([]);
    await page.clock.advance(15 * SECOND);
    expect(page.asked).to.deep.equal(['other']);
  });

  it('P-50 sends equal requests of the same moment once, and gives each asker the answer', async () => {
    const page = new Page();
    let sent = 0;
    const fetch = (): Promise<Response> => {
      sent += 1;
      return Promise.resolve(new Response(`answer ${sent}`));
    };
    const ask = async (body: string): Promise<string> =>
      (await page.budget.send(fetch, 'https://node.test', { body })).text();
    expect(await Promise.all([ask('a'), ask('a'), ask('b')])).to.deep.equal(['answer 1', 'answer 1', 'answer 2']);
    expect(await ask('a'), 'a later question is a new one').to.equal('answer 3');
  });

  it('P-50 answers the second asker of an equal request when the first one has stopped to wait', async () => {
    const page = new Page();
    const fetch: typeof globalThis.fetch = (_url, init) =>
      new Promise((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        page.clock.setTimeout(() => resolve(new Response('answer')), 4_000);
      });
    const ask = (signal: AbortSignal): Promise<string> =>
      page.budget.send(fetch, 'https://node.test', { body: 'a', signal }).then((response) => response.text());
    const first = new AbortController();
    const [left, answered] = [ask(first.signal).catch(() => 'left'), ask(new AbortController().signal)];
    page.clock.setTimeout(() => first.abort(new Error('late')), 3_000);
    await page.clock.advance(5_000);
    expect(await Promise.all([left, answered])).to.deep.equal(['left', 'answer']);
  });

  it('gives each asker the failure of a request, and sends the next one', async () => {
    const page = new Page();
    const failing = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
    const ask = (fetch: () => Promise<Response>): Promise<unknown> =>
      page.budget.send(fetch, 'https://node.test', { body: 'a' }).then(
        () => 'answer',
        (error: unknown) => (error as Error).message,
      );
    expect(await Promise.all([ask(failing), ask(failing)])).to.deep.equal(['Failed to fetch', 'Failed to fetch']);
    expect(await ask(() => Promise.resolve(new Response('1')))).to.equal('answer');
  });

  it('I24 lets go of those who wait when their signal is aborted, and leaves no timer', async () => {
    const page = new Page();
    await page.exhaust();
    for (const name of ['a', 'b']) page.ask(name, 1);
    page.ask('late', 1, { isLate: true });
    await settle();
    expect(page.clock.pending).to.equal(1);
    page.stop.abort();
    await settle();
    expect([page.asked.sort(), page.clock.pending]).to.deep.equal([['a', 'b', 'late'], 0]);
  });

  it('F-176 goes on when the device’s clock is set back', async () => {
    const page = new Page();
    await page.exhaust();
    page.ask('other', 0);
    const { clock } = page;
    let back = 0;
    const now = clock.now.bind(clock);
    clock.now = () => now() - back;
    back = 60 * MINUTE;
    await clock.advance(10 * SECOND);
    expect(page.asked).to.deep.equal(['other']);
  });
});
