/** Lists the properties of the element, with their kinds. */
import type { SessionOptions } from '../payment/model/options.js';
import { chainId, declare, flag, list, object, plain, reflected, text, walletList } from './property-declarations.js';

/**
 * The name of every property that a page can set, except `open`. The element defines `open` with a getter and a setter.
 */
export type PropertyName =
  | keyof SessionOptions
  | 'merchant'
  | 'layout'
  | 'disabled'
  | 'name'
  | 'required'
  | 'submitOnSuccess'
  | 'locale'
  | 'theme'
  | 'remoteImages'
  | 'returnUrl'
  | 'supportUrl'
  | 'minAmount'
  | 'maxAmount'
  | 'presets'
  | 'currency'
  | 'ratesUrl'
  | 'messages'
  | 'summary'
  | 'fetch';

/** The Lit declaration of each property. */
export const properties = declare<PropertyName | 'open'>(
  [
    text,
    [
      'baseUrl',
      'destinationCurrency',
      'originCurrency',
      'currency',
      'recipient',
      'refundTo',
      'tradeType',
      'amount',
      'minAmount',
      'maxAmount',
      'maxSubsidizationAmount',
      'topupGasAmount',
      'slippageTolerance',
      'confirmUrl',
      'returnUrl',
      'supportUrl',
      'ratesUrl',
      'reference',
      'referrer',
      'merchant',
      'attestation',
      'resume',
      'locale',
      'remoteImages',
    ],
  ],
  [chainId, ['destinationChainId', 'originChainId']],
  [flag, ['subsidizeFees', 'topupGas', 'usePermit', 'useDepositAddress', 'open', 'required', 'submitOnSuccess']],
  // An attribute `registry` names a file, and the property can also be the registry itself.
  [list, ['origins', 'tokens', 'presets', 'sponsoredFeeComponents', 'registry']],
  // Lit also writes these properties to their attributes. The style sheet reads `layout` and `theme`, and the form
  // reads `name`.
  [reflected(text), ['layout', 'name', 'theme']],
  [reflected(flag), ['disabled']],
  [walletList, ['wallets']],
  [object, ['messages', 'summary', 'appFees', 'txs', 'quoteOptions']],
  [plain, ['statusStreamUrl', 'venueExchangeUrl', 'venueInfoUrl', 'fetch']],
);
