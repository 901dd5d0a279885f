/** Tests that both signatures and both posts have exactly the bytes that the service documents. */
import { expect } from 'chai';
import { hashTypedData, verifyTypedData, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { SignatureRequest } from '../../../src/vm/family/abilities.js';
import { forChain, mappingRequest, splitSignature, transferRequest } from '../../../src/vm/venue/messages.js';
import { ids, people } from '../../support/quotes.js';
import { NONCE, SPOT_USDC, VENUE, venueAccount } from '../../support/venue-quotes.js';

const wallet = people.payer;
const ZERO = `0x${'0'.repeat(40)}`;
const domainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];
const mapping = (version: '1' | '2'): SignatureRequest =>
  mappingRequest('authorize', { version, chainId: VENUE, wallet, id: ids.order, nonce: NONCE });
const parameters = {
  venueChain: 'Mainnet',
  destination: venueAccount,
  sourceDex: '',
  destinationDex: '',
  token: `USDC:${SPOT_USDC}`,
  amount: '25.080000',
  fromSubAccount: '',
  nonce: NONCE,
} as const;
const transfer = (): SignatureRequest => transferRequest('deposit', { chainId: VENUE, from: wallet }, parameters);
const hashOf = ({ typedData }: SignatureRequest): Hex => hashTypedData(typedData as never);

describe('mappingRequest', () => {
  it('has the members of the first shape', () => {
    expect(forChain(mapping('1'), 8453)).to.deep.equal({
      step: 'authorize',
      chainId: VENUE,
      kind: 'signature',
      from: wallet,
      typedData: {
        domain: { name: 'HubNonceMapping', version: '1', chainId: 8453, verifyingContract: ZERO },
        types: {
          EIP712Domain: domainFields,
          NonceMapping: [
            { name: 'chainId', type: 'string' },
            { name: 'wallet', type: 'address' },
            { name: 'id', type: 'bytes32' },
            { name: 'nonce', type: 'uint256' },
          ],
        },
        primaryType: 'NonceMapping',
        message: { chainId: 'venue', wallet, nonce: NONCE, id: ids.order },
      },
      post: {
        url: '/authorize',
        body: {
          type: 'nonce-mapping',
          walletChainId: 1337,
          wallet,
          nonce: NONCE,
          id: ids.order,
          signatureChainId: 8453,
        },
      },
    });
  });

  it('has the depositor in types, message and body of the second shape only', () => {
    const { typedData, post } = forChain(mapping('2'), 10);
    expect(typedData.domain).to.deep.equal({
      name: 'HubNonceMapping',
      version: '2',
      chainId: 10,
      verifyingContract: ZERO,
    });
    expect(typedData.types['NonceMapping']).to.deep.equal([
      { name: 'chainId', type: 'string' },
      { name: 'wallet', type: 'address' },
      { name: 'depositor', type: 'address' },
      { name: 'id', type: 'bytes32' },
      { name: 'nonce', type: 'uint256' },
    ]);
    expect(typedData.message).to.deep.equal({
      chainId: 'venue',
      wallet,
      depositor: wallet,
      nonce: NONCE,
      id: ids.order,
    });
    expect(post.body).to.deep.equal({
      type: 'nonce-mapping',
      walletChainId: 1337,
      wallet,
      depositor: wallet,
      nonce: NONCE,
      id: ids.order,
      signatureChainId: 10,
    });
  });
});

describe('transferRequest', () => {
  it('signs and posts the parameters with the type and the chain of the signature', () => {
    const { typedData, post } = forChain(transfer(), 8453);
    const message = { ...parameters, type: 'sendAsset', signatureChainId: '0x2105' };
    expect(typedData).to.deep.equal({
      domain: { name: 'VenueSignTransaction', version: '1', chainId: 8453, verifyingContract: ZERO },
      types: {
        EIP712Domain: domainFields,
        'VenueTransaction:SendAsset': [
          { name: 'venueChain', type: 'string' },
          { name: 'destination', type: 'string' },
          { name: 'sourceDex', type: 'string' },
          { name: 'destinationDex', type: 'string' },
          { name: 'token', type: 'string' },
          { name: 'amount', type: 'string' },
          { name: 'fromSubAccount', type: 'string' },
          { name: 'nonce', type: 'uint64' },
        ],
      },
      primaryType: 'VenueTransaction:SendAsset',
      message,
    });
    expect(post).to.deep.equal({ url: null, body: { nonce: NONCE, action: message } });
  });

  it('posts exactly the signed message as action', () => {
    const { typedData, post } = forChain(transfer(), 42161);
    expect(post.body['action']).to.equal(typedData.message);
  });
});

describe('forChain', () => {
  it('changes the hash of both messages, and no other member', () => {
    for (const request of [mapping('1'), mapping('2'), transfer()]) {
      expect(hashOf(forChain(request, 8453))).not.to.equal(hashOf(request));
      expect(forChain(forChain(request, 8453), 1)).to.deep.equal(request);
    }
  });
});

describe('splitSignature', () => {
  const account = privateKeyToAccount(`0x${'7'.repeat(64)}`);

  it('keeps the signature valid, with v as a number', async () => {
    const request = forChain(transfer(), 1);
    const signature = await account.signTypedData(request.typedData);
    const split = splitSignature(signature)!;
    expect(split.v).to.be.a('number').and.to.be.oneOf([27, 28]);
    const joined: Hex = `0x${split.r.slice(2)}${split.s.slice(2)}${split.v.toString(16)}`;
    expect(
      await verifyTypedData({
        ...(request.typedData as unknown as object),
        address: account.address,
        signature: joined,
      } as never),
    ).to.equal(true);
  });

  it('writes the parity as 27 or 28', () => {
    const body = `0x${'1a'.repeat(32)}${'2b'.repeat(32)}`;
    for (const [last, v] of [
      ['00', 27],
      ['01', 28],
      ['1b', 27],
      ['1C', 28],
    ] as const)
      expect(splitSignature(body + last)).to.deep.equal({
        r: `0x${'1a'.repeat(32)}`,
        s: `0x${'2b'.repeat(32)}`,
        v,
      });
  });

  it('returns null for a signature that no key has made', () => {
    const body = `0x${'1a'.repeat(64)}`;
    for (const signature of ['', '0x', body, `${body}02`, `${body}1b00`, `${body}${'00'.repeat(32)}`, body.slice(2)])
      expect(splitSignature(signature), signature).to.equal(null);
  });
});
