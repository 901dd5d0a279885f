/**
 * Makes a control for every row of the element's public table, from which the manifest is generated too. A new row of
 * the table gets its control without a change of this file.
 */
import type { InputType } from 'storybook/internal/types';
import {
  methodTable,
  partTable,
  propertyTable,
  settableTable,
  slotTable,
  tokenTable,
  type NamedEntry,
  type PropertyEntry,
} from '../../src/element/reference.js';
import { tokens } from '../../src/ui/styles/tokens.js';

/** The values of all controls, by the ids below. A value is undefined until somebody sets the control. */
export type Settings = Record<string, unknown>;

/** A row of the table with its control. `id` is the key of the control's value in `Settings`. */
export type Row<T> = { id: string; entry: T; control: InputType };

/** Values that nobody can type, by the names of their options. The text is the source of the value in a snippet. */
const SAMPLES: Readonly<Record<string, Readonly<Record<string, { value: unknown; source: string }>>>> = {
  fetch: {
    sample: { value: globalThis.fetch.bind(globalThis), source: '(input, init) => globalThis.fetch(input, init)' },
    // With another `base-url` than `demo:`, the element shows what it shows while it loads.
    silent: { value: () => new Promise(() => undefined), source: '() => new Promise(() => undefined)' },
  },
  wallets: {
    sample: { value: [{ request: () => Promise.resolve([]) }], source: '[{ request: () => Promise.resolve([]) }]' },
  },
};

export const attributeRows: readonly (Row<PropertyEntry> & { attribute: string })[] = settableTable.flatMap((entry) => {
  const { attribute } = entry;
  return attribute === null ? [] : [{ id: attribute, attribute, entry, control: controlOf(entry, attribute) }];
});

export const propertyRows: readonly Row<PropertyEntry>[] = settableTable
  .filter(({ attribute }) => attribute === null)
  .map((entry) => ({ id: entry.property, entry, control: controlOf(entry, entry.property) }));

/** Values that the element reports. Nobody can set them, so they have no control. */
export const outputRows: readonly PropertyEntry[] = propertyTable.filter(({ readonly }) => readonly);

/** The methods that a press on a button can call. */
export const callable = methodTable.filter(
  ({ parameters, static: isStatic }) => !isStatic && (parameters === '' || parameters.includes(' = ')),
);

export const tokenRows: readonly Row<NamedEntry>[] = tokenTable.map((entry) => ({
  id: entry.name,
  entry,
  control: {
    ...described(entry, entry.name, 'Tokens', defaultOfToken(entry.name)),
    control: { type: entry.name.includes('-color-') ? 'color' : 'text' },
  },
}));

export const partRows: readonly Row<NamedEntry>[] = partTable.map((entry) => ({
  id: `part-${entry.name}`,
  entry,
  control: {
    ...described(entry, `::part(${entry.name})`, 'Parts (CSS declarations)'),
    control: { type: 'text' },
  },
}));

/** The name of a slot. The code of an error is a part of one slot's name, so the control has an example. */
export const slotNameOf = ({ name }: NamedEntry): string => name.replace('<code>', 'config');

export const slotRows: readonly Row<NamedEntry>[] = slotTable.map((entry) => ({
  id: `slot-${slotNameOf(entry)}`,
  entry,
  control: { ...described(entry, slotNameOf(entry) || 'default', 'Slots (text)'), control: { type: 'text' } },
}));

/** The controls of the story, by their ids. */
export const controls: Readonly<Record<string, InputType>> = Object.fromEntries(
  [...attributeRows, ...propertyRows, ...slotRows, ...tokenRows, ...partRows].map(({ id, control }) => [id, control]),
);

/** Returns the source of a property's value, for a snippet. */
export function sourceOf({ property }: PropertyEntry, value: unknown): string {
  const sample = Object.values(SAMPLES[property] ?? {}).find((each) => each.value === value);
  return sample?.source ?? JSON.stringify(value, null, 2);
}

/** Returns the values that a type such as `'button' | 'panel'` lists, or null. */
export function choicesOf(type: string): string[] | null {
  return /^'[^']+'(?: \| '[^']+')*$/u.test(type) ? type.split(' | ').map((choice) => choice.slice(1, -1)) : null;
}

/** Returns the default of a token as its users see it. */
export function defaultOfToken(name: string): string {
  const value = (tokens as Readonly<Record<string, string | readonly string[]>>)[name.replace('--hub-', '')] ?? '';
  return typeof value === 'string' ? value : value.join(', dark ');
}

function described({ description }: { description: string }, name: string, category: string, fallback = ''): InputType {
  return { name, description, table: { category, ...(fallback && { defaultValue: { summary: fallback } }) } };
}

function controlOf(entry: PropertyEntry, name: string): InputType {
  const { type, attribute, property } = entry;
  const shown = described(entry, name, attribute === null ? 'Properties' : 'Attributes', entry.default);
  const samples = Object.entries(SAMPLES[property] ?? {});
  const mapping = Object.fromEntries(samples.map(([name, { value }]) => [name, value]));
  if (samples.length > 0) return { ...shown, control: { type: 'select' }, options: Object.keys(mapping), mapping };
  const choices = choicesOf(type);
  if (choices) return { ...shown, control: { type: 'select' }, options: choices };
  if (type === 'boolean') return { ...shown, control: { type: 'boolean' } };
  if (type === 'number') return { ...shown, control: { type: 'number' } };
  // An attribute is a text, also where the property can be an object.
  return { ...shown, control: { type: attribute !== null || type === 'string' ? 'text' : 'object' } };
}
