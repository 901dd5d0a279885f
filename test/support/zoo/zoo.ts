/** The table of all odd wallets. Each pays once in `test/payment/session/session.zoo.test.ts`. */
import { accounts } from './evm-accounts.js';
import { answers } from './evm-answers.js';
import { chains } from './evm-chains.js';
import { endings } from './evm-endings.js';
import type { Animal } from './animal.js';

export const zoo: readonly Animal[] = [...answers, ...chains, ...accounts, ...endings];
