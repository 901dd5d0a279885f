/** Logs every event of the element. The log survives a reload. */
import { eventTable } from '../../src/element/reference.js';
import { run } from './devnet-data.js';

const KEY = `shop-events/${run}`;

export type LoggedEvent = { type: string; detail?: unknown };

/** Shows the stored events, and logs the new events of the element. */
export function logEvents(element: Element | null): void {
  const list = document.querySelector('#event-log');
  for (const entry of storedEvents()) list?.append(itemOf(entry));
  const add = (entry: LoggedEvent): void => {
    sessionStorage.setItem(KEY, JSON.stringify([...storedEvents(), entry]));
    list?.append(itemOf(entry));
  };
  for (const { name: type } of eventTable) {
    // Each detail is JSON, except the function `waitUntil` of `hub-confirm`. The log omits this function.
    element?.addEventListener(type, (event) => add({ type, detail: (event as CustomEvent<unknown>).detail }));
  }
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    add({ type: 'securitypolicyviolation', detail: { effectiveDirective, blockedURI } });
  });
  document.querySelector('#clear-events')?.addEventListener('click', () => {
    sessionStorage.removeItem(KEY);
    list?.replaceChildren();
  });
}

function storedEvents(): readonly LoggedEvent[] {
  return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as LoggedEvent[];
}

function itemOf({ type, detail }: LoggedEvent): HTMLLIElement {
  const item = document.createElement('li');
  item.dataset['event'] = type;
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  const text = document.createElement('pre');
  const name = document.createElement('code');
  name.textContent = type;
  summary.append(name, ` ${JSON.stringify(detail ?? {})}`);
  text.textContent = JSON.stringify(detail ?? {}, null, 2);
  details.append(summary, text);
  item.append(details);
  return item;
}
