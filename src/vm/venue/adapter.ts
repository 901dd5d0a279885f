/**
 * The adapter for the perps venue. Its payers sign with EVM wallets, and their balances come from the venue's info API.
 */
import { sameAddress } from '../../shared/chain.js';
import { UINT_TEXT } from '../../shared/text/patterns.js';
import { keySignature } from '../../wallets/read-answer.js';
import { loaded } from '../../shared/load-code.js';
import { activeChain } from '../family/active-chain.js';
import type { Wallet } from '../../wallets/wallet.js';
import type { SignatureRequest } from '../family/abilities.js';
import type { VmAdapter } from '../family/adapter.js';
import { assertAccount } from '../family/assert-account.js';
import type { ChainAccess } from '../family/sources.js';
import type { SignedPost, Transfer, TransferState } from '../family/signed-transfers.js';
import { wrongSigner } from '../family/wrong-signer.js';
import { guardSteps } from './guard/steps.js';
import { balances, tokenInfo } from './info.js';
import { digestOf, forChain, splitSignature, type Hashes } from './messages.js';

/**
 * The functions of the EVM code that the venue's adapter needs, to compute hashes, sign typed data, and find the signer
 * of a signature.
 */
export type EvmCode = {
  evmAdapter: Pick<VmAdapter, 'hashText'> & Required<Pick<VmAdapter, 'typedData'>>;
  keccak256: Hashes['keccak256'];
  loadCurve: () => Promise<unknown>;
  recoverSigner: (digest: string, signature: string) => Promise<string | null>;
};

/** Creates the adapter of the venue. `VmAdapter` describes its members. */
export const venueAdapter = ({
  evmAdapter: { hashText, typedData },
  keccak256,
  loadCurve,
  recoverSigner,
}: EvmCode): VmAdapter => ({
  vmType: 'hypevm',
  guardSteps: (steps, context) => Promise.resolve(guardSteps(steps, context)),
  hashText,
  balances,
  tokenInfo,
  // The venue takes no network fee for a transfer.
  estimateFee: () => Promise.resolve(0n),
  prepare: (request, wallet, { signal }) => assertAccount(request, wallet, signal),
  transfers: {
    async sign(request: SignatureRequest, wallet: Wallet): Promise<SignedPost> {
      // Loads the elliptic curve code before the prompt. Without this code, the page cannot check the signature and
      // must not post it.
      const [chainId] = await Promise.all([activeChain(wallet), loaded(loadCurve(), 'checks signatures')]);
      const asked = forChain(request, chainId);
      const signature = keySignature(await typedData.sign(asked, wallet));
      const split = splitSignature(signature);
      const signer = split && (await recoverSigner(digestOf(asked.typedData, { hashText, keccak256 }), signature));
      // The venue takes the money from the account whose key signed, which can differ from the account in the request.
      // A contract account has no key and cannot pay.
      if (!split || signer === null || !sameAddress(signer, asked.from)) throw await wrongSigner(asked, signer, wallet);
      const { url, body } = asked.post;
      return { signature, body: url === null ? { ...body, signature: split } : body };
    },
    transferState,
  },
});

async function transferState(
  { owner, currency, amount, held }: Transfer,
  access: ChainAccess,
): Promise<TransferState | null> {
  // Both amounts can come from the journal, and any script of the page can write the journal's storage.
  if (held === null || !UINT_TEXT.test(held) || !UINT_TEXT.test(amount)) return null;
  const [now = null] = await balances(owner, [{ currency }], access);
  if (now === null) return null;
  if (now === BigInt(held)) return 'unmoved';
  return now + BigInt(amount) <= BigInt(held) ? 'moved' : 'unclear';
}
