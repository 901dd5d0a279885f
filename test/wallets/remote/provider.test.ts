import { expect } from 'chai';
import { NotAskedError } from '../../../src/wallets/wallet-errors.js';
import { settle } from '../../support/clock.js';
import { ACCOUNT, Bench, errorOf, HASH, OTHER, TRANSACTION } from './remote-bench.js';

describe('remoteProvider', () => {
  it('asks the wallet on the chain that the request names, and switches without a question', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    expect(await page.ask('wallet_switchEthereumChain', { chainId: '0x2105' })).to.equal(null);
    expect(await page.ask('eth_chainId')).to.equal('0x2105');
    expect(await page.ask('eth_sendTransaction', TRANSACTION)).to.equal(HASH);
    expect(await page.ask('eth_sendTransaction', { ...TRANSACTION, chainId: '0x2105' })).to.equal(HASH);
    expect(await page.ask('personal_sign', '0x00', ACCOUNT)).to.equal('0x51');
    expect(bench.phone.asked.slice(1).map(({ method, chainId }) => `${method} ${chainId}`)).to.deep.equal([
      'eth_sendTransaction 1',
      'eth_sendTransaction 8453',
      'personal_sign 8453',
    ]);
    expect(bench.phone.asked[1]?.params).to.deep.equal([TRANSACTION]);
    expect(page.events).to.deep.include(['chainChanged', '0x2105']);
  });

  it('asks for a signature of typed data on the chain of its domain, with the text as it is', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    const dataFor = (domain: object | undefined): string => ` ${JSON.stringify({ domain, message: { id: '7' } })}`;
    const sign = (data: unknown): Promise<unknown> => page.ask('eth_signTypedData_v4', ACCOUNT, data);
    const asked: [data: unknown, chain: number][] = [
      [dataFor({ name: 'Shop', chainId: 8453 }), 8453],
      [dataFor({ name: 'Shop', chainId: '0x2105' }), 8453],
      [{ domain: { chainId: '8453' } }, 8453],
      [dataFor({ name: 'Shop' }), 1],
      [dataFor(undefined), 1],
      ['no JSON', 1],
    ];
    for (const [data] of asked) expect(await sign(data)).to.equal('0x51');
    expect(bench.phone.asked.slice(1).map(({ params, chainId }) => [(params as unknown[])[1], chainId])).to.deep.equal(
      asked,
    );
    expect(await errorOf(sign(dataFor({ chainId: 10 })))).to.have.property('code', 4902);
    expect(bench.phone.asked).to.have.lengthOf(1 + asked.length);
    expect(await page.ask('eth_chainId'), 'a signature switches no chain').to.equal('0x1');
  });

  it('refuses what the wallet did not approve without a question', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    expect(await errorOf(page.ask('wallet_switchEthereumChain', { chainId: '0xa' }))).to.have.property('code', 4902);
    const other = { ...TRANSACTION, chainId: '0xa' };
    expect(await errorOf(page.ask('eth_sendTransaction', other))).to.have.property('code', 4902);
    for (const method of ['eth_getBalance', 'wallet_sendCalls', 'wallet_addEthereumChain', 'eth_blockNumber'])
      expect(await errorOf(page.ask(method)), method).to.have.property('code', 4200);
    expect(await page.ask('wallet_getCapabilities', ACCOUNT)).to.deep.equal({});
    expect(bench.phone.asked).to.have.lengthOf(1);
  });

  it('does not ask the wallet to pay from an account that it no longer shares on this chain', async () => {
    const bench = new Bench();
    bench.phone.methods = ['eth_sendTransaction', 'wallet_sendCalls'];
    const page = await bench.paired();
    bench.phone.update([OTHER]);
    await settle();
    for (const [method, request] of [
      ['eth_sendTransaction', TRANSACTION],
      ['wallet_sendCalls', { version: '2.0.0', from: ACCOUNT, chainId: '0x1', calls: [] }],
    ] as const) {
      const error = await page.ask(method, request).catch((caught: unknown) => caught);
      expect(error, method).to.be.instanceOf(NotAskedError).and.to.have.property('code', 4100);
    }
    expect(bench.phone.asked).to.have.lengthOf(1);
    expect(
      await page.ask('eth_sendTransaction', { ...TRANSACTION, from: OTHER.toUpperCase().replace('X', 'x') }),
    ).to.equal(HASH);
  });

  it('says which errors come before the wallet was asked', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    const errorOfAsking = (method: string, request?: object): Promise<unknown> =>
      page.ask(method, request).catch((caught: unknown) => caught);
    const errors = [
      await errorOfAsking('wallet_addEthereumChain'),
      await errorOfAsking('eth_sendTransaction', { ...TRANSACTION, chainId: '0xa' }),
    ];
    bench.phone.decide = () => 'wait';
    const open = errorOfAsking('eth_sendTransaction', TRANSACTION);
    await settle();
    await page.client.disconnect();
    errors.push(await errorOfAsking('eth_sendTransaction', TRANSACTION));
    for (const error of errors) expect(error).to.be.instanceOf(NotAskedError);
    expect(await open, 'after the wallet was asked').to.have.property('code', 4900);
    expect(await open).to.not.be.instanceOf(NotAskedError);
  });

  it('reports what the wallet can do from the session', async () => {
    const bench = new Bench();
    const capabilities = { '0x1': { atomic: { status: 'supported' } } };
    const phone = bench.newPhone({ properties: { capabilities: JSON.stringify(capabilities) } });
    const page = await bench.paired(phone);
    expect(await page.ask('wallet_getCapabilities', ACCOUNT)).to.deep.equal(capabilities);
    expect(phone.asked).to.have.lengthOf(1);
  });

  it('follows the wallet to another chain and another account', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    page.events.length = 0;
    bench.phone.sendEvent('chainChanged', 8453);
    await settle();
    expect(await page.ask('eth_chainId')).to.equal('0x2105');
    bench.phone.update([OTHER]);
    await settle();
    expect(await page.ask('eth_accounts')).to.deep.equal([OTHER]);
    expect(page.events).to.deep.equal([
      ['chainChanged', '0x2105'],
      ['accountsChanged', [OTHER]],
    ]);
    expect(bench.phone.heard).to.include.members(['wc_sessionUpdate', 'wc_sessionEvent']);
  });

  it('reads an event of a chain in each spelling', async () => {
    for (const data of ['0x2105', '8453', 8453, 'eip155:8453']) {
      const bench = new Bench();
      const page = await bench.paired();
      bench.phone.sendEvent('chainChanged', data);
      await settle();
      expect(await page.ask('eth_chainId'), String(data)).to.equal('0x2105');
    }
  });

  it('leaves a chain that the wallet no longer approves', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    bench.phone.update([ACCOUNT], [8453]);
    await settle();
    expect(await page.ask('eth_chainId')).to.equal('0x2105');
    expect(page.events).to.deep.include(['chainChanged', '0x2105']);
  });
});
