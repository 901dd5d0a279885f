import { expect } from 'chai';
import {
  fromBase58,
  fromBase64,
  fromHex,
  littleEndian,
  sameBytes,
  toBase58,
  toBase64,
  toHex,
} from '../../../../src/vm/svm/data/bytes.js';

const bytes = Uint8Array.from([0, 0, 0x28, 0x7f, 0xb4, 0xcd]);

describe('the texts of bytes', () => {
  it('are the same bytes after a way there and back', () => {
    expect([toHex(bytes), toBase64(bytes), toBase58(bytes)]).to.deep.equal(['0000287fb4cd', 'AAAof7TN', '11233QC4']);
    for (const back of [fromHex(toHex(bytes)), fromBase64(toBase64(bytes)), fromBase58(toBase58(bytes))]) {
      expect([...back]).to.deep.equal([...bytes]);
    }
  });

  it('throw when the text is damaged', () => {
    expect(() => fromBase58('0OIl')).to.throw();
    expect(() => fromBase64('*')).to.throw();
    expect(() => fromHex('0')).to.throw();
  });
});

describe('littleEndian', () => {
  it('reads a number from its lowest byte on', () => {
    expect(littleEndian(bytes, 2, 2)).to.equal(0x7f28n);
    expect(
      littleEndian(
        Uint8Array.from({ length: 8 }, () => 255),
        0,
        8,
      ),
    ).to.equal(2n ** 64n - 1n);
  });

  it('returns null when the bytes end before', () => {
    expect(littleEndian(bytes, 0, 8)).to.equal(null);
    expect(littleEndian(bytes, 6, 1)).to.equal(null);
  });
});

describe('sameBytes', () => {
  it('compares the length and each byte', () => {
    expect(sameBytes(bytes, Uint8Array.from(bytes))).to.equal(true);
    expect(sameBytes(bytes, bytes.subarray(1))).to.equal(false);
    expect(
      sameBytes(
        bytes,
        bytes.map((byte) => byte ^ 1),
      ),
    ).to.equal(false);
  });
});
