import { expect } from 'chai';
import {
  isTime,
  readApproval,
  readEvent,
  readMessage,
  readNamespace,
  readSettlement,
} from '../../../src/wallets/remote/messages.js';

const KEY = 'ab'.repeat(32);
const ADDRESS = `0x${'Aa'.repeat(20)}`;

describe('readMessage', () => {
  it('tells requests, results and errors apart', () => {
    expect(readMessage({ id: 1, jsonrpc: '2.0', method: 'm', params: {} })).to.deep.equal({
      id: 1,
      method: 'm',
      params: {},
    });
    expect(readMessage({ id: 1, result: null })).to.deep.equal({ id: 1, result: null });
    expect(readMessage({ id: 1, error: { code: 5000, message: 'No\n.' } })).to.deep.equal({
      id: 1,
      failure: { code: 5000, message: 'No .' },
    });
    expect(readMessage({ id: 1, error: {} })).to.deep.equal({
      id: 1,
      failure: { code: undefined, message: 'The wallet gave no reason' },
    });
  });

  it('L-12 returns null for a message of another form', () => {
    for (const value of [
      null,
      7,
      [],
      {},
      { id: 1 },
      { id: '1', result: 1 },
      { id: 0, result: 1 },
      { id: 1, method: 7 },
    ])
      expect(readMessage(value), JSON.stringify(value)).to.equal(null);
  });
});

describe('readSettlement', () => {
  const right = {
    controller: { publicKey: KEY, metadata: { name: 'Wallet', redirect: { native: 'wallet://' } } },
    expiry: 1_800_000_000,
    namespaces: { eip155: { accounts: [`eip155:1:${ADDRESS}`], methods: ['eth_sendTransaction'] } },
  };

  it('reads a session', () => {
    expect(readSettlement(right)).to.deep.equal({
      controller: KEY,
      expiry: 1_800_000_000,
      namespace: { accounts: [`eip155:1:${ADDRESS.toLowerCase()}`], methods: ['eth_sendTransaction'] },
      capabilities: {},
      peer: { name: 'Wallet', native: 'wallet://', universal: null },
    });
  });

  it('reads capabilities as a text and as an object, and ignores anything else', () => {
    const of = (capabilities: unknown): unknown =>
      readSettlement({ ...right, sessionProperties: { capabilities } })?.capabilities;
    expect(of('{"0x1":{"atomic":{"status":"supported"}}}')).to.deep.equal({
      '0x1': { atomic: { status: 'supported' } },
    });
    expect(of({ '0x1': {} })).to.deep.equal({ '0x1': {} });
    for (const wrong of ['', '7', '[]', '{"__proto__":{}}', 7, null, []])
      expect(of(wrong), String(wrong)).to.deep.equal({});
  });

  it('reads a wallet that says nothing about itself', () => {
    for (const metadata of [undefined, null, 7, { name: 7 }])
      expect(readSettlement({ ...right, controller: { publicKey: KEY, metadata } })?.peer).to.deep.equal({
        name: '',
        native: null,
        universal: null,
      });
  });
});

describe('readNamespace, readApproval, readEvent and isTime', () => {
  it('return null for anything else', () => {
    for (const value of [null, 7, [], { eip155: 7 }, { eip155: { accounts: [7], methods: [] } }])
      expect(readNamespace(value)).to.equal(null);
    expect(
      readNamespace({ eip155: { accounts: [`eip155:01:${ADDRESS}`, `eip155:1:${ADDRESS}:2`], methods: [] } }),
    ).to.deep.equal({
      accounts: [],
      methods: [],
    });
    for (const value of [null, {}, { responderPublicKey: 7 }, { responderPublicKey: KEY.slice(2) }])
      expect(readApproval(value)).to.equal(null);
    expect(readApproval({ responderPublicKey: KEY })?.hex).to.equal(KEY);
    for (const value of [{}, { event: 7 }, { event: {} }]) expect(readEvent(value)).to.equal(null);
    expect(readEvent({ event: { name: 'x' } })).to.deep.equal({ name: 'x', data: undefined });
    expect([1, 1_800_000_000].every(isTime)).to.equal(true);
    expect([0, -1, 1.5, NaN, 1e12, '1', null].some(isTime)).to.equal(false);
  });
});
