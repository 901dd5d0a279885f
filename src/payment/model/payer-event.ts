/** Defines the events that the payer or the page can send to a session. */
import type { AddressProblem, Asset, AssetRef, ErrorInfo, VmType } from '../../types.js';

/** The events from the payer or the page, which are the only ones that views dispatch. */
export type PayerEvent =
  | {
      /**
       * - `opened`: the checkout opens.
       * - `closed`: the checkout closes.
       * - `deposit-address-picked`: the payer wants to send from any wallet or exchange.
       * - `quote-asked`: the payer presses the primary button of `selecting`, or the session repeats a request that
       *   failed offline.
       * - `back`: the payer or the page returns to the list of assets.
       * - `quote-aged`: the shown quote must be replaced.
       * - `confirmed`: the payer presses the primary button of `reviewing`.
       * - `prompt-confirmed`: the payer presses the primary button of `authorizing`, so that the wallet can open a
       *   window.
       * - `signature-confirmed`: the payer presses the primary button of `processing` to sign again.
       * - `wallet-closed`: the payer reports that the wallet's window is gone, or that the wallet no longer holds a
       *   batch.
       * - `abandoned`: the payer gives up a payment whose outcome is unknown, and starts over.
       * - `resume-asked`: the payer presses the button to track the payment in progress.
       * - `reset`: the payer or the page starts over after the end of a payment.
       * - `woken`: the page gets the focus, is shown again, or is online again. A late answer of a wallet causes this
       *   event too.
       */
      type:
        | 'opened'
        | 'closed'
        | 'deposit-address-picked'
        | 'quote-asked'
        | 'back'
        | 'quote-aged'
        | 'confirmed'
        | 'prompt-confirmed'
        | 'signature-confirmed'
        | 'wallet-closed'
        | 'abandoned'
        | 'resume-asked'
        | 'reset'
        | 'woken';
    }
  | {
      /** The payer disconnects a wallet, for example to choose another one. */
      type: 'wallet-dropped';
      /** The family of the wallet to disconnect; absent if every wallet must be disconnected. */
      vmType?: VmType;
    }
  | {
      /** The payer picks a wallet, which the session then connects. */
      type: 'wallet-picked';
      /** The id of the picked wallet. */
      wallet: string;
    }
  | {
      /** The payer has changed the amount in its field. */
      type: 'amount-typed';
      /**
       * Decimal string in the smallest unit of the currency that `tradeType` selects, or null if the typed amount is
       * invalid.
       */
      amount: string | null;
    }
  | {
      /** The payer has changed the recipient's address in its field. */
      type: 'recipient-typed';
      /** The recipient's address, or null if the typed address is invalid. */
      recipient: string | null;
      /** Why the typed address is wrong; set only if `recipient` is null and the session knows the reason. */
      wrong?: AddressProblem;
    }
  | {
      /** The payer has changed the refund address of a payment to a deposit address. */
      type: 'refund-to-typed';
      /** The refund address, or null if the typed address is invalid. */
      refundTo: string | null;
      /** Why the typed address is wrong; set only if `refundTo` is null and the session knows the reason. */
      wrong?: AddressProblem;
    }
  | ({
      /** The payer picks an asset to pay with, from the list or from a search. */
      type: 'asset-picked';
      /** The asset, if the payer picked it from the results of a search; absent if they picked it from the list. */
      found?: Asset;
    } & AssetRef)
  | ({
      /** The payer picks the token to receive. This event changes nothing if the merchant has set the token. */
      type: 'destination-picked';
    } & AssetRef)
  | {
      /** The payer accepts the price impact, for one quote only. */
      type: 'loss-accepted';
      /** The shown `price-impact` error that the payer accepts. */
      refusal: ErrorInfo;
    }
  | {
      /** The page became visible or hidden, for example because the payer changed the tab. */
      type: 'visibility-changed';
      /** True if the payer can see the page. */
      visible: boolean;
    };

/** What is wrong with the addresses that the payer typed; a field without a known problem is absent. */
export type AddressProblems = {
  readonly [field in 'recipient' | 'refundTo']?: AddressProblem;
};
