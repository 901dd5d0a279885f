import { expect } from 'chai';
import {
  bytes32,
  fromBase64,
  toBase58,
  toBase64,
  toBase64Url,
  toHex,
  utf8,
} from '../../../src/wallets/remote/bytes.js';

describe('bytes', () => {
  it('writes and reads 32 bytes of hex, and nothing else', () => {
    const text = `00ff${'ab'.repeat(30)}`;
    expect(toHex(bytes32(text)!)).to.equal(text);
    for (const wrong of ['', text.toUpperCase(), `0x${text}`, text.slice(2), `${text}00`, `${text.slice(2)}zz`])
      expect(bytes32(wrong), wrong).to.equal(null);
  });

  it('writes base64 as Node does, also for a million bytes', () => {
    const bytes = Uint8Array.from({ length: 1_000_000 }, (_, at) => at % 251);
    expect(toBase64(bytes)).to.equal(Buffer.from(bytes).toString('base64'));
    expect(toHex(fromBase64(toBase64(bytes.slice(0, 100))))).to.equal(toHex(bytes.slice(0, 100)));
    expect(toBase64Url(Uint8Array.of(0xfb, 0xff, 0xfe, 0xfd))).to.equal('-__-_Q');
    expect(toBase64Url('ä?')).to.equal(Buffer.from('ä?').toString('base64url'));
    expect(() => fromBase64('*')).to.throw();
  });

  it('writes base58 as the known samples', () => {
    expect(toBase58(utf8('Hello World!'))).to.equal('2NEpo7TZRRrLZSi2U');
    expect(toBase58(Uint8Array.of(0xed, 0x01))).to.equal('K36');
  });
});
