/** A world in which the payer pays from an SVM chain: real bytes, a real key, and the adapter that payers use. */
import { VersionedTransaction } from '@solana/web3.js';
import type { SessionOptions } from '../../src/payment/session/session.js';
import { fakeSvmWallet, type FakeSvmOptions, type FakeSvmWallet, type SignInput } from './fake-svm-wallet.js';
import { ids, type Json } from './quotes.js';
import { depositIn, SvmLedger } from './svm-ledger.js';
import { payerKey, SVM, svmChain, svmNativeCase, svmTokens } from './svm-quotes.js';
import { World, type Tab } from './world.js';
import { orderOf, worldChains } from './world-service.js';

export const REAL_SOL = { chainId: SVM, currency: svmTokens.sol.address } as const;

const WALLET = 'Example SVM';

export type SvmPrompt = {
  isOpen: boolean;
  /** True if the wallet sends what it signs. */
  sends: boolean;
  /** The order that the transaction pays, and its blockhash. */
  orderId: string;
  blockhash: string;
  sign: () => void;
  reject: (error: Error) => void;
};

export class SvmWorld extends World {
  readonly ledger = new SvmLedger(this.clock);
  /** The prompts of the SVM wallet, oldest first. */
  readonly signings: SvmPrompt[] = [];
  readonly svmWallet: FakeSvmWallet;

  constructor(o: FakeSvmOptions = {}) {
    super();
    this.svmWallet = fakeSvmWallet({ name: WALLET, keys: [payerKey], ...o });
    const { ledger, service } = this;
    this.nodes.set(ledger.url, ledger.fetch);
    service.listing = () => this.#chains();
    service.tamper = (text) => JSON.stringify(this.#quote(JSON.parse(text) as Json));
    service.depositsOf = (requestId) => {
      const own = ledger.executed().filter(({ orderId }) => orderId === orderOf(requestId));
      return Promise.resolve(own.map(({ hash }) => hash));
    };
    this.svmWallet.always('signTransaction', ([input]: readonly unknown[]) => this.#ask(input as SignInput));
  }

  /** The options of a merchant who pins the chains. */
  get pinned(): Partial<SessionOptions> {
    return { registry: { chains: this.#chains() }, wallets: [this.svmWallet.wallet], attestation: 'off' };
  }

  override get owned(): readonly string[] {
    return this.svmWallet.owned;
  }

  override deposits(): Promise<number> {
    return Promise.resolve(this.ledger.executed().length);
  }

  /** Continues from any state to the review of a quote in the native currency of the SVM chain. */
  async review(tab: Tab): Promise<void> {
    await tab.do({ type: 'opened' });
    if (tab.state.name === 'selecting' && tab.state.accounts.length === 0)
      await tab.do({ type: 'wallet-picked', wallet: WALLET });
    await tab.review(REAL_SOL);
  }

  /** Shows a prompt for this transaction. `answer`: what the wallet does after the payer has approved. */
  protected shows({ transaction }: SignInput, sends: boolean, answer: () => unknown): Promise<unknown> {
    const { message } = VersionedTransaction.deserialize(Uint8Array.from(transaction));
    return new Promise((resolve, reject) => {
      const prompt: SvmPrompt = {
        isOpen: true,
        sends,
        orderId: depositIn(message).orderId,
        blockhash: message.recentBlockhash,
        sign: () => {
          prompt.isOpen = false;
          resolve(Promise.resolve().then(answer));
        },
        reject: (error) => {
          prompt.isOpen = false;
          reject(error);
        },
      };
      this.signings.push(prompt);
    });
  }

  #ask(input: SignInput): Promise<unknown> {
    return this.shows(input, false, () => {
      const signed = VersionedTransaction.deserialize(Uint8Array.from(input.transaction));
      signed.sign([payerKey]);
      return [{ signedTransaction: signed.serialize() }];
    });
  }

  #chains(): ReturnType<typeof worldChains> {
    return [...worldChains().filter(({ id }) => id !== SVM), { ...svmChain(), httpRpcUrl: this.ledger.url }];
  }

  #quote(quote: Json): Json {
    if (this.service.quoted.at(-1)?.['originChainId'] !== SVM) return quote;
    const { requestId } = quote as { requestId: string };
    const text = JSON.stringify(svmNativeCase().quote)
      .replaceAll(ids.request, requestId)
      .replaceAll(ids.order.slice(2), orderOf(requestId).slice(2));
    return JSON.parse(text) as Json;
  }
}
