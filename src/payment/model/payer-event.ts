/** Defines the events that the payer or the page can send to a session. */
import type { AddressProblem, Asset, AssetRef, ErrorInfo, VmType } from '../../types.js';

/** The events from the payer or the page, which are the only ones that views dispatch. */
export type PayerEvent =
  | {
      /**
       * - `opened`: the checkout opens, or the page needs a wallet or the assets.
       * - `closed`: the checkout closes, or the page starts over before a payment has begun.
       * - `deposit-address-picked`: the payer wants to send from any wallet or exchange.
       * - `quote-asked`: the payer presses the primary button of `selecting`, or the session repeats a request that
       *   failed offline.
       * - `back`: the payer or the page returns to the list of assets.
       * - `quote-aged`: the shown quote must be replaced.
       * - `confirmed`: the payer presses the primary button of `reviewing`, or the page calls `confirm()`.
       * - `prompt-confirmed`: the payer presses the primary button of `authorizing`, so that the wallet can open a
       *   window.
       * - `signature-confirmed`: the payer presses the primary button of `processing` to sign again.
       * - `wallet-closed`: the payer reports that the wallet's window is gone, that they have rejected its request, or
       *   that the wallet no longer holds a batch. Before the prompt: the payer no longer waits for an answer.
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
      /**
       * The payer disconnects a wallet, for example to choose another one. Without a connected wallet, the payer gives
       * up a wallet that is connecting, or leaves the choice of a deposit address.
       */
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
      /** The payer has changed the amount in its field, or the session has converted it to another token. */
      type: 'amount-typed';
      /**
       * Decimal string in the smallest unit of the currency that `tradeType` selects. Null if the field is empty, or if
       * the payer cannot pay the typed amount.
       */
      amount: string | null;
    }
  | {
      /** The payer has changed the recipient's address in its field, or the session has found it to be wrong. */
      type: 'recipient-typed';
      /** The recipient's address, or null if the field is empty or the typed address is wrong. */
      recipient: string | null;
      /** Why the typed address is wrong; set only if `recipient` is null and the session knows the reason. */
      wrong?: AddressProblem;
    }
  | {
      /**
       * The payer has changed the refund address of a payment to a deposit address, or the session has found it to be
       * wrong.
       */
      type: 'refund-to-typed';
      /** The refund address, or null if the field is empty or the typed address is wrong. */
      refundTo: string | null;
      /** Why the typed address is wrong; set only if `refundTo` is null and the session knows the reason. */
      wrong?: AddressProblem;
    }
  | ({
      /** The payer picks an asset to pay with, from the list or from a search, or the page or the session picks one. */
      type: 'asset-picked';
      /** The asset, if the payer picked it from the results of a search; absent otherwise. */
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
