/** Lists the properties of the element, with their kinds. */
import { verbatimFields, verbatimNames, type FieldKind } from '../shared/quote-fields.js';
import {
  declare,
  flag,
  list,
  number,
  object,
  plain,
  reflected,
  text,
  walletList,
  type Declaration,
} from './property-kinds.js';

const kinds: { readonly [kind in FieldKind]: Declaration } = { text, number, flag, list, object };

/** The Lit declaration of each property. */
export const properties = declare(
  // Similar names are side by side, because the file is then smaller after compression.
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
      'minAmount',
      'maxAmount',
      'amount',
      'merchant',
      'recipient',
      'resume',
      'purpose',
      'reference',
      'tradeType',
      'walletconnectProjectId',
      'originCurrency',
      'currency',
      'destinationCurrency',
    ],
  ],
  [number, ['destinationChainId', 'originChainId']],
  [flag, ['useDepositAddress', 'open', 'required', 'submitOnSuccess']],
  // The attribute `registry` names a file, and the property can also be the registry itself.
  [list, ['origins', 'tokens', 'presets', 'registry']],
  // Lit also writes these properties to their attributes, because the style sheet reads `layout` and `theme`, and the
  // browser reads `name` and `disabled` for the form.
  [reflected(text), ['layout', 'name', 'theme']],
  [reflected(flag), ['disabled']],
  [walletList, ['wallets']],
  [object, ['messages', 'summary', 'txs', 'quoteOptions']],
  [plain, ['statusStreamUrl', 'walletconnectRelayUrl', 'venueExchangeUrl', 'venueInfoUrl', 'fetch']],
  ...verbatimNames.map((name) => [kinds[verbatimFields[name].kind], [name]] as const),
);

/**
 * The name of every property that a page can set, except `open`, which the element defines with a getter and a setter.
 */
export type PropertyName = Exclude<keyof typeof properties, 'open'>;
