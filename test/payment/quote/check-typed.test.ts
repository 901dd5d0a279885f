import { expect } from 'chai';
import { typed } from '../../../src/payment/model/selection.js';
import { checkTyped } from '../../../src/payment/quote/check-typed.js';
import type { PayerEvent, PaymentState, StateOf } from '../../../src/payment/model/state.js';
import type { VmType } from '../../../src/types.js';
import { price, selecting } from '../../../stories/support/payments.js';

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SVM = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/** Types an address into a payment whose chains are of this kind. Returns the events that the check dispatched. */
async function afterTyping(field: 'recipient' | 'refundTo', address: string, vmType: VmType, next?: string) {
  const before = selecting({ payerFields: [field], receives: price });
  let state: PaymentState = typed(before, field, address);
  const asked: PayerEvent[] = [];
  const context = {
    state: () => state,
    chain: (id: number) => ({ id, vmType }),
    dispatch: (event: PayerEvent) => void asked.push(event),
  };
  const checked = checkTyped(context, field, address);
  if (next !== undefined) state = typed(state, field, next);
  await checked;
  return { asked, state: state as StateOf<'selecting'> };
}

describe('checkTyped', () => {
  it('keeps an address that is right on the chain', async () => {
    expect((await afterTyping('recipient', SVM, 'svm')).asked).to.deep.equal([]);
    expect((await afterTyping('refundTo', EVM, 'evm')).asked).to.deep.equal([]);
  });

  it('removes an address of another family, and names both networks', async () => {
    const { asked, state } = await afterTyping('recipient', EVM, 'svm');
    const [event] = asked;
    if (event?.type !== 'recipient-typed') throw new Error('the recipient was kept');
    expect(event.recipient).to.equal(null);
    expect(event.wrong).to.deep.include({ fault: 'family', names: { wanted: 'Solana', found: 'Ethereum' } });
    const refused = typed(state, 'recipient', null, event.wrong) as StateOf<'selecting'>;
    expect(refused.intent.recipient).to.equal(undefined);
    expect(refused.wrong).to.deep.equal({ recipient: event.wrong });
    const again = typed(refused, 'recipient', SVM) as StateOf<'selecting'>;
    expect(again).not.to.have.property('wrong');
  });

  it('removes a refund address with a wrong checksum, and one that nobody can spend from', async () => {
    for (const [address, fault] of [
      [EVM.replace('aA', 'Aa'), 'checksum'],
      [`0x${'0'.repeat(40)}`, 'nobody'],
    ] as const) {
      const [event] = (await afterTyping('refundTo', address, 'evm')).asked;
      expect(event, address).to.deep.include({ type: 'refund-to-typed', refundTo: null });
      expect(event, address).to.have.nested.property('wrong.fault', fault);
    }
  });

  it('says nothing about an address that the payer has changed meanwhile', async () => {
    expect((await afterTyping('recipient', EVM, 'svm', SVM)).asked).to.deep.equal([]);
  });
});
