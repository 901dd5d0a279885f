/** Writes the public types that consist of names of a table: of the screens, and of the families with wallets. */
import { families } from '../../../src/vm/families.js';
import * as choices from '../../../src/ui/choices/screens.js';
import * as phone from '../../../src/ui/phone/screens.js';
import * as deposit from '../../../src/ui/deposit/screens.js';
import * as history from '../../../src/ui/history/screens.js';
import * as usual from '../../../src/ui/screens.js';

const tables: readonly Readonly<Record<string, { id: string }>>[] = [usual, choices, phone, deposit, history];

/** A screen that loads late has the name of the one that stands in for it. */
const screens = (): string[] => tables.flatMap((table) => Object.values(table).map(({ id }) => id));
const wallets = (): string[] => Object.values(families).map((family) => family.wallets);

/** The files with such a type: its name, and its members. */
const types: Readonly<Record<string, readonly [name: string, members: () => string[]]>> = {
  'src/events.ts': ['ViewName', screens],
  'src/wallets/wallet.ts': ['WalletFamily', wallets],
};

export const filesWithNames: readonly string[] = Object.keys(types);

/** Writes the members of the type into the source of its file. */
export function withNames(file: string, source: string): string {
  const [name = '', members = () => []] = types[file] ?? [];
  const sorted = [...new Set(members())].sort().map((each) => `'${each}'`);
  const line = `export type ${name} = ${sorted.join(' | ')};`;
  const lines = `export type ${name} =${sorted.map((each) => `\n  | ${each}`).join('')};`;
  return source.replace(new RegExp(`export type ${name} =[^;]*;`, 'u'), line.length > 120 ? lines : line);
}
