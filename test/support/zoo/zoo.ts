/**
 * The list of all odd wallets. Each is asked to pay once in the virtual world
 * (`test/payment/session/session.zoo.test.ts`). Some, or all on demand, are also asked in a browser on the local chains
 * (`test/flows/zoo.test.ts`). A story shows what the payer sees at the end.
 */
import { accounts } from './evm-accounts.js';
import { answers } from './evm-answers.js';
import { chains } from './evm-chains.js';
import { endings } from './evm-endings.js';
import { signers } from './svm-signers.js';
import type { Animal, EvmAnimal } from './animal.js';

export const evmZoo: readonly EvmAnimal[] = [...answers, ...chains, ...accounts, ...endings];
export const zoo: readonly Animal[] = [...evmZoo, ...signers];
