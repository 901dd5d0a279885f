import { expect } from 'chai';
import { SharedRequests } from '../../../src/payment/context/shared-requests.js';
import { settle } from '../../support/clock.js';

const URL = 'https://node.test';

/** A node that answers when the test says so. An abort ends a request with its reason, as with the real `fetch`. */
function node() {
  const sent: AbortSignal[] = [];
  const answers: ((response: Response) => void)[] = [];
  const fetch: typeof globalThis.fetch = (_url, init) =>
    new Promise((resolve, reject) => {
      const signal = init!.signal!;
      sent.push(signal);
      answers.push(resolve);
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  const asker = (requests: SharedRequests) => {
    const stop = new AbortController();
    const text = requests.send('key', fetch, URL, { body: 'a', signal: stop.signal }).then(
      (response) => response.text(),
      (error: unknown) => (error as Error).message,
    );
    return { stop, text };
  };
  return { sent, answers, asker };
}

describe('SharedRequests', () => {
  for (const keepsAnswers of [false, true]) {
    it(`answers the others when the first asker leaves, and ${keepsAnswers ? 'keeps' : 'forgets'} the answer`, async () => {
      const { sent, answers, asker } = node();
      const requests = new SharedRequests(keepsAnswers);
      const [first, second, third] = [asker(requests), asker(requests), asker(requests)];
      first.stop.abort(new Error('the time is over'));
      third.stop.abort(new Error('left'));
      answers[0]!(new Response('answer'));
      expect(await Promise.all([first.text, second.text, third.text])).to.deep.equal([
        'the time is over',
        'answer',
        'left',
      ]);
      second.stop.abort(new Error('read'));
      const later = asker(requests);
      if (!keepsAnswers) answers[1]!(new Response('second answer'));
      expect(await later.text).to.equal(keepsAnswers ? 'answer' : 'second answer');
      expect(sent).to.have.length(keepsAnswers ? 1 : 2);
    });

    it(`ends the request when all have left, and sends the next one, with keepsAnswers ${keepsAnswers}`, async () => {
      const { sent, answers, asker } = node();
      const requests = new SharedRequests(keepsAnswers);
      const all = [asker(requests), asker(requests)];
      for (const { stop } of all) {
        expect(sent[0]!.aborted).to.equal(false);
        stop.abort(new Error('left'));
        await settle();
      }
      expect(sent[0]!.aborted).to.equal(true);
      const next = asker(requests);
      answers[1]!(new Response('answer'));
      expect(await next.text).to.equal('answer');
    });
  }

  it('gives each asker the status, the headers and the whole body', async () => {
    const { answers, asker } = node();
    const requests = new SharedRequests(true);
    const fetch = (): Promise<Response> =>
      Promise.resolve(Response.json({ busy: true }, { status: 429, headers: { 'retry-after': '7' } }));
    for (let at = 0; at < 2; at += 1) {
      const response = await requests.send('other', fetch, URL);
      expect([response.status, response.ok, response.headers.get('retry-after')]).to.deep.equal([429, false, '7']);
      expect(await response.json()).to.deep.equal({ busy: true });
    }
    const empty = asker(requests);
    answers[0]!(new Response(null, { status: 204 }));
    expect(await empty.text).to.equal('');
  });

  it('sends nothing for an asker who has already left', async () => {
    const { sent } = node();
    const signal = AbortSignal.abort(new Error('left'));
    const sending = new SharedRequests(true).send('key', () => Promise.reject(new Error('sent')), URL, { signal });
    expect(await sending.catch((error: unknown) => error)).to.have.property('message', 'left');
    expect(sent).to.have.length(0);
  });
});
