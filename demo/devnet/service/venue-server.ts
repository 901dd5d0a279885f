/** The HTTP server of the perps venue: `POST /info` reads balances, and `POST /exchange` executes signed transfers. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatUnits, isAddress, parseUnits, type Hex } from 'viem';
import type { Faults } from '../orders/faults.js';
import type { Venue } from '../venue/ledger.js';
import { SPOT_META, signerOfTransfer, USDC_TOKEN, type SendAsset } from '../venue/typed-data.js';

export interface RunningVenue {
  readonly infoUrl: string;
  readonly exchangeUrl: string;
  /** Stops the server and closes every connection. */
  stop(): Promise<void>;
}

/** Starts the server on a free port of 127.0.0.1. */
export async function serveVenue(venue: Venue, faults: Faults): Promise<RunningVenue> {
  const server = createServer((request, response) => {
    respond(request, venue, faults)
      .catch((error: unknown): Answer => ({ status: 500, body: String(error) }))
      .then((answer) => send(response, answer), console.error);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    infoUrl: `${url}/info`,
    exchangeUrl: `${url}/exchange`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** If `lost` is true, the server closes the connection and sends no answer. */
type Answer = { status: number; body: unknown; lost?: boolean };

async function respond(request: IncomingMessage, venue: Venue, { on }: Faults): Promise<Answer> {
  if (request.method === 'OPTIONS') return { status: 204, body: '' };
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  if (on.venue === 'down') return { status: 503, body: 'The venue is down' };
  const body = parse(Buffer.concat(chunks).toString('utf8'));
  if (request.url === '/info') return info(venue, body);
  if (request.url !== '/exchange') return { status: 404, body: 'Not found' };
  // The faults change only the result of transfers.
  if (!isTransfer(body.action)) return MALFORMED;
  if (on.venueDelayMs) await sleep(on.venueDelayMs);
  const answer = on.venue === 'refuse' ? refused('The venue refuses transfers') : await exchange(venue, body);
  return { ...answer, lost: on.venue === 'lose' };
}

const MALFORMED: Answer = { status: 422, body: 'Failed to deserialize the JSON body into the target type' };

function info(venue: Venue, { type, user }: Body): Answer {
  if (type === 'spotMeta') return { status: 200, body: SPOT_META };
  if (type === 'spotClearinghouseState') return { status: 200, body: { balances: [] } };
  if (type !== 'clearinghouseState' || typeof user !== 'string') return MALFORMED;
  const value = formatUnits(venue.balanceOf(user), DECIMALS);
  const summary = { accountValue: value, totalNtlPos: '0.0', totalRawUsd: value, totalMarginUsed: '0.0' };
  const state = { marginSummary: summary, crossMarginSummary: summary, crossMaintenanceMarginUsed: '0.0' };
  return { status: 200, body: { withdrawable: value, ...state, assetPositions: [], time: Date.now() } };
}

/** Creates the answer that refuses a transfer. The HTTP status of this answer is also 200. */
const refused = (response: string): Answer => ({ status: 200, body: { status: 'err', response } });

async function exchange(venue: Venue, { action, nonce, signature }: Body): Promise<Answer> {
  if (!isTransfer(action) || !isSignature(signature) || !Number.isSafeInteger(nonce)) return MALFORMED;
  const { destination, token, amount: text, venueChain, sourceDex, destinationDex, fromSubAccount } = action;
  if (action.nonce !== nonce) return refused(`Invalid nonce: ${String(nonce)}`);
  const age = Date.now() - action.nonce;
  if (age > OLDEST || age < NEWEST) return refused(`Invalid nonce: ${action.nonce}`);
  if (venueChain !== 'Mainnet') return refused(`Unknown chain ${venueChain}`);
  if (token !== USDC_TOKEN) return refused(`Unknown token ${token}`);
  if (sourceDex || destinationDex || fromSubAccount) return refused('Unknown sub-account or dex');
  if (!isAddress(destination, { strict: false })) return refused('Invalid destination');
  const signer = await signerOfTransfer(action, signature);
  if (!signer) return refused('Invalid signature');
  // From a wrong signature, the venue computes the address of another account. The venue can only report that this
  // account has no money.
  if (venue.balanceOf(signer) === 0n) return refused(`Must deposit before performing actions. User: ${signer}`);
  const amount = AMOUNT.test(text) ? parseUnits(text, DECIMALS) : 0n;
  if (amount === 0n) return refused('Invalid amount');
  try {
    venue.transfer({ from: signer, to: destination, amount, nonce: action.nonce });
  } catch (error) {
    return refused((error as Error).message);
  }
  return { status: 200, body: { status: 'ok', response: { type: 'default' } } };
}

const DECIMALS = 8;
const AMOUNT = /^\d{1,12}(?:\.\d{1,8})?$/u;
/**
 * Limits of a nonce's age in milliseconds. A nonce is a time. This time may be up to two days in the past, and up to
 * one day in the future.
 */
const OLDEST = 2 * 86_400_000;
const NEWEST = -86_400_000;

type Body = Readonly<Record<string, unknown>>;

const TEXTS = ['signatureChainId', 'venueChain', 'destination', 'sourceDex', 'destinationDex', 'token', 'amount'];

function isTransfer(value: unknown): value is SendAsset {
  if (!isObject(value) || value['type'] !== 'sendAsset' || !Number.isSafeInteger(value['nonce'])) return false;
  return [...TEXTS, 'fromSubAccount'].every((name) => typeof value[name] === 'string');
}

function isSignature(value: unknown): value is { r: Hex; s: Hex; v: number } {
  return isObject(value) && typeof value['v'] === 'number' && [value['r'], value['s']].every((part) => isWord(part));
}

const isWord = (value: unknown): boolean => typeof value === 'string' && /^0x[0-9a-f]{64}$/iu.test(value);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function parse(text: string): Body {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function send(response: ServerResponse, { status, body, lost }: Answer): void {
  if (lost) {
    response.destroy();
    return;
  }
  response.writeHead(status, {
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': '*',
  });
  response.end(status === 204 ? undefined : JSON.stringify(body));
}
