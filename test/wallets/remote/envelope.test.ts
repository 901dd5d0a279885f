import { expect } from 'chai';
import { bytes32 } from '../../../src/wallets/remote/bytes.js';
import { open, seal } from '../../../src/wallets/remote/envelope.js';
import { seal as sealByNode, unseal } from '../../../demo/devnet/walletconnect/phone.js';

const KEY = bytes32('5a'.repeat(32))!;
const random = (bytes: number): Uint8Array => crypto.getRandomValues(new Uint8Array(bytes));

describe('seal and open', () => {
  it('agree with the cryptography of Node', () => {
    const message = { id: 7, method: 'ping', params: { text: 'ä€' } };
    const envelope = seal(KEY, message, random);
    expect(JSON.parse(unseal(Buffer.from(KEY), envelope))).to.deep.equal(message);
    expect(open(KEY, sealByNode(Buffer.from(KEY), JSON.stringify(message)))).to.deep.equal(message);
    expect(Buffer.from(envelope, 'base64')[0]).to.equal(0);
  });

  it('never use a nonce twice', () => {
    const nonces = Array.from({ length: 50 }, () => seal(KEY, {}, random).slice(0, 17));
    expect(new Set(nonces).size).to.equal(50);
  });

  it('return null for another key, another type, damage, too many characters and what is no JSON', () => {
    const right = Buffer.from(seal(KEY, { id: 1 }, random), 'base64');
    for (let at = 0; at < right.length; at += 1) {
      const wrong = Buffer.from(right);
      wrong[at] = wrong[at]! ^ 0x10;
      expect(open(KEY, wrong.toString('base64')), `byte ${at}`).to.equal(null);
      expect(open(KEY, right.subarray(0, at).toString('base64')), `${at} bytes`).to.equal(null);
    }
    expect(open(bytes32('5b'.repeat(32))!, right.toString('base64'))).to.equal(null);
    for (const text of ['', '{', '{"__proto__":{}}', '\u0000', `"${'x'.repeat(300_000)}"`])
      expect(open(KEY, sealByNode(Buffer.from(KEY), text)), text.slice(0, 20)).to.equal(null);
    expect(open(KEY, '*')).to.equal(null);
  });
});
