/** Tests the snippets of the playground: each compiles, and contains every value that a control has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  attributeRows,
  choicesOf,
  partRows,
  propertyRows,
  slotRows,
  tokenRows,
  type Settings,
} from '../../stories/support/controls.js';
import { frameworks, snippet, type Framework } from '../../stories/support/snippets.js';
import { compileSamples } from '../tools/docs/doc-samples.js';

const LANGUAGES = { html: 'html', react: 'tsx', vue: 'vue', svelte: 'svelte' } as const;

const fromRows = <R extends { id: string }>(rows: readonly R[], valueOf: (row: R) => unknown): Settings =>
  Object.fromEntries(rows.map((row) => [row.id, valueOf(row)]));

/** A value for each property that has an own type. The other properties take a text. */
const OBJECTS: Settings = {
  messages: { 'button.pay': 'Buy “{amount}” & more' },
  summary: [{ label: 'Beans, 1 kg', amount: '$22.00' }],
  appFees: [{ recipient: `0x${'aa'.repeat(20)}`, fee: '25' }],
  txs: [{ to: `0x${'bb'.repeat(20)}`, value: '0', data: '0x' }],
  quoteOptions: { strict: true },
};

const nothing: Settings = {};
const usual: Settings = { 'base-url': 'demo:', amount: '25.00', 'destination-chain-id': 84532, layout: 'panel' };
const all: Settings = {
  ...fromRows(attributeRows, ({ entry: { type } }) => {
    if (type === 'boolean') return true;
    return type === 'number' ? 84532 : (choicesOf(type)?.at(-1) ?? 'a "quoted" {text} & <more>');
  }),
  ...fromRows(propertyRows, ({ id, control }) => OBJECTS[id] ?? control.mapping?.['sample'] ?? 'wss://shop.example/'),
  ...fromRows(slotRows, () => 'Buy {it} <now> & "here"'),
  ...fromRows(tokenRows, () => 'initial'),
  ...fromRows(partRows, () => 'outline: 1px solid red'),
};

test('the snippet of every framework compiles, with no value, with the usual values and with all values', () => {
  const blocks = (Object.keys(frameworks) as Framework[]).flatMap((framework) =>
    Object.entries({ nothing, usual, all }).map(([name, settings]) => ({
      page: `${framework} with ${name}`,
      line: 1,
      language: LANGUAGES[framework],
      text: snippet(framework, settings),
    })),
  );
  assert.deepEqual(compileSamples(blocks), []);
});

test('the snippet of every framework names every row that has a value, and no other', () => {
  for (const framework of Object.keys(frameworks) as Framework[]) {
    const camel = framework === 'react';
    const text = snippet(framework, all);
    for (const { attribute, entry } of attributeRows) {
      const name = camel ? entry.property : attribute;
      assert.match(text, new RegExp(`^\\s+${name}(?:=.+)?$`, 'mu'), `${framework}: ${name}`);
      assert.doesNotMatch(
        snippet(framework, nothing),
        new RegExp(`^\\s+${name}(?:=|$)`, 'mu'),
        `${framework}: ${name}`,
      );
    }
    for (const { entry } of propertyRows)
      assert.match(text, new RegExp(`\\b${entry.property}\\}? ?=`, 'u'), entry.property);
    for (const { entry } of tokenRows) assert.ok(text.includes(`\n  ${entry.name}: initial;`), entry.name);
    for (const { entry } of partRows) assert.ok(text.includes(`hub-pay::part(${entry.name}) {`), entry.name);
    for (const { id } of slotRows.slice(1)) assert.ok(text.includes(` slot="${id.slice('slot-'.length)}"`), id);
  }
});
