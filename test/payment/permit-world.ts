/** A world in which the payer pays by a signed permit. */
import type { Hex } from 'viem';
import { walletError } from '../support/fake-evm-wallet.js';
import { settle } from '../support/clock.js';
import { authorizationCase } from '../support/permit-quotes.js';
import { apply, ids, payerKey, read, type Json } from '../support/quotes.js';
import { signedBy } from '../support/venue-quotes.js';
import { USDC, World, type Tab } from '../support/world.js';
import { pressed } from './reviewing.js';
import { shownId } from './sent.js';

export const PERMITS = '/execute/permits';

export type Prompt = {
  /** The signature of the payer's key. */
  signature: string;
  typed: { message: { validBefore: string; value: string } };
  /** Answers with the signature of the payer's key, or with this answer. */
  sign: (answer?: unknown) => void;
  reject: (code?: number) => void;
};

export class PermitWorld extends World {
  readonly signings: Prompt[] = [];
  /** Number of seconds for which the signature is valid. */
  expiry = 600;
  /** Number of seconds by which the chain's clock is behind. */
  lag = 0;
  /** Number of seconds until the signature becomes valid. */
  begins = 0;
  /**
   * `used` is true if the token contract has accepted the signature. `readable` is false if the chain does not answer.
   */
  used = false;
  readable = true;
  /** True if the service's quote asks for a signature. By default, it does if the page asks for that. */
  permits = (): boolean => this.service.quoted.at(-1)?.['usePermit'] === true;

  constructor() {
    super();
    this.service.tamper = (text) => JSON.stringify(this.#permit(JSON.parse(text) as Json));
    this.wallet.always('eth_signTypedData_v4', (params: readonly unknown[]) => this.#ask(String(params[1])));
    this.chain.override('eth_getBlockByNumber', () => ({
      number: '0x10',
      hash: ids.other,
      timestamp: `0x${(Math.floor(this.clock.now() / 1_000) - this.lag).toString(16)}`,
      transactions: [],
    }));
    this.chain.override('eth_call', ([call]) => this.#call(call as { data: string }));
  }

  /** The query strings of all permit requests to the service. Each query string contains the signature. */
  get posts(): string[] {
    return this.requestsTo(PERMITS).map(({ query }) => query);
  }

  #call(call: { data: string }): unknown {
    const { data } = call;
    if (!this.readable) throw new Error('down');
    if (data.startsWith('0xe94a0102')) return `0x${(this.used ? '1' : '0').padStart(64, '0')}`;
    return this.readBalances(call as { to: string; data: Hex }, true);
  }

  #permit(quote: Json): Json {
    if (!this.permits() || read(quote, 'details.currencyIn.currency.symbol') !== 'USDC') return quote;
    const { requestId } = quote as { requestId: string };
    const text = JSON.stringify(authorizationCase().quote['steps']).replaceAll(ids.request, requestId);
    apply(quote, ['steps', JSON.parse(text)]);
    const now = Math.floor(this.clock.now() / 1_000);
    apply(quote, ['steps[0].items[0].data.sign.value.validBefore', now + this.expiry]);
    apply(quote, ['steps[0].items[0].data.sign.value.validAfter', this.begins && now + this.begins]);
    return quote;
  }

  #ask(typed: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const signature = signedBy(payerKey, typed);
      const prompt: Prompt = {
        typed: JSON.parse(typed) as Prompt['typed'],
        signature,
        sign: (answer = signature) => resolve(answer),
        reject: (code) => reject(walletError(code, 'no')),
      };
      this.signings.push(prompt);
      if (this.payer === 'approves') prompt.sign();
    });
  }
}

/** The payer has pressed, and the wallet shows the permit. */
export const asked = (prepare?: (world: PermitWorld) => void): Promise<{ world: PermitWorld; tab: Tab }> =>
  pressed(new PermitWorld(), USDC, { usePermit: true }, prepare);

/** The payer has signed, and the service has not reported the payment yet. */
export async function signed(
  prepare?: (world: PermitWorld) => void,
): Promise<{ world: PermitWorld; tab: Tab; requestId: string }> {
  const { world, tab } = await asked(prepare);
  world.signings[0]!.sign();
  await settle();
  return { world, tab, requestId: shownId(tab) };
}
