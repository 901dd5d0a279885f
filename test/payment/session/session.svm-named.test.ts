/** Tests a wallet that sends SVM transactions, and names another one than the payment. */
import { expect } from 'chai';
import { base58 } from '@scure/base';
import { ids } from '../../support/quotes.js';
import { svm, svmAmounts, svmSendCase, svmTokens, SVM, SYSTEM } from '../../support/svm-quotes.js';
import { SvmWorld } from '../../support/svm-world.js';
import type { Tab } from '../../support/world.js';
import { orderOf } from '../../support/world-service.js';
import { shownId } from '../sent.js';

const STRANGERS = base58.encode(new Uint8Array(64).fill(7));
const FAILED = { InstructionError: [0, { Custom: 1 }] };
const TO_MERCHANT = {
  destinationChainId: SVM,
  destinationCurrency: SYSTEM,
  amount: '0.1672',
  recipient: svm.recipient,
};

/** The wallet sends nothing, and names the transfer of a stranger to the merchant. */
class NamingWorld extends SvmWorld {
  constructor(err: unknown) {
    super({ features: ['connect', 'disconnect', 'events', 'signAndSendTransaction'] });
    const { fetch } = this.ledger;
    const amount = Number(svmAmounts.sol);
    const slot = 5_000;
    const transaction = {
      slot,
      blockTime: Math.floor(this.clock.now() / 1_000),
      transaction: {
        signatures: [STRANGERS],
        message: { accountKeys: [svm.attacker, svm.recipient], instructions: [], recentBlockhash: SYSTEM },
      },
      meta: { err, fee: 5_000, preBalances: [2 * amount, 0], postBalances: [amount - 5_000, amount] },
    };
    this.nodes.set(this.ledger.url, async (address, init) => {
      const { id, method, params } = JSON.parse(init?.body as string) as {
        id: number;
        method: string;
        params: unknown;
      };
      if (!JSON.stringify(params).includes(STRANGERS)) return fetch(address, init);
      const status = { slot, err, confirmationStatus: 'finalized' };
      const result = method === 'getTransaction' ? transaction : { context: { slot }, value: [status] };
      return Response.json({ id, result });
    });
    this.svmWallet.always('signAndSendTransaction', () => [{ signature: base58.decode(STRANGERS) }]);
  }

  /** The wallet has named the transaction, and the service waits. */
  async named(options = {}): Promise<Tab> {
    const tab = this.open({ ...this.pinned, ...options });
    await this.review(tab);
    await tab.press();
    await tab.reach('processing');
    this.service.statuses.set(shownId(tab), { status: 'waiting' });
    return tab;
  }
}

describe('payment with an SVM wallet that names another transaction', () => {
  it('does not say that anything was sent', async () => {
    const world = new NamingWorld(null);
    const tab = await world.named();
    await world.clock.advance(30_000);
    expect(world.ledger.attempts).to.deep.equal([]);
    expect(tab.emitted).to.not.include('hub-sent');
    expect(tab.state).to.include({ name: 'processing', sent: false });
  });

  it('asks the payer, and does not say that the payment has failed when the named transaction has', async () => {
    const world = new NamingWorld(FAILED);
    const tab = await world.named();
    await world.clock.until(() => 'problem' in tab.state);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    expect(tab.state).to.have.nested.property('problem.code', 'unconfirmed');
  });

  it('does not say that the order is paid when the named transaction has paid the merchant', async () => {
    const world = new NamingWorld(null);
    world.service.tamper = (text) => {
      const { requestId } = JSON.parse(text) as { requestId: string };
      return JSON.stringify(svmSendCase(svmTokens.sol).quote)
        .replaceAll(ids.request, requestId)
        .replaceAll(ids.order.slice(2), orderOf(requestId).slice(2));
    };
    const tab = await world.named(TO_MERCHANT);
    await world.clock.advance(120_000);
    expect(world.ledger.attempts).to.deep.equal([]);
    expect(tab.emitted).to.not.include('hub-sent');
    expect(tab.emitted).to.not.include('hub-success');
  });
});
