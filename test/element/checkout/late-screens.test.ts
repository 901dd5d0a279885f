/** Tests the screens for wallets on a phone in the whole element. */
import { expect } from '@open-wc/testing';
import { cleanUp, pay, record, rendered, type TestPay } from '../../support/pages/element.js';

const code = 'wc:ab@2?relay-protocol=irn&symKey=cd';
const part = ({ shadowRoot }: TestPay, name: string): HTMLElement | null =>
  shadowRoot!.querySelector(`[part~="${name}"]`);

/** Waits until the code of the screen has loaded and is on the screen. */
async function shown(element: TestPay, name: string): Promise<HTMLElement> {
  for (;;) {
    await rendered(element);
    const found = part(element, name);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

describe('a wallet that shows a code', () => {
  afterEach(cleanUp);

  it('has a screen of its own, which ends when the payer cancels', async () => {
    const element = await pay({ open: '' });
    element.fake.goTo('selecting');
    const views = record(element, 'hub-view');
    element.fake.dispatch({ type: 'connecting', wallet: 'dev.hub-pay.demo', code });
    await shown(element, 'qr');
    expect(views.map(({ detail }) => (detail as { view: string }).view)).to.deep.equal(['wallet-code']);
    part(element, 'secondary')!.click();
    await rendered(element);
    expect(part(element, 'qr')).to.equal(null);
    expect(element.state).to.not.have.property('code');
    expect(views.map(({ detail }) => (detail as { view: string }).view)).to.deep.equal(['wallet-code', 'selecting']);
  });

  it('never puts the code into an event', async () => {
    const element = await pay({ open: '' });
    element.fake.goTo('selecting');
    const names = ['hub-view', 'hub-statechange', 'hub-connect', 'hub-error', 'hub-pick'] as const;
    const events = names.map((name) => record(element, name));
    element.fake.dispatch({ type: 'connecting', wallet: 'dev.hub-pay.demo', code });
    await shown(element, 'qr');
    expect(JSON.stringify(events.flat().map(({ detail }) => detail as unknown))).to.not.contain('symKey');
  });
});
