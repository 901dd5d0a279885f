/**
 * Tests that this version reads the entries that the first version has stored. The entries below are copies of stored
 * texts. If a test fails, change the code that reads, not the entries.
 */
import { expect } from 'chai';
import { createJournal } from '../../../src/payment/journal/storage.js';
import { VirtualClock } from '../../support/clock.js';
import { SharedStorage } from '../../support/world/world-platform.js';
import { sent, shownId } from '../sent.js';

const PAYER = '0xa1b2c3d4e5f60718293a4b5c6d7e8f9012345678';
const HASH = '0xf000000000000000000000000000000000000000000000000000000000000002';
const DEPOSITORY = '0x4cd00e387622c35bddb9b4c962c136462338bc31';

/** The stored text of an entry. The texts of the entries differ only in these parts. */
const textOf = (number: number, entry: string, payment: string): string => `{
  "v": 1, "id": "070e151c232a31383f464d545b62697${number}", "createdAt": 1795219200000, "updatedAt": 1795219200000,
  "digest": "0x91b8fd42747a6e3d82e10b930070391297ac8ef1c007a9e8303e466643fc7f4d",
  "order": ["d81b0db0b0ca01ff", "0f1b0db0b0ca01ff"], "label": "order-7",
  "payment": { "requestId": "0x${'c'.repeat(63)}${number}", ${payment} }, ${entry} }`;

const deposit = '"step": { "id": "deposit", "kind": "transaction", "index": 0, "count": 1 }, "chainId": 8453';
const expected = `"expected": { "from": "${PAYER}", "to": "${DEPOSITORY}", "value": "8360000000000000",
  "dataHash": "0x4a4b19eaeb99138b52ee8efe95d8c004f22414e98942dd4331f708307e33df40" }`;
const asked = `${deposit}, "nonce": "0", ${expected}, "wallet": "one.test"`;
const submitted = `"payingHash": "${HASH}",
  "submissions": [{ "chainId": 8453, "hash": "${HASH}" }]`;

const texts: Record<string, string> = {
  'was sent': textOf(
    7,
    `"stage": "sent", "status": "waiting", "emitted": [],
      "prompt": { ${asked} }`,
    submitted,
  ),
  'was prompted': textOf(
    2,
    `"stage": "prompted", "status": "waiting", "emitted": [], "prompt": { ${asked} }`,
    '"submissions": []',
  ),
  'was sent as a batch': textOf(
    3,
    `"stage": "sent", "status": "waiting", "emitted": [], "prompt": { ${asked},
      "calls": { "size": 132, "id": "0x9791", "isAccepted": true, "pendingInWallet": true } }`,
    '"submissions": [], "batched": true',
  ),
  'was signed': textOf(
    4,
    `"stage": "sent", "status": "waiting", "emitted": ["hub-step"], "prompt": { "nonce": null, "expected": null,
      "step": { "id": "authorize1", "kind": "signature", "index": 0, "count": 1 }, "chainId": 8453,
      "permit": { "kind": "eip3009", "contract": "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", "owner": "${PAYER}",
        "nonce": "0x${'3'.repeat(64)}", "validAfter": "0", "deadline": "1795219800" } }`,
    '"submissions": [], "signed": true',
  ),
  'awaits a deposit': textOf(
    5,
    `"stage": "awaiting-deposit", "status": "waiting", "emitted": [], "prompt": null`,
    '"submissions": [], "deposit": { "deadline": 1795219500000 }',
  ),
  'has failed': textOf(
    6,
    `"stage": "failed", "status": "failure", "emitted": ["hub-sent", "hub-failure"],
      "prompt": { ${asked} }`,
    submitted,
  ),
};

describe('journal with entries of version 1', () => {
  for (const [what, text] of Object.entries(texts)) {
    it(`F-170 reads every value when the payment ${what}, and keeps them when it writes`, () => {
      const storage = new SharedStorage();
      const journal = createJournal(storage, 'hub-pay/1/test', new VirtualClock(1_795_219_200_000));
      storage.items.set('hub-pay/1/test', `[${text}]`);
      const [entry] = journal.read();
      expect(journal.hasUnreadable()).to.equal(false);
      journal.write(entry!);
      expect(JSON.parse(storage.items.get('hub-pay/1/test')!)).to.deep.equal([JSON.parse(text)]);
    });
  }

  it('F-170 tracks the payment to its outcome, without a prompt, when the first version has sent it', async () => {
    const { world, tab, requestId } = await sent();
    tab.kill();
    const [key] = world.journalItem();
    world.storage.items.set(key, `[${texts['was sent']!}]`);
    expect(requestId).not.to.equal(`0x${'c'.repeat(63)}7`);
    const next = world.open();
    await world.clock.advance(2_000);
    expect([next.state.name, shownId(next)]).to.deep.equal(['processing', `0x${'c'.repeat(63)}7`]);
    world.service.statuses.set(shownId(next), { status: 'success', inTxHashes: [HASH] });
    await next.reach('succeeded');
    expect(world.prompts).to.have.length(1);
  });
});
