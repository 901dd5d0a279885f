/** Where Prototype.js is: no package of npm contains it for browsers, so `npm run setup` installs that of Debian. */
import { existsSync } from 'node:fs';

export const PROTOTYPE_PACKAGE = 'libjs-prototype';
export const PROTOTYPE_FILE = '/usr/share/javascript/prototype/prototype.js';

export const hasPrototype = () => existsSync(PROTOTYPE_FILE);
