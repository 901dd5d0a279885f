/**
 * Loads the merchant's registry from a file of the page's own site, or the code of test mode. This code loads only for
 * an element that names a file, or that is in test mode.
 */
import { config, HubPayError } from '../../errors.js';
import { loaded } from '../../shared/load-code.js';
import { linkOf } from '../../shared/page/page-address.js';
import { isRecord } from '../../shared/text/patterns.js';
import type { Registry } from '../../types.js';
import type { Setup } from '../controllers/registry-controller.js';

/** Longest wait for the file, in milliseconds. */
const LOAD_MS = 15_000;

/**
 * Loads the merchant's file, or the code of test mode.
 * @param text the address of the file; `demo:` means test mode
 * @param host the element, whose own `fetch` takes the place of the page's, except for the file
 * @param watched wraps a `fetch`, so that the element notices requests that the content security policy blocks
 * @throws HubPayError the errors of `loadRegistry`; `service-down` if the code of test mode could not be loaded
 */
export async function loadSetup(
  text: string,
  host: HTMLElement & { fetch: typeof fetch | undefined },
  watched: (send: typeof fetch) => typeof fetch,
): Promise<Setup> {
  const readRegistry = (file: string): Promise<Registry> => loadRegistry(file, watched(fetch));
  if (text !== 'demo:') return { registry: await readRegistry(text) };
  const { startTestMode } = await loaded(import('../../testing/test-mode.js'), 'tests');
  return startTestMode(host, { send: watched((...request) => (host.fetch ?? fetch)(...request)), readRegistry });
}

/**
 * Loads the file. The session later checks each chain in it.
 * @param text the address of the file, relative to the page
 * @param send the page's `fetch`, watched for requests that the page's content security policy blocks
 * @throws HubPayError `config` if the text is no address, or if the file is of another site, is no registry, or is
 *   answered with an error status below 500; `service-down` if the request fails, is redirected, takes longer than 15
 *   seconds, or gets a status of 500 or more, because a retry can then succeed
 */
export async function loadRegistry(text: string, send: typeof fetch): Promise<Registry> {
  const address = linkOf(text);
  // No browser requests an address with a user name or a password, so a retry cannot help either.
  if (address === undefined || /^\w+:\/\/[^/]*@/.test(address))
    throw config('registry', `"${text}" is no address of a file: write it like "/registry.json"`);
  const url = new URL(address);
  if (url.origin !== location.origin)
    throw config('registry', `"${text}" is a file of another site: serve it from ${location.origin}`);
  const silent = (cause: unknown): never => {
    throw noAnswer(`${text} gave no answer`, cause);
  };
  const signal = AbortSignal.timeout(LOAD_MS);
  const response = await send(url, { credentials: 'same-origin', redirect: 'error', signal }).catch(silent);
  if (response.status >= 500) throw noAnswer(`${text} answered ${response.status}`);
  if (!response.ok) throw config('registry', `${url.href} answered ${response.status}`);
  const json = parsed(await response.text().catch(silent));
  if (!isRecord(json) || !Array.isArray(json['chains'])) throw config('registry', `${url.href} has no list \`chains\``);
  return json as unknown as Registry;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Creates the error for a request that failed. Its reason makes the payer's retry reload the page, and with it the
 * file.
 */
const noAnswer = (what: string, cause?: unknown): HubPayError =>
  new HubPayError('service-down', `registry: ${what}`, { reason: 'not-loaded', cause });
