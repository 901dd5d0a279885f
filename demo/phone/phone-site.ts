/** The server's side of the page Phone: tells the page what the phone shows, and the phone what its holder presses. */
import type { FetchHandler } from '../../src/server/index.js';
import type { Handset } from './handset.js';
import type { PhoneAction } from './phone-view.js';

/** The longest time for which a request waits for a change, in milliseconds. Proxies can end a longer one. */
const LONGEST_WAIT = 20_000;

/**
 * `GET /phone/view?after=<version>` answers with the view as soon as it has another version, or after `LONGEST_WAIT`.
 * `POST /phone/act` does an action, and answers with the view after it, or with `{ message }` for the holder.
 */
export const createPhoneSite =
  (handset: Handset): FetchHandler =>
  async (request) => {
    const { pathname, searchParams, origin } = new URL(request.url);
    if (pathname === '/phone/view' && request.method === 'GET') {
      const end = new AbortController();
      const timer = setTimeout(() => end.abort(), LONGEST_WAIT);
      request.signal.addEventListener('abort', () => end.abort());
      const view = await handset.next(Number(searchParams.get('after')), end.signal);
      clearTimeout(timer);
      return json(view);
    }
    if (pathname !== '/phone/act' || request.method !== 'POST') return json({ message: 'No such page.' }, 404);
    // A page of another site must not press the buttons of the phone.
    if ((request.headers.get('origin') ?? origin) !== origin) return json({ message: 'Wrong origin.' }, 403);
    try {
      handset.act((await request.json()) as PhoneAction);
      return json(handset.view());
    } catch (error) {
      return json({ message: error instanceof Error ? error.message : String(error) }, 400);
    }
  };

const json = (body: object, status = 200): Response =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
