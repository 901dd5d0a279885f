/** Reads a payment's lookup tables and the mint of its token from the chain, and checks them (G43, G45). */
import { AddressLookupTableAccount, PublicKey } from '@solana/web3.js';
import { HubPayError } from '../../../errors.js';
import type { InstructionsRequest } from '../../family/abilities.js';
import { nativeAddress } from '../../registry/registry.js';
import type { ChainAccess } from '../../family/sources.js';
import { readMint } from '../data/accounts.js';
import { LOOKUP_TABLE_PROGRAM, TOKEN_PROGRAMS } from '../data/programs.js';
import type { Tables } from '../data/message.js';
import { readAccounts, type ChainAccount } from './read-accounts.js';

/**
 * Reads the request's lookup tables, and checks the mint of the token that pays.
 * @throws HubPayError `quote-unsafe` if a table is missing or being removed, or if the token does not exist or has a
 *   transfer fee or a transfer hook; Error if the chain or a table cannot be read
 */
export async function readTables(
  { lookupTables, currency }: InstructionsRequest,
  access: ChainAccess,
): Promise<Tables> {
  const isToken = currency !== nativeAddress(access.chain);
  const [mint, ...found] = await readAccounts([...(isToken ? [currency] : []), ...lookupTables], access).then((all) =>
    isToken ? all : [null, ...all],
  );
  if (isToken) checkMint(mint ?? null, currency);
  return lookupTables.map((address, at) => tableOf(address, found[at] ?? null));
}

/**
 * Decodes the lookup table in an account. Rejects a table that its authority is removing, because the account could
 * soon contain no table or another one.
 */
function tableOf(address: string, account: ChainAccount | null): AddressLookupTableAccount {
  if (account?.owner !== LOOKUP_TABLE_PROGRAM) throw unsafe('G45', `The lookup table ${address} does not exist.`);
  const key = new PublicKey(address);
  const table = new AddressLookupTableAccount({ key, state: AddressLookupTableAccount.deserialize(account.data) });
  if (!table.isActive()) throw unsafe('G45', `The lookup table ${address} is being removed.`);
  return table;
}

/**
 * Rejects a token with a transfer hook or a transfer fee, or without a mint. A hook is a program of the issuer that
 * runs with each transfer, and a fee reduces what arrives.
 */
function checkMint(account: ChainAccount | null, currency: string): void {
  const mint = account && TOKEN_PROGRAMS.includes(account.owner) ? readMint(account.data, account.owner) : null;
  if (!mint) throw unsafe('G43', `The token ${currency} does not exist.`);
  if (mint.takes) throw unsafe('G43', `The token ${currency} has a transfer ${mint.takes}.`);
}

/** Creates the error for a transaction that must not reach the wallet or, after it has signed, the chain. */
export const unsafe = (rule: string, message: string): HubPayError =>
  new HubPayError('quote-unsafe', message, { details: `${rule} ${message}` });
