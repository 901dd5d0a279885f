import { expect } from 'chai';
import { isPayee, namesOrder, routerBehind } from '../../../../src/vm/evm/guard/router-parties.js';
import { contracts, edited, ids, nativeCase, people } from '../../../support/quotes.js';
import { contextOf } from './judge.js';

const context = contextOf(nativeCase());
const local = contextOf(edited(nativeCase(), ['intent.destinationChainId', 8453]));
const ROUTER = `0x${'a1'.repeat(20)}`;
const PROXY = `0x${'a2'.repeat(20)}`;

describe('routerBehind', () => {
  const pinned = (pairs: object): typeof context => ({ ...context, chain: { ...context.chain, contracts: pairs } });

  it('returns the router of the same entry when the address is the router or its proxy', () => {
    const one = pinned({ erc20Router: ROUTER, approvalProxy: PROXY });
    expect(routerBehind(ROUTER, one)).to.equal(ROUTER);
    expect(routerBehind(PROXY.toUpperCase().replace('0X', '0x'), one)).to.equal(ROUTER);
    expect(routerBehind(PROXY, pinned({ v3: { erc20Router: ROUTER, approvalProxy: PROXY } }))).to.equal(ROUTER);
  });

  it('returns an empty text when no entry or two entries with other routers contain the address', () => {
    expect(routerBehind(people.attacker, pinned({ erc20Router: ROUTER, approvalProxy: PROXY }))).to.equal('');
    const both = pinned({
      erc20Router: ROUTER,
      approvalProxy: PROXY,
      v3: { erc20Router: people.attacker, approvalProxy: PROXY },
    });
    expect(routerBehind(PROXY, both)).to.equal('');
  });
});

describe('isPayee', () => {
  it('returns true for the payer, and never for a router or another address', () => {
    expect(isPayee(people.payer, context)).to.equal(true);
    expect(isPayee(people.attacker, context)).to.equal(false);
    expect(isPayee(contracts.depository, context)).to.equal(false);
  });

  it('returns true for the recipient only when the payment stays on its chain', () => {
    expect(isPayee(people.recipient, local)).to.equal(true);
    expect(isPayee(people.recipient, context)).to.equal(false);
  });
});

describe('namesOrder', () => {
  it('returns true only when the calldata contains the depository and the order id', () => {
    const named = `0x1234${contracts.depository.slice(2).toLowerCase()}`;
    expect(namesOrder(`${named}${ids.order.slice(2)}`, context)).to.equal(true);
    expect(namesOrder(`${named}${ids.other.slice(2)}`, context)).to.equal(false);
    expect(namesOrder(`0x${ids.order.slice(2)}`, context)).to.equal(false);
  });
});
