/** Loads the code that applies the merchant's choice of tokens. */
import { loaded } from '../../shared/load-code.js';
import type { ChainRecord } from '../../types.js';
import type { SessionOptions } from '../model/options.js';
import type { TokenRules } from './token-rules.js';

/**
 * Resolves with undefined if the merchant chose no tokens.
 * @param chains the chains that the payer can pay from
 * @throws HubPayError `service-down` if the code could not be loaded
 */
export const loadTokenRules = async (
  { tokens }: Pick<SessionOptions, 'tokens'>,
  chains: readonly ChainRecord[],
): Promise<TokenRules | undefined> =>
  tokens && (await loaded(import('./token-rules.js'), 'lists tokens')).parseTokens(tokens, chains);
