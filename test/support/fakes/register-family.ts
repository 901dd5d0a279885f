/** Adds a chain family to the table of families, so that the code of a payment loads its adapter. */
import type { VmAdapter } from '../../../src/vm/family/adapter.js';
import { families, type Family } from '../../../src/vm/families.js';

/**
 * The values of `vmType` that tests may use. The package has no rows for them. A test must not replace a row of the
 * package, because other tests on the same page use this row too. `lvm` is the toy family of `toy-family.ts`.
 */
type TestVmType = 'lvm' | 'toy-ladder' | 'toy-other';

/** Adds a row. The wallets of the family are EVM wallets. */
export function registerFamily(vmType: TestVmType, adapter: VmAdapter, row: Partial<Family> = {}): void {
  const load = (): Promise<VmAdapter> => Promise.resolve(adapter);
  (families as Record<string, Family>)[vmType] = { ...families['evm']!, load, ...row };
}
