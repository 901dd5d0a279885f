/** Merges the service's payments of several accounts into one list by time, page by page. */
import type { WireRequest } from '../../api/responses/types.js';
import { errorInfo, HubPayError, type ErrorInfo } from '../../errors.js';
import type { Account } from '../../types.js';
import type { PaymentContext } from '../context/context.js';
import { toJson } from '../../shared/builtins/to-json.js';

/**
 * How far the list of one account has been read: `after` is the id of the last used payment on the page at `cursor`,
 * and `time` is when this payment was created, if the service has named a time.
 */
export type Place = { user: string; cursor?: string; after?: string; time?: string };

/** One page of the merged list of all accounts. */
export type AccountsPage = {
  requests: WireRequest[];
  /** Where the next page starts; absent if every list that could be loaded has ended. */
  continuation?: string;
  /** Why the payments of an account could not be loaded for this page; absent if nothing failed. */
  problem?: ErrorInfo;
};

/**
 * What is left of one account's page, and the service's cursor for the `next` one. `isMoved` is true if the page
 * contains only payments that are newer than the last used one, so that this one is on a later page.
 */
type Rest = { at: Place; left: WireRequest[]; next?: string | undefined; isMoved: boolean };

/** The maximum number of records that the service returns in one response. */
const MOST = 50;

/**
 * Returns the newest payments of all accounts, each payment once on this page. An account whose payments cannot be
 * loaded is left out of this page and asked again for the next one, if there is one. No page leaves out an account
 * without a `problem`.
 * @param places where the page starts in the list of each account
 * @param limit the maximum number of payments
 * @param isListed whether the payment is already in the list
 * @throws the service's error if no account could be loaded
 */
export async function mergeAccounts(
  { client, signal }: PaymentContext,
  places: readonly Place[],
  limit: number,
  isListed: (id: string) => boolean,
): Promise<AccountsPage> {
  const read = async (at: Place): Promise<Rest> => {
    const { user, cursor, after } = at;
    // A page that was only partly listed is read again, in full, because it starts with payments that are already
    // listed.
    const query = {
      user,
      limit: after === undefined ? limit : MOST,
      ...(cursor !== undefined && { continuation: cursor }),
    };
    const { requests, continuation: next } = await client.requests(query, { signal });
    const last = after === undefined ? -1 : requests.findIndex(({ id }) => id === after);
    const isMissing = after !== undefined && last < 0;
    const left = isMissing ? requests.filter((each) => !isNewer(each, at)) : requests.slice(last + 1);
    return { at, left, next, isMoved: isMissing && left.length === 0 };
  };
  const answers = await Promise.allSettled(places.map(read));
  const rests = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (failed && rests.length === 0) throw failed.reason as Error;
  const requests = newest(rests, limit, isListed);
  const open = rests.flatMap(({ at, left, next, isMoved }): Place[] => {
    if (left.length > 0) return [at];
    return next === undefined ? [] : [{ ...(isMoved ? at : { user: at.user }), cursor: next }];
  });
  // If only accounts are left that could not be read, there is no next page, because they could fail for ever.
  const next = open.length > 0 ? [...open, ...places.filter((_, at) => answers[at]?.status === 'rejected')] : [];
  return {
    requests,
    ...(next.length > 0 && { continuation: toJson(next) }),
    ...(failed && { problem: errorInfo(failed.reason, 'unknown') }),
  };
}

/**
 * Takes the newest payments from the pages, and stops at `limit` payments. Also stops when the page of one account is
 * used up but has a next page, because this next page can have newer payments than the others.
 */
function newest(rests: readonly Rest[], limit: number, isListed: (id: string) => boolean): WireRequest[] {
  const taken = new Map<string, WireRequest>();
  while (taken.size < limit && !rests.some(({ left, next }) => left.length === 0 && next !== undefined)) {
    const [first] = rests.filter(({ left }) => left.length > 0).sort((a, b) => timeOf(b) - timeOf(a));
    const request = first?.left.shift();
    if (!first || !request) break;
    const { time: _, ...place } = first.at;
    const time = request['createdAt'];
    first.at = { ...place, after: request.id, ...(typeof time === 'string' && { time }) };
    const id = request.id.toLowerCase();
    if (!isListed(id)) taken.set(id, request);
  }
  return [...taken.values()];
}

/**
 * Returns the time of the next payment. One without a time comes first, so that the sequence of the account's list does
 * not change.
 */
const timeOf = ({ left }: Rest): number => Date.parse(String(left[0]?.['createdAt'])) || Infinity;

/**
 * True if the payment was created after the last used one. The page does not contain that one any more if many newer
 * payments have moved it to a later page, or if the service has removed it. Payments without a time are not newer,
 * because it is better to list a payment twice than not at all.
 */
const isNewer = (request: WireRequest, { time = '' }: Place): boolean =>
  Date.parse(String(request['createdAt'])) > Date.parse(time);

/** Returns the places where the first page starts. */
export const firstPlaces = (accounts: readonly Account[]): Place[] => accounts.map(({ address: user }) => ({ user }));

/** Creates the error for a `continuation` that no page has returned. */
export const wrongContinuation = (): HubPayError =>
  new HubPayError('config', 'continuation must come from an earlier page', { attribute: 'continuation' });

/**
 * Reads the `continuation` of a page, without accounts that are no longer connected.
 * @throws HubPayError `config` if the text is not a `continuation`
 */
export function parsePlaces(continuation: string, accounts: readonly Account[]): Place[] {
  try {
    const places = JSON.parse(continuation) as Place[];
    if (places.every(({ user, cursor = '', after = '', time = '' }) => [user, cursor, after, time].every(isText)))
      return places.filter(({ user }) => accounts.some(({ address }) => address === user));
  } catch {
    // Text that is no JSON leads to the same error as JSON of another form.
  }
  throw wrongContinuation();
}

const isText = (value: unknown): boolean => typeof value === 'string';
