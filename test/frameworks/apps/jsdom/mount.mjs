/** Mounts the element in jsdom, as a merchant's unit test does. */
import { JSDOM } from 'jsdom';
import { mount } from './mount-element.mjs';

const { window } = new JSDOM('<!doctype html><title>Shop</title>', { url: 'https://shop.example/' });
for (const name of Object.getOwnPropertyNames(window))
  if (!(name in globalThis)) Object.defineProperty(globalThis, name, { get: () => window[name], configurable: true });
// jsdom's `addEventListener` takes only jsdom's own signals, so test runners replace these names of Node.
for (const name of ['Event', 'EventTarget', 'CustomEvent', 'AbortController', 'AbortSignal'])
  globalThis[name] = window[name];
await mount();
