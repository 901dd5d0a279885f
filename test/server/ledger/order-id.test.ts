/** Tests which ids of orders the ledger takes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkedId, problemOfId } from '../../../src/server/ledger/order-id.js';

test('an id is a text that a database keeps as it is', () => {
  for (const id of ['7', ' 7', 'Order 7', 'ä/✓', '0', 'nullable', 'x'.repeat(200)])
    assert.equal(checkedId(id, 'id'), id);
  for (const [id, problem] of [
    [7, /^is a value of type number, and an order's id is a text: write "7"$/u],
    [7n, /write "7"$/u],
    [null, /^is null/u],
    [undefined, /^is a value of type undefined/u],
    [{}, /type object/u],
    ['', /^is empty$/u],
    ['undefined', /^is "undefined", as which JavaScript writes a value that is missing or no text$/u],
    ['NaN', /a value that is missing or no text$/u],
    ['[object Object]', /^is "\[object Object\]", as which JavaScript writes a value that is missing or no text$/u],
    ['[object Promise]', /^is "\[object Promise\]", as which JavaScript writes/u],
    ['x'.repeat(201), /200 characters/u],
    ['a\nb', /control character/u],
    ['a\udc00', /half a character/u],
  ] as const)
    assert.match(problemOfId(id) ?? 'nothing', problem);
});
