/** Reads the faults that `test/README.md` lists. */
import { read } from './sources.js';

export const faultRows = (): { id: string; sentence: string }[] =>
  [...read('test/README.md').matchAll(/^\| (F-\d+) \| (.*) \|$/gmu)].map(([, id = '', sentence = '']) => ({
    id,
    sentence,
  }));
