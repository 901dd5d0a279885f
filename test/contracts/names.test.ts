/** Compares the table of public names with the element: every listed name exists, and every public name is listed. */
import { expect } from '@open-wc/testing';
import { HubPay } from '../../src/element/hub-pay.js';
import type { PaymentState } from '../../src/payment/model/state.js';
import type { HubPayEventMap, StateName } from '../../src/events.js';
import {
  eventTable,
  methodTable,
  partTable,
  propertyTable,
  settableTable,
  slotTable,
  stateTable,
  tokenTable,
} from '../../src/element/reference.js';
import { tokens } from '../../src/ui/styles/tokens.js';
import { cleanUp, create, pay, payment, rendered, type TestPay } from '../support/pages/element.js';
import { screens } from '../support/pages/screens.js';

const names = (table: readonly { name: string }[]): string[] => table.map(({ name }) => name).sort();

/** Shows every screen in both layouts, and the offer to resume a payment. Calls `look` for each screen. */
async function everyScreen(look: (element: TestPay) => void): Promise<void> {
  for (const layout of ['button', 'panel']) {
    for (const show of Object.values(screens)) {
      const element = await pay({ layout, open: '' });
      await rendered(element);
      show(element);
      await rendered(element);
      look(element);
      cleanUp();
    }
  }
  const found = create({ resume: 'ask' });
  found.createdWith = (session) => session.dispatch({ type: 'unfinished-found', payment });
  document.body.append(found);
  await rendered(found);
  look(found);
  found.remove();
}

describe('public reference tables', () => {
  it('list every observed attribute', () => {
    const attributes = propertyTable.flatMap(({ attribute }) => attribute ?? []);
    expect([...HubPay.observedAttributes].sort()).to.deep.equal(attributes.sort());
  });

  it('list every property, writable or read-only', () => {
    const open = settableTable.map(({ property }) => property);
    expect([...HubPay.elementProperties.keys()].map(String).sort()).to.deep.equal(open.sort());
    const element = create();
    for (const { property } of propertyTable.filter(({ readonly }) => readonly)) {
      expect(property in element, property).to.equal(true);
      expect(() => Object.assign(element, { [property]: null }), property).to.throw(TypeError);
    }
  });

  it('mark exactly the attributes that the element reflects', async () => {
    const values: Readonly<Record<string, unknown>> = {
      layout: 'button',
      disabled: false,
      name: 'payment',
      theme: 'dark',
    };
    const element = await pay();
    Object.assign(element, values);
    await rendered(element);
    const reflected = propertyTable.filter(({ reflects }) => reflects).map(({ attribute }) => attribute ?? '');
    expect(reflected.sort()).to.deep.equal(Object.keys(values).sort());
    for (const name of reflected.filter((each) => values[each] !== false))
      expect(element.hasAttribute(name), name).to.equal(true);
    cleanUp();
  });

  it('list only methods that the element has', () => {
    for (const { name, static: isStatic } of methodTable) {
      const owner: object = isStatic ? HubPay : HubPay.prototype;
      expect(Reflect.get(owner, name), name).to.be.a('function');
    }
  });

  it('list every event of the event map', () => {
    const map: Record<keyof HubPayEventMap, true> = {
      'hub-ready': true,
      'hub-open': true,
      'hub-close': true,
      'hub-statechange': true,
      'hub-connect': true,
      'hub-disconnect': true,
      'hub-quote': true,
      'hub-confirm': true,
      'hub-step': true,
      'hub-sent': true,
      'hub-status': true,
      'hub-success': true,
      'hub-refund': true,
      'hub-failure': true,
      'hub-error': true,
      'hub-view': true,
      'hub-pick': true,
      change: true,
    };
    expect(names(eventTable)).to.deep.equal(Object.keys(map).sort());
  });

  it('list every state', () => {
    type Name = PaymentState['name'];
    const same: [Name] extends [StateName] ? ([StateName] extends [Name] ? true : false) : false = true;
    expect(same).to.equal(true);
    expect(stateTable).to.have.lengthOf(10);
  });

  it('list every design token', () => {
    expect(names(tokenTable)).to.deep.equal(
      Object.keys(tokens)
        .map((name) => `--hub-${name}`)
        .sort(),
    );
  });

  it('list every part of every screen and no part that is never rendered', async () => {
    const found = new Set<string>();
    await everyScreen((element) => {
      for (const each of element.shadowRoot?.querySelectorAll('[part]') ?? [])
        each.part.forEach((part) => found.add(part));
    });
    expect([...found].filter((part) => !names(partTable).includes(part))).to.deep.equal([]);
    // These CSS parts occur only on rare screens, for example screens with sponsored fees or a deposit address.
    const rare = 'address fee fees history history-row qr preset recipient refund-to search sponsor support'.split(' ');
    expect(names(partTable).filter((part) => !found.has(part) && !rare.includes(part))).to.deep.equal([]);
  });

  it('list every slot', async () => {
    const found = new Set<string>();
    await everyScreen((element) => {
      for (const slot of element.shadowRoot?.querySelectorAll('slot') ?? [])
        found.add(slot.name.replace(/^error-.*/, 'error-<code>'));
    });
    found.delete('hub-announcer');
    expect([...found].sort()).to.deep.equal(names(slotTable));
  });
});
