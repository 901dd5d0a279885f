/** Tests that the line of test mode is announced once, and not before the payer reaches the element. */
import { expect } from '@open-wc/testing';
import sinon from 'sinon';
import { createAnnouncer } from '../../src/testing/announce-once.js';

describe('createAnnouncer', () => {
  let host: HTMLElement;
  let clock: sinon.SinonFakeTimers;
  beforeEach(() => {
    host = document.createElement('div');
    host.attachShadow({ mode: 'open' });
    document.body.append(host);
    clock = sinon.useFakeTimers();
  });
  afterEach(() => {
    clock.restore();
    host.remove();
  });
  const regions = (): (string | null)[] =>
    [...host.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent);

  it('is silent while the sheet is closed and the focus is elsewhere', () => {
    createAnnouncer(host)('Test mode');
    clock.tick(10_000);
    expect(regions()).to.deep.equal([]);
  });

  it('inserts an empty region, fills it half a second later, and never announces again', () => {
    host.shadowRoot?.append(Object.assign(document.createElement('dialog'), { open: true }));
    const announce = createAnnouncer(host);
    announce('Test mode');
    expect(regions()).to.deep.equal(['']);
    clock.tick(500);
    expect(regions()).to.deep.equal(['Test mode']);
    announce('Test mode');
    clock.tick(500);
    expect(regions()).to.deep.equal(['Test mode']);
  });

  it('announces while the sheet is a popover, and the focus is in the window of a wallet', () => {
    const sheet = document.createElement('dialog');
    host.shadowRoot?.append(sheet);
    const announce = createAnnouncer(host);
    announce('Test mode');
    expect(regions(), 'the sheet is closed').to.deep.equal([]);
    sheet.popover = 'manual';
    sheet.showPopover();
    announce('Test mode');
    clock.tick(500);
    expect(regions()).to.deep.equal(['Test mode']);
  });

  it('announces when the focus enters an element without a sheet', () => {
    const announce = createAnnouncer(host);
    announce('Test mode');
    host.tabIndex = 0;
    host.focus();
    announce('Test mode');
    clock.tick(500);
    expect(regions()).to.deep.equal(['Test mode']);
  });
});
