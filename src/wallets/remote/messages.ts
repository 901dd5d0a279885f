/**
 * Reads the messages of the protocol between the page and a wallet. Each exported reader returns null for a value of
 * another form.
 */
import { isHexAccount } from '../../shared/chain.js';
import { parsedJson } from '../../shared/text/parse-json.js';
import { isRecord } from '../../shared/text/patterns.js';
import { copyJson, type Issue } from '../../shared/validation.js';
import { appLinks, type AppLinks } from './redirect.js';
import { bytes32 } from './bytes.js';
import type { Bytes } from './cryptography-types.js';

/**
 * The methods that the page asks a wallet to approve. The wallet can approve fewer. Methods that read a chain are not
 * among them, because the page reads chains itself.
 */
export const METHODS = [
  'eth_sendTransaction',
  'personal_sign',
  'eth_signTypedData_v4',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
  'wallet_switchEthereumChain',
] as const;

/** The events of the wallet that the page asks for. */
export const EVENTS = ['accountsChanged', 'chainChanged'] as const;

/** The error of an answer: the wallet refused, or failed. */
export type Failure = { code: number | undefined; message: string };

/** Creates the error of a provider (EIP-1193) from a failure. */
export const errorOf = ({ code, message }: Failure): Error =>
  Object.assign(new Error(message), code !== undefined && { code });

/** One message (JSON-RPC): a request of the wallet, or its answer to a request of the page. */
export type Message =
  | { id: number; method: string; params: Record<string, unknown> }
  | { id: number; result: unknown }
  | { id: number; failure: Failure };

/** Reads a message. */
export function readMessage(value: unknown): Message | null {
  if (!isRecord(value)) return null;
  const { id, method, params, result, error } = value;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0) return null;
  if (method !== undefined) return typeof method === 'string' && isRecord(params) ? { id, method, params } : null;
  if (!isRecord(error)) return 'result' in value ? { id, result } : null;
  const code = typeof error['code'] === 'number' ? error['code'] : undefined;
  return { id, failure: { code, message: lineOf(error['message']) || 'The wallet gave no reason' } };
}

/** The part of a session that contains what the wallet approved. */
export type Namespace = {
  /**
   * The accounts as CAIP-10 ids, such as `eip155:1:0x…`, with the address in lower case. The page also reads the
   * approved chains from them, because the protocol's own list of chains is often missing.
   */
  accounts: readonly string[];
  methods: readonly string[];
};

/** The maximum number of accounts, and of methods. Wallets have far fewer, and a longer list could fill the memory. */
const MOST = 1_000;

/** Reads the namespace of the EVM chains, without malformed accounts. */
export function readNamespace(namespaces: unknown): Namespace | null {
  const found = isRecord(namespaces) ? namespaces['eip155'] : undefined;
  if (!isRecord(found)) return null;
  const accounts = textsOf(found['accounts'])?.flatMap((each) => caipAccount(each) ?? []);
  const methods = textsOf(found['methods']);
  return accounts && methods ? { accounts, methods } : null;
}

/** Returns the CAIP-10 id of an EVM account with its address in lower case, or null for anything else. */
function caipAccount(text: string): string | null {
  const [, chain, address = ''] = /^eip155:([1-9]\d{0,14}):(.+)$/.exec(text) ?? [];
  return isHexAccount(address) ? `eip155:${chain}:${address.toLowerCase()}` : null;
}

/** The content of the message with which a wallet begins a session. */
export type Settlement = {
  /** The wallet's public key, in hex. */
  controller: string;
  /** When the session ends, as Unix time in seconds. */
  expiry: number;
  namespace: Namespace;
  /** What the wallet can do beside single transactions, by chain (EIP-5792); empty if it names nothing. */
  capabilities: Record<string, unknown>;
  peer: Peer;
};

/** How the wallet describes itself. The page cannot verify the name. */
export type Peer = AppLinks & { name: string };

/** Reads the parameters of `wc_sessionSettle`. */
export function readSettlement(params: Record<string, unknown>): Settlement | null {
  const { controller, namespaces, expiry, sessionProperties } = params;
  const namespace = readNamespace(namespaces);
  if (!isRecord(controller) || !namespace || !isTime(expiry)) return null;
  const { publicKey, metadata } = controller;
  if (typeof publicKey !== 'string' || !bytes32(publicKey)) return null;
  const { name, redirect } = isRecord(metadata) ? metadata : {};
  const peer = { name: lineOf(name), ...appLinks(redirect) };
  return { controller: publicKey, expiry, namespace, capabilities: readCapabilities(sessionProperties), peer };
}

/** Reads the capabilities in the properties of a session: an object, or usually its JSON as a text. */
function readCapabilities(properties: unknown): Record<string, unknown> {
  const { capabilities } = isRecord(properties) ? properties : {};
  if (typeof capabilities !== 'string') return isRecord(capabilities) ? capabilities : {};
  const issues: Issue[] = [];
  const read = copyJson(parsedJson(capabilities), capabilities.length, issues);
  return issues.length === 0 && isRecord(read) ? read : {};
}

/** Reads the wallet's public key in its answer to a proposal. */
export function readApproval(result: unknown): { key: Bytes; hex: string } | null {
  const hex = isRecord(result) ? result['responderPublicKey'] : undefined;
  const key = typeof hex === 'string' ? bytes32(hex) : null;
  return typeof hex === 'string' && key ? { key, hex } : null;
}

/** Reads an event of the wallet, such as `chainChanged`. */
export function readEvent({ event }: Record<string, unknown>): { name: string; data: unknown } | null {
  if (!isRecord(event) || typeof event['name'] !== 'string') return null;
  return { name: event['name'], data: event['data'] };
}

/** Whether the value is a Unix time in whole seconds, above 0 and with at most ten digits. */
export const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value < 10_000_000_000;

const textsOf = (value: unknown): string[] | null =>
  Array.isArray(value) && value.length <= MOST && value.every((each) => typeof each === 'string') ? value : null;

const LONGEST_LINE = 200;

/**
 * Returns at most 200 characters of a text, with a space for characters that could hide or reorder others. Returns an
 * empty text for a value of another type.
 */
function lineOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  const text = value.slice(0, 10 * LONGEST_LINE).normalize('NFC');
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_LINE);
}
