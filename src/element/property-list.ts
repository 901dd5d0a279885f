/** Lists the properties of the element, with their kinds. */
import { chainId, declare, flag, list, object, plain, reflected, text, walletList } from './property-kinds.js';

/** The Lit declaration of each property. */
export const properties = declare(
  // Names that resemble each other are side by side, because the file is then smaller after compression.
  [
    text,
    [
      'locale',
      'remoteImages',
      'attestation',
      'ratesUrl',
      'returnUrl',
      'supportUrl',
      'confirmUrl',
      'baseUrl',
      'refundTo',
      'topupGasAmount',
      'maxSubsidizationAmount',
      'minAmount',
      'maxAmount',
      'amount',
      'slippageTolerance',
      'merchant',
      'recipient',
      'resume',
      'purpose',
      'referrer',
      'reference',
      'tradeType',
      'originCurrency',
      'currency',
      'destinationCurrency',
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

/**
 * The name of every property that a page can set, except `open`. The element defines `open` with a getter and a setter.
 */
export type PropertyName = Exclude<keyof typeof properties, 'open'>;
