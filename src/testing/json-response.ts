/** Creates the answers of test mode’s service and nodes. */
import { toJson } from '../shared/to-json.js';

/** Does what `Response.json` does, also if the page has put a method `toJSON` on arrays. */
export const jsonResponse = (value: unknown, status = 200): Response =>
  new Response(toJson(value), { status, headers: { 'content-type': 'application/json' } });
