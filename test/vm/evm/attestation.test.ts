import { expect } from 'chai';
import { privateKeyToAccount } from 'viem/accounts';
import { solver } from '../../../demo/devnet/base/accounts.js';
import { attest } from '../../../demo/devnet/base/sign-attestation.js';
import type { WireAttestation } from '../../../src/api/responses/types.js';
import { attestationHash, checkAttestation, signerOf } from '../../../src/vm/evm/attestation.js';

const requestId = `0x${'1f'.repeat(32)}` as const;
const data: WireAttestation['requestData'] = {
  originChainId: 1,
  originUser: '0x03508bB71268BBA25ECaCC8F620e01866650532c',
  originCurrency: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  originAmount: '250000000',
  destinationChainId: 8453,
  destinationUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
};
const toSvm = {
  ...data,
  destinationChainId: 792703809,
  destinationUser: '7Yg5UzLwC2hRVGpdLUdnzqpTmRSXf2FiXeVSHWpeNQfX',
};

/** A payment from the venue. The venue's currencies have 16 bytes, or more if the name of a DEX follows. */
const fromVenue = {
  ...data,
  originChainId: 1337,
  originCurrency: '0x6d1e7cde53ba9467b783cb7c530ce054',
  originAmount: '2500000000',
};
const fromDex = { ...fromVenue, originCurrency: `${fromVenue.originCurrency}78797a` };

/** The signer's address, recovered from the signed values. */
const recovered = async (values: WireAttestation['requestData'], signature: string, id = requestId) => {
  const hash = await attestationHash(id, values);
  return hash && (await signerOf(hash, signature));
};

describe('checkAttestation', () => {
  const judge = (values: WireAttestation['requestData'], signature: string, solvers: readonly string[]) =>
    checkAttestation(requestId, { requestData: values, signature }, solvers);

  it('is valid for a listed solver’s signature, invalid for another’s and unavailable when the data is unreadable', async () => {
    const { signature } = await attest(solver, requestId, data);
    const own = solver.address.toLowerCase();
    const other = privateKeyToAccount(`0x${'11'.repeat(32)}`).address;
    expect(await judge(data, signature, [other, own])).to.equal('valid');
    expect(await judge(data, signature, [other])).to.equal('invalid');
    expect(await judge(data, signature, [])).to.equal('invalid');
    expect(await judge(data, '0x00', [own])).to.equal('invalid');
    expect(await judge({ ...data, originAmount: '1' }, signature, [own])).to.equal('invalid');
    const toBitcoin = { ...data, destinationUser: 'bc1q4vxn43l44h30nkluqfxd9eckf45vr2awz38lwa' };
    expect(await judge(toBitcoin, signature, [own])).to.equal('unavailable');
  });

  it('is valid for a payment from the venue, and invalid if the signature is for another currency there', async () => {
    const own = [solver.address];
    for (const values of [fromVenue, fromDex]) {
      const { signature } = await attest(solver, requestId, values);
      expect(await judge(values, signature, own)).to.equal('valid');
    }
    const { signature } = await attest(solver, requestId, fromVenue);
    expect(await judge(fromDex, signature, own)).to.equal('invalid');
  });
});

describe('attestation signature', () => {
  it('covers the values in order, with addresses left-padded and an SVM account as its 32 bytes', async () => {
    // These hashes come from a separate calculation: keccak256 of seven 32-byte words.
    expect(await attestationHash(requestId, data)).to.equal(
      '0xec3073a90cb6b82d5228dd66f02246bdd2a615d202efa9f21cfab08056317e22',
    );
    expect(await attestationHash(requestId, toSvm)).to.equal(
      '0x224cd9cae7cbc6a273e58c5af17f3007b7f6f22912af29492325800f0a4f6f3d',
    );
    expect(await attestationHash(requestId, fromVenue)).to.equal(
      '0x4518b7c4258154d6950578bffbcbe82910a306b4839d7e75b33e68757a84638e',
    );
  });

  it('recovers the devnet solver when the addresses are in any case', async () => {
    const { signature } = await attest(solver, requestId, data);
    expect(await recovered(data, signature)).to.equal(solver.address);
    expect(await recovered({ ...data, originUser: data.originUser.toLowerCase() }, signature)).to.equal(solver.address);
  });

  it('recovers another signer when one signed value differs', async () => {
    const { signature } = await attest(solver, requestId, data);
    const changes: Partial<WireAttestation['requestData']>[] = [
      { originChainId: 10 },
      { originUser: data.destinationUser },
      { originCurrency: `0x${'0'.repeat(40)}` },
      { originAmount: '250000001' },
      { destinationChainId: 10 },
      { destinationUser: data.originUser },
    ];
    for (const change of changes) {
      expect(await recovered({ ...data, ...change }, signature), JSON.stringify(change)).to.not.equal(solver.address);
    }
    expect(await recovered(data, signature, `0x${'2f'.repeat(32)}`)).to.not.equal(solver.address);
    const other = privateKeyToAccount(`0x${'11'.repeat(32)}`);
    expect(await recovered(data, (await attest(other, requestId, data)).signature)).to.equal(other.address);
  });

  it('has no hash when a value cannot be encoded', async () => {
    const unreadable: Partial<WireAttestation['requestData']>[] = [
      { destinationUser: 'bc1q4vxn43l44h30nkluqfxd9eckf45vr2awz38lwa' },
      { destinationUser: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' },
      { originUser: '' },
      { originUser: '0x' },
      { originUser: '0x123' },
      { originCurrency: `0x${'1'.repeat(66)}` },
      { originAmount: 'many' },
      { originAmount: String(2n ** 256n) },
      { originChainId: 1.5 },
    ];
    for (const change of unreadable) {
      expect(await attestationHash(requestId, { ...data, ...change }), JSON.stringify(change)).to.equal(null);
    }
    expect(await attestationHash('0x12', data)).to.equal(null);
    expect(await attestationHash('1f'.repeat(33), data)).to.equal(null);
  });

  it('has no signer when the signature is malformed', async () => {
    const { signature } = await attest(solver, requestId, data);
    const hash = (await attestationHash(requestId, data))!;
    for (const text of [
      '',
      '0x',
      signature.slice(0, -2),
      `${signature}00`,
      `0x${'0'.repeat(130)}`,
      `0x${'f'.repeat(130)}`,
    ]) {
      expect(await signerOf(hash, text), text).to.equal(null);
    }
  });
});
