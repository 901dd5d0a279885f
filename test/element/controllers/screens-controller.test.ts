/** Tests when the controller loads the screens that few payments need. */
import { expect } from '@open-wc/testing';
import type { ReactiveController } from 'lit';
import {
  needsChoiceScreens,
  needsDepositScreens,
  needsPhoneScreens,
  ScreensController,
} from '../../../src/element/controllers/screens-controller.js';
import * as chunk from '../../../src/ui/choices/chunk.js';
import {
  authorizing,
  awaiting,
  depositPayment,
  problem,
  processing,
  reviewing,
  selecting,
  selection,
  succeeded,
  wallets,
} from '../../../stories/support/payments.js';

class Host {
  readonly controllers: ReactiveController[] = [];
  readonly updateComplete = Promise.resolve(true);
  updates = 0;
  addController(controller: ReactiveController): void {
    this.controllers.push(controller);
  }
  removeController(): void {
    this.controllers.length = 0;
  }
  requestUpdate(): void {
    this.updates += 1;
    for (const controller of this.controllers) controller.hostUpdate?.();
  }
}

describe('ScreensController', () => {
  it('loads once when the screens are needed, then updates the host', async () => {
    let [isNeeded, loads] = [false, 0];
    const host = new Host();
    const load = async (): Promise<typeof chunk> => {
      loads += 1;
      return chunk;
    };
    const controller = new ScreensController(host, { isNeeded: () => isNeeded, load });
    host.requestUpdate();
    expect([loads, controller.screens]).to.deep.equal([0, null]);
    isNeeded = true;
    host.requestUpdate();
    host.requestUpdate();
    expect([loads, controller.screens]).to.deep.equal([1, null]);
    await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve));
    expect(controller.screens).to.equal(chunk.screens);
    expect([loads, host.updates]).to.deep.equal([1, 4]);
  });

  it('tells the host once that the load failed, and tries again with every update', async () => {
    let [loads, isOffline] = [0, true];
    const host = new Host();
    const load = async (): Promise<typeof chunk> => {
      loads += 1;
      if (isOffline) throw new Error('offline');
      return chunk;
    };
    const settled = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));
    const controller = new ScreensController(host, { isNeeded: () => true, load });
    host.requestUpdate();
    expect(controller.isLost).to.equal(false);
    await settled();
    expect([loads, host.updates, controller.isLost, controller.screens]).to.deep.equal([2, 2, true, null]);
    isOffline = false;
    host.requestUpdate();
    await settled();
    expect([controller.isLost, controller.screens]).to.deep.equal([false, chunk.screens]);
  });
});

describe('needsPhoneScreens', () => {
  const desk = { isTouch: false, hasProvider: false, isTelegram: false, userAgent: '', address: null };
  const phone = { ...desk, isTouch: true };
  const list = selecting({ accounts: [], assets: [] });

  it('is true on a phone whose browser has no wallet, until an account is connected', () => {
    expect(needsPhoneScreens(list, phone)).to.equal(true);
    expect(needsPhoneScreens(selecting(), phone)).to.equal(false);
    expect(needsPhoneScreens(list, { ...phone, hasProvider: true })).to.equal(false);
    expect(needsPhoneScreens(null, phone)).to.equal(false);
  });

  it('is true on a computer only when no wallet has been found', () => {
    expect(needsPhoneScreens(list, desk)).to.equal(false);
    expect(needsPhoneScreens({ ...list, wallets: [] }, desk)).to.equal(true);
    expect(needsPhoneScreens({ ...list, wallets: [], loading: 'chains' }, desk)).to.equal(false);
  });

  it('is true on a phone for a connected wallet with an app, from the list to the prompt', () => {
    const withApp = { ...selection, wallets: [{ ...wallets[0]!, appLink: 'rainbow://wc' }] };
    const states = [
      selecting(withApp),
      reviewing({ selection: withApp }),
      { ...authorizing(0, ['deposit']), selection: withApp },
    ];
    for (const state of states) {
      expect(needsPhoneScreens(state, { ...phone, hasProvider: true }), state.name).to.equal(true);
      expect(needsPhoneScreens(state, desk), state.name).to.equal(false);
    }
    expect(needsPhoneScreens(authorizing(0, ['deposit']), phone)).to.equal(false);
  });

  it('is true for a code, also of a second wallet', () => {
    expect(needsPhoneScreens(selecting({ connecting: 'Two', code: 'wc:ab@2?symKey=cd' }), desk)).to.equal(true);
  });
});

describe('needsDepositScreens', () => {
  it('is true while the wallet list offers a deposit address', () => {
    const list = selecting({ accounts: [] });
    expect(needsDepositScreens(list, true)).to.equal(true);
    expect(needsDepositScreens(list, false)).to.equal(false);
    expect(needsDepositScreens(selecting(), true)).to.equal(false);
  });
  it('is true once the payer chose a deposit address, until the payment ends', () => {
    expect(needsDepositScreens(selecting({ depositAddressFields: ['refundTo'] }), false)).to.equal(true);
    expect(needsDepositScreens(awaiting(), false)).to.equal(true);
    expect(needsDepositScreens(processing({ payment: depositPayment() }), false)).to.equal(true);
    expect(needsDepositScreens({ ...succeeded, payment: depositPayment() }, false)).to.equal(true);
  });
  it('is false for a payment by wallet and before any payment', () => {
    expect(needsDepositScreens(processing(), true)).to.equal(false);
    expect(needsDepositScreens(succeeded, true)).to.equal(false);
    expect(needsDepositScreens({ name: 'idle' }, true)).to.equal(false);
    expect(needsDepositScreens(null, true)).to.equal(false);
  });
});

describe('needsChoiceScreens', () => {
  it('is true while the payer must enter the recipient or was refused for a high price impact', () => {
    const { recipient: _, ...intent } = selecting().intent;
    expect(needsChoiceScreens(selecting({ payerFields: ['recipient'], intent }))).to.equal(true);
    expect(needsChoiceScreens(selecting({ payerFields: ['amount'], intent }))).to.equal(false);
    expect(needsChoiceScreens(selecting({ problem: problem('price-impact') }))).to.equal(true);
    expect(needsChoiceScreens(selecting({ problem: problem('no-route') }))).to.equal(false);
  });
  it('is false for a payment to a deposit address and before any payment', () => {
    expect(needsChoiceScreens(selecting({ accounts: [], depositAddressFields: ['refundTo'] }))).to.equal(false);
    expect(needsChoiceScreens(awaiting())).to.equal(false);
    expect(needsChoiceScreens(null)).to.equal(false);
  });
});
