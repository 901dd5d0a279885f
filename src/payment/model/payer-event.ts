/** Defines the events that the payer or the page can send to a session. */
import type { Asset, AssetRef, ErrorInfo } from '../../types.js';

/** Requests of the payer or the page. Views dispatch only these. */
export type PayerEvent =
  | {
      /**
       * `opened`: the checkout is open. `closed`: it is closed. `wallet-dropped`: show the wallets again, to pay with
       * another one. `deposit-address-picked`: send from any wallet or exchange. `quote-asked`: primary button of
       * `selecting`. `back`: to the step before. `quote-aged`: the shown quote must be replaced. `confirmed`: primary
       * button of `reviewing`. `wallet-closed`: the payer reports that the wallet's window is gone. `abandoned`: the
       * payer reports that the wallet shows nothing, and starts over. `resume-asked`: track the payment in progress.
       * `reset`: back to `idle`. `woken`: the page came back from sleep, from the back-forward cache, or online.
       */
      type:
        | 'opened'
        | 'closed'
        | 'wallet-dropped'
        | 'deposit-address-picked'
        | 'quote-asked'
        | 'back'
        | 'quote-aged'
        | 'confirmed'
        | 'wallet-closed'
        | 'abandoned'
        | 'resume-asked'
        | 'reset'
        | 'woken';
    }
  | {
      /** The payer picks a wallet. */
      type: 'wallet-picked';
      /** The wallet's id. */
      wallet: string;
    }
  | {
      /** The payer types the amount. */
      type: 'amount-typed';
      /** Smallest unit of the currency that `tradeType` names. Null while the field holds no valid amount. */
      amount: string | null;
    }
  | {
      /** The payer types the recipient. */
      type: 'recipient-typed';
      /** The recipient's address. Null while the field holds no valid address. */
      recipient: string | null;
    }
  | {
      /** The payer types the refund address of a payment to a deposit address. */
      type: 'refund-to-typed';
      /** The refund address. Null while the field holds no valid address. */
      refundTo: string | null;
    }
  | ({
      /** The payer picks an asset. */
      type: 'asset-picked';
      /** The asset itself, if the payer found it by search and not in the list. */
      found?: Asset;
    } & AssetRef)
  | {
      /** The payer accepts the price impact: one quote is requested despite it. */
      type: 'loss-accepted';
      /** The refusal below which the payer accepted it. */
      refusal: ErrorInfo;
    }
  | {
      /** The page became visible or hidden. */
      type: 'visibility-changed';
      /** True if the payer can see the page. */
      visible: boolean;
    };
