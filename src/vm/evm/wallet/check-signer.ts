/** Checks who signed a permit, before the page posts the signature. A wallet can sign with another account. */
import type { Hex } from 'viem';
import { encodeFunctionData, hashTypedData } from 'viem/utils';
import { HubPayError } from '../../../errors.js';
import { sameAddress } from '../../../shared/chain.js';
import { keySignature } from '../../../wallets/read-answer.js';
import type { Wallet } from '../../../wallets/wallet.js';
import type { SignatureRequest } from '../../family/abilities.js';
import { isRevert } from '../chain/is-revert.js';
import { rpc } from '../../family/rpc.js';
import type { ChainAccess } from '../../family/sources.js';
import { wrongSigner } from '../../family/wrong-signer.js';
import { abiFunction, bytes32 } from '../abi/abi-function.js';
import { accountKind } from '../chain/smart-account.js';

/** The answer of a contract account starts with these bytes if it accepts the signature (ERC-1271). */
const MAGIC = '0x1626ba7e';

const isValidSignature = abiFunction('isValidSignature', bytes32, { type: 'bytes' });

/**
 * Returns the signature in the form to post. Reads the chain only if the account's key did not sign. A contract account
 * decides by itself which signatures are its own (ERC-1271).
 * @param signature what the wallet returned, in lower-case hex
 * @param recoverSigner returns the account whose key signed a digest, or null if no key did
 * @throws HubPayError the error of `wrongSigner` if the account did not sign; `service-down` with the reason
 *   `chain-unreadable` if the chain cannot be read; after an abort, the signal's reason
 */
export async function checkSigner(
  request: SignatureRequest,
  signature: string,
  wallet: Wallet,
  access: ChainAccess,
  recoverSigner: (digest: string, signature: string) => Promise<string | null>,
): Promise<string> {
  const digest = hashTypedData(request.typedData as Parameters<typeof hashTypedData>[0]);
  const ofKey = keySignature(signature);
  const signer = await recoverSigner(digest, ofKey);
  if (signer !== null && sameAddress(signer, request.from)) return ofKey;
  // A contract account first gets the bytes as its wallet wrote them, because their last byte can have another meaning.
  for (const form of new Set([signature, ofKey])) if (await isAccepted(request.from, digest, form, access)) return form;
  throw await wrongSigner(request, signer, wallet);
}

/** Whether the account has code that accepts the signature. */
async function isAccepted(account: string, digest: Hex, signature: string, access: ChainAccess): Promise<boolean> {
  const data = encodeFunctionData({ abi: [isValidSignature], args: [digest, signature as Hex] });
  try {
    if ((await accountKind(account, access)) === 'key') return false;
    const answer = await rpc(access, 'eth_call', [{ to: account, data }, 'latest']);
    return typeof answer === 'string' && answer.toLowerCase().startsWith(MAGIC);
  } catch (cause) {
    access.signal.throwIfAborted();
    // The contract ran, and refused the signature.
    if (isRevert(cause)) return false;
    throw new HubPayError('service-down', `Chain ${access.chain.id} cannot say whether the account signed.`, {
      reason: 'chain-unreadable',
      cause,
    });
  }
}
