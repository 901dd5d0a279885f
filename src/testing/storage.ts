/** Creates the storage of test mode, which never contains a real payment, and which no real session reads. */
import { MemoryStore, type KeyValueStore } from '../shared/memory-store.js';

/** Every key of test mode in the browser's storage starts with this text. No key of a real payment does. */
const PREFIX = 'hub-pay-test/';

/** Creates the storage. The test payments last until the tab is closed or, without `sessionStorage`, until a reload. */
export function testStorage(session: () => Storage): KeyValueStore {
  let store: Storage;
  try {
    store = session();
    store.setItem(`${PREFIX}probe`, '');
    store.removeItem(`${PREFIX}probe`);
  } catch {
    return new MemoryStore();
  }
  const keys = (): string[] => {
    const own: string[] = [];
    for (let index = 0; index < store.length; index += 1) {
      const key = store.key(index) ?? '';
      if (key.startsWith(PREFIX)) own.push(key);
    }
    return own;
  };
  return {
    getItem: (key) => store.getItem(PREFIX + key),
    setItem: (key, value) => {
      store.setItem(PREFIX + key, value);
    },
    removeItem: (key) => {
      store.removeItem(PREFIX + key);
    },
    key: (index) => keys()[index]?.slice(PREFIX.length) ?? null,
    get length() {
      return keys().length;
    },
  };
}
