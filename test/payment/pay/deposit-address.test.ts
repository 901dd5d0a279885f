import { expect } from 'chai';
import { amounts, people, tokens } from '../../support/quotes.js';
import { ETH, PINNED, World } from '../../support/world.js';
import { addressOf, worldChains } from '../../support/world-service.js';
import { shownId } from '../sent.js';
import { answering, LIARS } from '../token-liars.js';
import { REFUND_TO, GETH, openDepositFields, awaiting, send } from '../deposits.js';

describe('deposit-address', () => {
  it('requests a quote without a wallet, and only when the payer has typed a refund address', async () => {
    const world = new World();
    const tab = await openDepositFields(world);
    expect(tab.state).to.deep.include({
      name: 'selecting',
      asset: ETH,
      depositAddressFields: ['refundTo'],
      accounts: [],
    });
    await tab.do({ type: 'quote-asked' });
    expect(tab.state.name, 'nothing is typed yet').to.equal('selecting');
    expect(world.service.bodies).to.deep.equal([]);
    await tab.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, { type: 'quote-asked' });
    const state = await tab.reach('awaiting-deposit');
    expect(state)
      .to.include({ depositAddress: addressOf(shownId(tab)) })
      .and.to.have.nested.property('amount.amount', String(amounts.eth));
    expect(world.service.bodies[0]).to.include({
      useDepositAddress: true,
      strict: true,
      user: REFUND_TO,
      refundTo: REFUND_TO,
      recipient: people.recipient,
      originChainId: 8453,
      originCurrency: tokens.eth.address,
      tradeType: 'EXACT_OUTPUT',
    });
    expect(tab.emitted.filter((name) => /^hub-(quote|confirm|connect)/.test(name))).to.deep.equal([
      'hub-quote',
      'hub-confirm',
    ]);
    expect(world.prompts).to.deep.equal([]);
  });

  it('drops its refund address and quote options when the payer switches back to a wallet', async () => {
    const world = new World();
    const tab = await openDepositFields(world);
    await tab.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, { type: 'wallet-dropped' });
    await tab.review();
    expect(world.service.bodies.at(-1)).to.include({ refundTo: people.payer, user: people.payer });
    expect(world.service.bodies.at(-1)).not.to.have.any.keys('useDepositAddress', 'strict');
  });

  it('offers no asset of an SVM chain, because the guard refuses every deposit address there', async () => {
    const world = new World();
    const { id } = world.service.listing(worldChains()).find(({ vmType }) => vmType === 'svm')!;
    const sol = { ...tokens.eth, vmType: 'svm', chainId: id, address: '1'.repeat(32), symbol: 'SOL' };
    world.service.addressCurrencies.push(sol);
    const tab = await openDepositFields(world);
    const [search] = world.service.searches.filter((body) => body['depositAddressOnly']);
    expect(search!['chainIds']).to.include(ETH.chainId).and.not.to.include(id);
    expect(tab.state).to.have.property('asset').that.deep.equals(ETH);
  });

  it('F-194 uses the merchant’s refund address, and asks for one instead of using the recipient when none is set', async () => {
    const { world } = await awaiting(new World(), { refundTo: people.attacker });
    expect(world.service.bodies[0]).to.include({ user: people.attacker, refundTo: people.attacker });
    const open = await openDepositFields(new World(), { recipient: 'payer' });
    expect(open.state).to.deep.include({ depositAddressFields: ['recipient', 'refundTo'] });
  });

  it('F-194 asks for the refund address again and requests no quote when the checksum is wrong', async () => {
    const world = new World();
    const tab = await openDepositFields(world);
    const refundTo = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('5aAe', '5aae');
    await tab.do({ type: 'refund-to-typed', refundTo }, { type: 'quote-asked' });
    await tab.reach('selecting');
    expect(tab.state).to.not.have.nested.property('intent.refundTo');
    expect(world.service.bodies).to.deep.equal([]);
  });

  it('omits the strict flag when the payer types the amount to send', async () => {
    const world = new World();
    const options = {
      amount: undefined,
      tradeType: 'EXACT_INPUT' as const,
      originChainId: 8453,
      originCurrency: 'ETH',
    };
    const tab = await openDepositFields(world, options);
    await tab.do(
      { type: 'refund-to-typed', refundTo: REFUND_TO },
      { type: 'amount-typed', amount: String(amounts.eth) },
      { type: 'quote-asked' },
    );
    await tab.reach('awaiting-deposit', 'selecting');
    expect(world.service.bodies[0]).to.include({ useDepositAddress: true }).and.not.have.any.keys('strict');
  });

  it('reports no-route when the service takes no currency by deposit address', async () => {
    const world = new World();
    world.service.addressCurrencies.length = 0;
    const tab = world.open({ useDepositAddress: true });
    await tab.do({ type: 'opened' });
    await world.clock.until(() => tab.state.name === 'selecting' && tab.state.receives !== null);
    await tab.do({ type: 'deposit-address-picked' });
    await world.clock.until(() => 'problem' in tab.state);
    expect(tab.state).to.have.nested.property('problem.code', 'no-route');
  });

  for (const [what, answers] of Object.entries(LIARS)) {
    it(`S-31 asks for no deposit address of a token when its contract ${what}`, async () => {
      const world = new World();
      world.service.addressCurrencies.splice(0, 1, { ...tokens.usdc, chainId: 8453, vmType: 'evm' });
      answering(world, tokens.usdc.address, answers);
      const tab = await openDepositFields(world);
      await tab.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, { type: 'quote-asked' });
      await world.clock.until(() => 'problem' in tab.state);
      expect(tab.state).to.have.nested.property('problem.code', 'quote-unsafe');
      expect(world.service.bodies).to.deep.equal([]);
    });
  }

  it('S-31 asks for no deposit address, and blames nobody, when the node of the token is down', async () => {
    const world = new World();
    world.service.addressCurrencies.splice(0, 1, { ...tokens.usdc, chainId: 8453, vmType: 'evm' });
    const tab = await openDepositFields(world);
    world.chain.fault = 'down';
    await tab.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, { type: 'quote-asked' });
    await world.clock.until(() => 'problem' in tab.state);
    expect(tab.state).to.have.nested.property('problem.code', 'service-down');
    expect(world.service.bodies).to.deep.equal([]);
  });

  it('S-31 asks for a deposit address of a token when its contract confirms the token, or the merchant pins it', async () => {
    for (const options of [{}, PINNED]) {
      const world = new World();
      world.service.addressCurrencies.splice(0, 1, { ...tokens.usdc, chainId: 8453, vmType: 'evm' });
      if ('registry' in options) answering(world, tokens.usdc.address, { symbol: null, decimals: null });
      const tab = await openDepositFields(world, options);
      await tab.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, { type: 'quote-asked' });
      await world.clock.until(() => world.service.bodies.length > 0);
      expect(world.service.bodies[0]).to.include({ originCurrency: tokens.usdc.address });
    }
  });

  it('S-6 marks a token as verified only when the registry has it and does not call it unverified', async () => {
    const [base, ...others] = worldChains();
    const record = (verified?: boolean): object => ({
      ...tokens.usdc,
      ...(verified !== undefined && { metadata: { verified } }),
    });
    for (const [erc20Currencies, verified] of [
      [[record()], true],
      [[record(true)], true],
      [[record(false)], false],
      [[], false],
    ] as const) {
      const world = new World();
      world.service.addressCurrencies.splice(0, 1, { ...tokens.usdc, chainId: 8453, vmType: 'evm' });
      const registry = { chains: [{ ...base!, erc20Currencies }, ...others] };
      const tab = await openDepositFields(world, { registry });
      expect(tab.state).to.have.nested.property('assets[0].verified', verified);
    }
  });

  it('offers only the tokens that the merchant chose', async () => {
    const world = new World();
    world.service.addressCurrencies.push({ ...tokens.usdc, chainId: 8453, vmType: 'evm' });
    const tab = await openDepositFields(world, { tokens: ['-ETH'] });
    await world.clock.until(() => tab.state.name === 'selecting' && tab.state.asset !== null);
    expect(tab.state).to.have.nested.property('asset.currency', tokens.usdc.address);
    expect(tab.state).to.have.nested.property('assets.length', 1);
  });

  it('shows no address when the page vetoes hub-confirm', async () => {
    const world = new World();
    const tab = await openDepositFields(world);
    const off = tab.session.on('hub-confirm', (detail) => {
      detail.preventDefault();
    });
    await tab.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, { type: 'quote-asked' });
    await tab.reach('selecting');
    expect(tab.state).not.to.have.property('problem');
    off();
    expect(world.of('state').some(({ state }) => state.name === 'awaiting-deposit')).to.equal(false);
  });

  it('G21 reports quote-unsafe when the address differs from the address in the order', async () => {
    const world = new World();
    const tab = await openDepositFields(world);
    world.service.tamper = (text) => text.replace(/"depositAddress":"0x/u, '"depositAddress":"0xee');
    await tab.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, { type: 'quote-asked' });
    await tab.reach('selecting');
    expect(tab.state).to.have.nested.property('problem.code', 'quote-unsafe');
  });

  it('G60 shows no address when the signature is forged, and warns when an optional signature is missing', async () => {
    const registry = { chains: worldChains() };
    for (const [attestation, signs, name] of [
      ['required', 'honestly', 'awaiting-deposit'],
      ['required', 'forged', 'selecting'],
      ['warn', 'forged', 'selecting'],
    ] as const) {
      const world = new World();
      world.service.attestation = signs;
      const tab = await openDepositFields(world, { registry, attestation });
      await tab.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, { type: 'quote-asked' });
      await tab.reach('awaiting-deposit', 'selecting');
      expect(tab.state.name, `${attestation} ${signs}`).to.equal(name);
      if (name === 'selecting') expect(tab.state).to.have.nested.property('problem.code', 'quote-unsafe');
    }
    const world = new World();
    world.service.attestationOutage = { status: 404, json: {} };
    const { tab } = await awaiting(world, { registry });
    expect('payment' in tab.state && tab.state.payment.quote.warnings.map(({ rule }) => rule)).to.include('G60');
  });

  it('reports amount-too-high when the amount exceeds the limit of a partly disabled chain', async () => {
    const world = new World();
    world.service.incidents[8453] = { partialDisableLimit: 10 };
    const tab = await openDepositFields(world);
    await tab.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, { type: 'quote-asked' });
    await tab.reach('selecting');
    expect(tab.state).to.have.nested.property('problem.code', 'amount-too-high');
  });

  it('reports the money as unknown when the service fails after an address was shown', async () => {
    const { world, tab } = await awaiting();
    await tab.do({ type: 'back' });
    world.service.outages.set('/quote/v2', { status: 500 });
    await tab.do(GETH);
    await tab.reach('selecting');
    expect(tab.state).to.have.nested.property('problem.money', 'unknown');
    tab.kill();
    world.service.outages.set('/chains', { status: 500 });
    const next = world.open({ useDepositAddress: true, resume: 'off' });
    await next.do({ type: 'opened' });
    await world.clock.until(() => 'problem' in next.state);
    expect(next.state).to.have.nested.property('problem.money', 'unknown');
  });

  it('shows the first payment instead of a second address when a deposit reached the address that the payer left', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    await tab.do({ type: 'back' });
    world.service.statuses.set(requestId, { status: 'pending', inTxHashes: [send(world, address, amounts.eth)] });
    await tab.do(GETH);
    await tab.reach('processing', 'awaiting-deposit');
    expect([tab.state.name, shownId(tab)]).to.deep.equal(['processing', requestId]);
  });

  it('reports quote-unsafe and shows no address when the merchant sets txs', async () => {
    const world = new World();
    const tab = await openDepositFields(world, { txs: [{ to: people.attacker, value: '0', data: '0x' }] });
    await tab.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, { type: 'quote-asked' });
    await tab.reach('selecting');
    expect(tab.state).to.have.nested.property('problem.code', 'quote-unsafe');
  });

  it('F-20 shows no second address when the service reuses the request id of a paid request', async () => {
    const { world, tab } = await awaiting();
    world.service.reuse = shownId(tab);
    world.service.statuses.set(shownId(tab), { status: 'success', inTxHashes: [send(world, '0xad', 1n)] });
    await tab.reach('succeeded');
    const other = await openDepositFields(world, { reference: 'order-7', amount: '26' });
    await other.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, { type: 'quote-asked' });
    await other.reach('selecting', 'succeeded');
    expect(other.state.name).not.to.equal('awaiting-deposit');
  });
});
