/** Describes and executes the requests to the demo wallet for the SVM chain. */
import { Keypair, VersionedTransaction } from '@solana/web3.js';
import { svmSecretKeys } from '../shop/devnet-data.js';
import { ProviderError } from './provider-error.js';
import type { RequestSummary } from './request-dialog.js';
import { altered, svmUrl } from './svm-alter.js';
import { saveRequest, updateState, type PendingRequest } from './wallet-state.js';

// Without the check, which derives the public key again, the page loads faster.
export const svmKeys: readonly Keypair[] = svmSecretKeys.map((key) =>
  Keypair.fromSecretKey(fromBase64(key), { skipValidation: true }),
);

export const isSvmRequest = ({ method }: PendingRequest): boolean => /^(?:solana|standard):/u.test(method);

export function describeSvmRequest({ method, params }: PendingRequest): RequestSummary {
  if (method === 'standard:connect') {
    const addresses = svmKeys.map(({ publicKey }) => publicKey.toBase58());
    return {
      method,
      title: 'Connect to this page',
      rows: [
        ['Page', location.host],
        ['Accounts', addresses.join(', ')],
      ],
    };
  }
  const [address, content] = params as [string, string];
  const account = ['Account', address] as const;
  if (method === 'solana:signMessage') {
    const message = new TextDecoder().decode(fromBase64(content));
    return { method, title: 'Sign a message', rows: [account, ['Message', message]] };
  }
  const { message } = VersionedTransaction.deserialize(fromBase64(content));
  const title = method === 'solana:signTransaction' ? 'Sign a transaction' : 'Sign and send a transaction';
  const instructions = message.compiledInstructions.map(({ programIdIndex, data }, index) => {
    const program = message.staticAccountKeys[programIdIndex]?.toBase58() ?? 'unknown';
    return [`${index + 1}.`, describeInstruction(program, data)] as const;
  });
  return { method, title, rows: [account, ['Network', 'Solana'], ...instructions] };
}

/** The first bytes of a deposit instruction, with a title. After these bytes come the amount and the order id. */
const DEPOSITS: Readonly<Record<string, string>> = {
  '0d9e0ddf5fd51c06': 'Pay lamports',
  '0b9c60da27a3b413': 'Pay units of a token',
};

function describeInstruction(program: string, data: Uint8Array): string {
  const hex = [...data].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const deposit = DEPOSITS[hex.slice(0, 16)];
  if (deposit === undefined || data.length !== 48) return `Program ${program}`;
  const amount = new DataView(data.buffer, data.byteOffset).getBigUint64(8, true);
  return `${deposit}: ${amount}. Order: 0x${hex.slice(32)}`;
}

/** Executes an approved request. The results are texts, so that the log and the storage can contain them. */
export async function executeSvmRequest(request: PendingRequest): Promise<unknown> {
  const { method, params } = request;
  if (method === 'standard:connect') {
    updateState({ svmConnected: true });
    return null;
  }
  const [address, content, options] = params as [string, string, SendOptions?];
  const key = svmKeys.find(({ publicKey }) => publicKey.toBase58() === address)!;
  if (method === 'solana:signMessage') return toBase64(await signMessage(key, fromBase64(content)));
  const transaction = await altered(VersionedTransaction.deserialize(fromBase64(content)), key.publicKey);
  transaction.sign([key]);
  if (method === 'solana:signTransaction') return toBase64(transaction.serialize());
  // After a reload, the wallet sends the same bytes again. The chain executes these bytes only once.
  const { signed = toBase64(transaction.serialize()) } = request;
  saveRequest({ ...request, approved: true, signed });
  await sendTransaction(signed, options);
  return toBase64(VersionedTransaction.deserialize(fromBase64(signed)).signatures[0]!);
}

type SendOptions = { skipPreflight?: boolean };

async function sendTransaction(signed: string, { skipPreflight = false }: SendOptions = {}): Promise<void> {
  const params = [signed, { encoding: 'base64', skipPreflight }];
  const response = await fetch(svmUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params }),
  });
  const { error } = (await response.json()) as { error?: { code: number; message: string } };
  if (error) throw new ProviderError(error.code, error.message);
}

/** The first bytes of a private Ed25519 key in the format PKCS #8. The seed comes after these bytes. */
const PKCS8 = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];

async function signMessage({ secretKey }: Keypair, message: Uint8Array): Promise<Uint8Array> {
  const bytes = Uint8Array.from([...PKCS8, ...secretKey.subarray(0, 32)]);
  const key = await crypto.subtle.importKey('pkcs8', bytes, 'Ed25519', false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('Ed25519', key, Uint8Array.from(message)));
}

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
