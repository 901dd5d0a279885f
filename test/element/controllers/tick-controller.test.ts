/** Tests the button that counts down to the next possible request, and that no screen reader hears each second. */
import { expect } from '@open-wc/testing';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { platformClock } from '../../../src/shared/time/clock.js';
import { cleanUp, pay, rendered, type TestPay } from '../../support/pages/element.js';

const refusal = (code: 'rate-limited' | 'service-down') => ({
  code,
  ...({ money: 'not-sent', message: '', retryable: true, docsUrl: '' } as const),
  values: { retryAt: String(platformClock.now() + 3_000) },
});

describe('countdown', () => {
  let clock: SinonFakeTimers;
  let element: TestPay;

  const primary = (): string => {
    const button = element.shadowRoot!.querySelector<HTMLButtonElement>('[part="primary"]')!;
    return `${button.disabled ? 'disabled' : 'enabled'}: ${button.textContent.trim()}`;
  };
  const pass = async (ms: number): Promise<string> => {
    await clock.tickAsync(ms);
    await rendered(element);
    return primary();
  };

  beforeEach(async () => {
    // The clock of the package compares both times of the browser, to notice that somebody sets one of them back.
    clock = useFakeTimers({ now: Date.now(), toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    element = await pay({ open: '' });
    await rendered(element);
  });

  afterEach(() => {
    clock.restore();
    cleanUp();
  });

  it('P-18 the button counts down and can be pressed at the time when the service refused with a Retry-After', async () => {
    element.fake.goTo('selecting');
    element.fake.dispatch({ type: 'unavailable', problem: refusal('service-down') });
    await rendered(element);
    expect(primary()).to.equal('disabled: Next try in 3 seconds');
    expect(await pass(1_000)).to.equal('disabled: Next try in 2 seconds');
    expect(await pass(1_000)).to.equal('disabled: Next try in 1 second');
    expect(await pass(1_000)).to.equal('enabled: Retry');
  });

  it('P-18 the button counts down in the list, and the live region hears it once', async () => {
    const heard: string[] = [];
    element.fake.goTo('quoting');
    element.fake.dispatch({ type: 'quote-refused', problem: refusal('rate-limited') });
    await rendered(element);
    await pass(500);
    const region = element.querySelector('[slot="hub-announcer"]')!;
    const watch = new MutationObserver(() => heard.push(region.textContent));
    watch.observe(region, { childList: true, characterData: true, subtree: true });
    expect(region.textContent).to.contain('Busy right now');
    expect(primary()).to.equal('disabled: Next try in 3 seconds');
    expect(await pass(1_000)).to.equal('disabled: Next try in 2 seconds');
    expect(await pass(1_500)).not.to.contain('Next try');
    expect(heard).to.deep.equal([]);
    watch.disconnect();
  });

  it('P-18 the button counts down while the quote is renewed and the old numbers stay', async () => {
    element.fake.goTo('reviewing');
    element.refreshQuote();
    element.fake.dispatch({ type: 'quote-delayed', problem: refusal('rate-limited') });
    await rendered(element);
    expect(primary()).to.equal('disabled: Next try in 3 seconds');
    for (let second = 0; second < 2; second += 1) expect(await pass(1_000)).to.contain('Next try');
    await pass(1_000);
    // Another rendering delays the next one by up to a second.
    expect(await pass(1_000)).to.contain('disabled: Pay ');
  });
});
