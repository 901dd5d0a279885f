/** Tests when the controller loads the screens that few payments need. */
import { expect } from '@open-wc/testing';
import type { ReactiveController } from 'lit';
import { needsRareScreens, ScreensController } from '../../../src/element/controllers/screens-controller.js';
import * as chunk from '../../../src/ui/rare/chunk.js';
import {
  awaiting,
  depositPayment,
  problem,
  processing,
  selecting,
  succeeded,
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

describe('needsRareScreens', () => {
  it('is true while the wallet list offers a deposit address', () => {
    const list = selecting({ accounts: [] });
    expect(needsRareScreens(list, true)).to.equal(true);
    expect(needsRareScreens(list, false)).to.equal(false);
    expect(needsRareScreens(selecting(), true)).to.equal(false);
  });
  it('is true once the payer chose a deposit address, until the payment ends', () => {
    expect(needsRareScreens(selecting({ depositAddressFields: ['refundTo'] }), false)).to.equal(true);
    expect(needsRareScreens(awaiting(), false)).to.equal(true);
    expect(needsRareScreens(processing({ payment: depositPayment() }), false)).to.equal(true);
    expect(needsRareScreens({ ...succeeded, payment: depositPayment() }, false)).to.equal(true);
  });
  it('is true while the payer must enter the recipient or was refused for a high price impact', () => {
    const { recipient: _, ...intent } = selecting().intent;
    expect(needsRareScreens(selecting({ payerFields: ['recipient'], intent }), false)).to.equal(true);
    expect(needsRareScreens(selecting({ payerFields: ['amount'], intent }), false)).to.equal(false);
    expect(needsRareScreens(selecting({ problem: problem('price-impact') }), false)).to.equal(true);
    expect(needsRareScreens(selecting({ problem: problem('no-route') }), false)).to.equal(false);
  });
  it('is false for a payment by wallet and before any payment', () => {
    expect(needsRareScreens(processing(), true)).to.equal(false);
    expect(needsRareScreens(succeeded, true)).to.equal(false);
    expect(needsRareScreens({ name: 'idle' }, true)).to.equal(false);
  });
});
