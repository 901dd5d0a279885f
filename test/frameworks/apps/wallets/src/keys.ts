/** The window of the wallet that the SDK opens. It exchanges keys, decrypts each request, answers it and closes. */
import { devnet, execute, type Call } from './devnet.js';

type Encrypted = { iv: BufferSource; cipherText: BufferSource };
type Content = { handshake?: { method: string }; encrypted?: Encrypted };
type Message = { id: string; event?: string; sender?: string; content?: Content };

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
const KEY = 'wallet-key';
const { subtle } = crypto;
const shop = opener as Window;
const tell = (message: object): void => shop.postMessage(message, location.origin);

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16));

/** The wallet keeps its key between its windows. */
async function ownKeys(): Promise<{ secret: CryptoKey; sender: string }> {
  const kept = localStorage.getItem(KEY);
  if (kept) {
    const { jwk, sender } = JSON.parse(kept) as { jwk: JsonWebKey; sender: string };
    return { sender, secret: await subtle.importKey('jwk', jwk, CURVE, true, ['deriveKey']) };
  }
  const { privateKey, publicKey } = await subtle.generateKey(CURVE, true, ['deriveKey']);
  const sender = hexOf(await subtle.exportKey('spki', publicKey));
  localStorage.setItem(KEY, JSON.stringify({ jwk: await subtle.exportKey('jwk', privateKey), sender }));
  return { secret: privateKey, sender };
}

async function perform({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
  if (method === 'eth_requestAccounts') return [devnet.smartAccount];
  if (method === 'eth_sendTransaction') return execute((params as [Call]).slice(0, 1));
  throw new Error(`The wallet does not know ${method}`);
}

async function respond({ id, sender: other = '', content = {} }: Message): Promise<void> {
  const { secret, sender } = await ownKeys();
  const theirs = await subtle.importKey('spki', bytesOf(other), CURVE, true, []);
  const shared = await subtle.deriveKey(
    { name: 'ECDH', public: theirs },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
  const { handshake, encrypted } = content;
  const decrypted =
    encrypted && (await subtle.decrypt({ name: 'AES-GCM', iv: encrypted.iv }, shared, encrypted.cipherText));
  const { action } = decrypted
    ? (JSON.parse(new TextDecoder().decode(decrypted)) as { action: { method: string } })
    : { action: handshake! };
  const result = await perform(action).then(
    (value) => ({ value }),
    (error: unknown) => ({ error: { code: -32603, message: String(error) } }),
  );
  const text = JSON.stringify({ result, data: { chains: { [devnet.chainId]: devnet.rpcUrl } } });
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const cipherText = await subtle.encrypt({ name: 'AES-GCM', iv }, shared, new TextEncoder().encode(text));
  tell({
    id: crypto.randomUUID(),
    requestId: id,
    sender,
    content: { encrypted: { iv, cipherText } },
    timestamp: new Date(),
  });
  close();
}

addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.event === 'selectSignerType') tell({ requestId: data.id, data: 'scw' });
  else if (data.content) void respond(data);
});
addEventListener('pagehide', () => tell({ event: 'PopupUnload' }));
tell({ event: 'PopupLoaded', id: crypto.randomUUID() });
