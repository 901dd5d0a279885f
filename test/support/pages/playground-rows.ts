/** Gives a value to every control of the playground, by the control's kind. A new row needs no change of this file. */
import {
  attributeRows,
  choicesOf,
  partRows,
  propertyRows,
  slotNameOf,
  slotRows,
  tokenRows,
} from '../../../stories/support/controls.js';
import type { Probe } from './playground.js';

/** Tokens that are no color. The first text that a token's name contains gives its value. */
const LENGTHS: readonly (readonly [name: string, value: string])[] = [
  ['font-family', 'monospace'],
  ['weight', '900'],
  ['line-height', '2'],
  ['focus-ring', '5px dotted rgb(1, 2, 3)'],
  ['shadow', '0 0 9px rgb(1, 2, 3)'],
  ['width', '20rem'],
  ['duration', '777ms'],
  ['', '3px'],
];

const tokenValue = (name: string): string => {
  if (name.includes('-color-')) return 'rgb(1, 2, 3)';
  if (name.endsWith('border-width')) return '3px';
  return LENGTHS.find(([part]) => name.includes(part))?.[1] ?? '';
};

const attributeValue = (type: string): unknown => {
  if (type === 'boolean') return true;
  return type === 'number' ? 421_614 : (choicesOf(type)?.at(-1) ?? 'another');
};

export const propertyProbes: readonly Probe[] = [
  ...attributeRows.map(({ id, attribute, entry }): Probe => {
    return { kind: 'attribute', id, attribute, property: entry.property, value: attributeValue(entry.type) };
  }),
  ...propertyRows.map(({ id, entry: { property, type }, control }): Probe => {
    const value = control.mapping
      ? 'sample'
      : type === 'string'
        ? 'wss://shop.example/'
        : [{ label: 'A', amount: '1' }];
    return { kind: 'property', id, property, value };
  }),
  ...slotRows.map(({ id, entry }): Probe => ({ kind: 'slot', id, slot: slotNameOf(entry), value: 'Another text' })),
];

export const styleProbes: readonly Probe[] = [
  ...tokenRows.map(({ id, entry }): Probe => ({ kind: 'token', id, value: tokenValue(entry.name) })),
  ...partRows.map(({ id, entry }): Probe => {
    return { kind: 'part', id, part: entry.name, value: 'outline: 3px solid rgb(1, 2, 3)' };
  }),
];
