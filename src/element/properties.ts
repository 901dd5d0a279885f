/** The element's properties as TypeScript knows them: Lit makes the accessors from the table in attributes.ts. */
import type { PropertyDeclarations } from 'lit';
import { properties } from './merge--attributes.js';
import type { Messages } from '../i18n/translate.js';
import type { DestinationCall, Registry, TradeType } from '../types.js';
import { FormElement } from './form-control.js';
import type { WalletEntry } from '../wallets/wallet.js';

/** What can be set, beside the form's own and `open`; undefined where nothing was. */
export class PropertyElement extends FormElement {
  static override properties: PropertyDeclarations = properties;

  declare baseUrl: string | undefined;
  declare destinationChainId: number | undefined;
  declare destinationCurrency: string | undefined;
  declare amount: string | undefined;
  declare tradeType: TradeType | undefined;
  declare recipient: string | undefined;
  declare originChainId: number | undefined;
  declare originCurrency: string | undefined;
  declare origins: string | readonly number[] | undefined;
  declare refundTo: string | undefined;
  declare slippageTolerance: string | undefined;
  declare subsidizeFees: boolean;
  declare sponsoredFeeComponents: string | readonly string[] | undefined;
  declare maxSubsidizationAmount: string | undefined;
  declare topupGas: boolean;
  declare topupGasAmount: string | undefined;
  declare usePermit: boolean | undefined;
  declare appFees: readonly { recipient: string; fee: string }[] | undefined;
  declare referrer: string | undefined;
  declare useDepositAddress: boolean | undefined;
  declare merchant: string | undefined;
  declare reference: string | undefined;
  declare layout: 'button' | 'panel' | undefined;
  declare resume: 'auto' | 'ask' | 'off' | undefined;
  declare attestation: 'off' | 'warn' | 'required' | undefined;
  declare name: string | undefined;
  declare submitOnSuccess: boolean;
  declare locale: string | undefined;
  declare theme: 'auto' | 'light' | 'dark' | undefined;
  declare remoteImages: 'on' | 'off' | undefined;
  declare registry: Registry | undefined;
  declare wallets: readonly WalletEntry[] | undefined;
  declare messages: Messages | undefined;
  declare summary: readonly { label: string; amount: string }[] | undefined;
  declare txs: readonly DestinationCall[] | undefined;
  declare quoteOptions: Readonly<Record<string, unknown>> | undefined;
  declare statusStreamUrl: string | undefined;
  declare fetch: typeof globalThis.fetch | undefined;

  constructor() {
    super();
    this.submitOnSuccess = false;
    this.subsidizeFees = false;
    this.topupGas = false;
  }
}
