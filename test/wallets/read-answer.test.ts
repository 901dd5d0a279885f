import { expect } from 'chai';
import { keySignature, readAccounts, readChainId, readHash, readSignature } from '../../src/wallets/read-answer.js';

const A = `0x${'a1'.repeat(20)}`;
const B = `0x${'b2'.repeat(20)}`;
const HASH = `0x${'fa'.repeat(32)}`;
const upper = (text: string): string => text.toUpperCase();

describe('readChainId', () => {
  const spelt: unknown[] = [
    '0x2105',
    '0X2105',
    '0x02105',
    `0x${'2105'.padStart(64, '0')}`,
    '8453',
    ' 8453 ',
    8453,
    8453n,
    'eip155:8453',
    'EIP155:8453',
    { chainId: '0x2105' },
    { chainId: 8453 },
    { chainId: 'eip155:8453' },
    { result: '0x2105' },
    { result: { chainId: '8453' } },
    { data: '8453' },
    { chainId: 'base', result: '0x2105' },
    { chainId: {}, data: 8453 },
    { chainId: 0, result: { id: 1, data: 8453 } },
  ];
  for (const answer of spelt) {
    it(`reads chain 8453 from ${typeof answer === 'bigint' ? '8453n' : JSON.stringify(answer)}`, () => {
      expect(readChainId(answer)).to.equal(8453);
    });
  }

  for (const answer of [
    '',
    '0x',
    '0x0',
    0,
    -1,
    1.5,
    NaN,
    null,
    undefined,
    {},
    [],
    true,
    'base',
    'solana:101',
    '0xzz',
  ]) {
    it(`reads no chain from ${JSON.stringify(answer)}`, () => {
      expect(readChainId(answer)).to.equal(null);
    });
  }

  it('reads no chain from an id that a number cannot hold', () => {
    expect(readChainId(`0x${'ff'.repeat(32)}`)).to.equal(null);
  });
});

describe('readAccounts', () => {
  const spelt: Record<string, unknown> = {
    'an array': [A, B],
    'upper case': [upper(A), `0x${upper(B.slice(2))}`],
    'CAIP-10': [`eip155:8453:${A}`, `eip155:1:${upper(B)}`],
    'CAIP-10 of several chains': [`eip155:8453:${A}`, `eip155:1:${A}`, `eip155:1:${B}`],
    'objects with address': [{ address: A }, { address: B }],
    'an object with accounts': { accounts: [A, B] },
    'a wrapped result': { result: [A, B] },
    'a result beside a number of accounts': { accounts: 2, result: [A, B] },
    'a list wrapped twice, beside a text': { accounts: 'two', result: { data: 'x', accounts: [A, B] } },
    'invalid items beside': [A, 'x', null, 7, `${A}00`, `solana:5eykt:${A}`, B],
    'white space': [` ${A}\n`, B],
  };
  for (const [what, answer] of Object.entries(spelt)) {
    it(`F-38 reads two accounts in lower case from ${what}`, () => {
      expect(readAccounts(answer)).to.deep.equal([A, B]);
    });
  }

  it('F-38 reads one account from a text', () => {
    expect(readAccounts(upper(A))).to.deep.equal([A]);
    expect(readAccounts(`eip155:1:${A}`)).to.deep.equal([A]);
  });

  for (const answer of [null, undefined, '', 'locked', {}, [], 7, { accounts: null }, [[]]]) {
    it(`F-38 reads no account from ${JSON.stringify(answer)}`, () => {
      expect(readAccounts(answer)).to.deep.equal([]);
    });
  }
});

describe('readHash', () => {
  const spelt: unknown[] = [
    HASH,
    upper(HASH),
    HASH.slice(2),
    ` ${HASH} `,
    { hash: HASH },
    { transactionHash: HASH },
    { txHash: HASH.slice(2) },
    { result: HASH },
    { result: { hash: HASH } },
    { hash: HASH, wait: 1 },
    { hash: 5, result: HASH },
    { hash: '', txHash: '0x', data: { hash: {}, txid: HASH } },
    { hash: 'sha256', transactionHash: HASH },
  ];
  for (const answer of spelt) {
    it(`F-64 reads the hash from ${JSON.stringify(answer).slice(0, 32)}`, () => {
      expect(readHash(answer)).to.equal(HASH);
    });
  }

  for (const answer of [
    null,

    'null',
    '',
    '0x',
    `${HASH}00`,
    HASH.slice(4),
    `0x${'zz'.repeat(32)}`,
    42,
    {},
  ]) {
    it(`F-65 reads no hash from ${JSON.stringify(answer).slice(0, 24)}`, () => {
      expect(readHash(answer)).to.equal(null);
    });
  }
});

describe('readSignature', () => {
  const R = 'ab'.repeat(32);
  const S = '12'.repeat(32);
  const FULL = `0x${R}${S}1b`;
  for (const answer of [
    FULL,
    upper(FULL),
    FULL.slice(2),
    { signature: FULL },
    { result: FULL },
    { r: `0x${R}`, s: `0x${S}`, v: 27 },
    { r: `0x${R}`, s: `0x${S}`, v: '0x1b' },
    { signature: 1, result: FULL },
    { signature: { data: null, result: FULL } },
    { signature: '0x', r: `0x${R}`, s: `0x${S}`, v: 27 },
    { result: { r: `0x${R}`, s: `0x${S}`, yParity: '0x1b' } },
  ]) {
    it(`reads the signature from ${JSON.stringify(answer).slice(0, 24)}`, () => {
      expect(readSignature(answer)).to.equal(FULL);
    });
  }

  it('reads the signature of a contract account, which is longer', () => {
    expect(readSignature(`0x${'ab'.repeat(200)}`)).to.equal(`0x${'ab'.repeat(200)}`);
  });

  for (const answer of ['0x', HASH, `${FULL}0`, null, {}, { r: `0x${R}` }, { r: `0x${R}`, s: `0x${S}` }, 7]) {
    it(`reads no signature from ${JSON.stringify(answer).slice(0, 24)}`, () => {
      expect(readSignature(answer)).to.equal(null);
    });
  }

  it('keySignature writes the last byte as 27 or 28', () => {
    expect(keySignature(`0x${R}${S}00`)).to.equal(FULL);
    expect(keySignature(`0x${R}${S}01`)).to.equal(`0x${R}${S}1c`);
    expect(keySignature(FULL)).to.equal(FULL);
  });

  it('keySignature writes the 64 bytes of EIP-2098 as 65', () => {
    expect(keySignature(`0x${R}${S}`)).to.equal(FULL);
    const odd = `92${S.slice(2)}`;
    expect(keySignature(`0x${R}${odd}`)).to.equal(`0x${R}${S}1c`);
  });

  it('keySignature keeps the signature of a contract account', () => {
    const long = `0x${'ab'.repeat(200)}`;
    expect(keySignature(long)).to.equal(long);
  });

  it('F-68 keySignature writes the smaller of two values of s, with its own last byte', () => {
    const twin = (BigInt('0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141') - BigInt(`0x${S}`))
      .toString(16)
      .padStart(64, '0');
    for (const [last, usual] of [
      ['1c', '1b'],
      ['01', '1b'],
      ['1b', '1c'],
      ['00', '1c'],
    ]) {
      expect(keySignature(`0x${R}${twin}${last}`)).to.equal(`0x${R}${S}${usual}`);
    }
  });

  it('keySignature keeps 65 bytes that are no signature of a key', () => {
    for (const odd of [`0x${R}${S}02`, `0x${R}${S}25`, `0x${R}${'ff'.repeat(32)}1b`, `0x${'cd'.repeat(65)}`])
      expect(keySignature(odd)).to.equal(odd);
  });
});
