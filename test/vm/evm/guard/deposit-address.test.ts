import { expect } from 'chai';
import { guardQuote } from '../../../../src/payment/guard/guard-quote.js';
import type { GuardResult } from '../../../../src/types.js';
import {
  addressCase,
  call,
  contracts,
  DEPOSIT_ADDRESS,
  edited,
  people,
  tokens,
  type Edit,
} from '../../../support/quotes.js';
import open from '../../../support/fixtures/quote-deposit-address-open.json';
import strict from '../../../support/fixtures/quote-deposit-address-strict.json';

const DATA = 'quote.steps[0].items[0].data';
const judged = (token = tokens.eth, ...edits: Edit[]): Promise<GuardResult> => {
  const { quote, intent, registry } = edited(addressCase(DEPOSIT_ADDRESS, token), ...edits);
  return guardQuote(quote, intent, registry);
};

describe('G21 guardQuote with a deposit address', () => {
  for (const token of [tokens.eth, tokens.usdc]) {
    it(`passes with a warning and no request when every part names the same payment of ${token.symbol}`, async () => {
      const result = await judged(token);
      expect(result).to.deep.include({ ok: true, requests: [], depositAddress: DEPOSIT_ADDRESS });
      expect(result.ok && result.warnings.map(({ rule, path }) => `${rule} ${path}`)).to.deep.equal([
        'G21 steps[0].depositAddress',
      ]);
    });
  }

  it('returns another digest when the deposit address is another', async () => {
    const other = addressCase(`0x${'8'.repeat(40)}`);
    const [one, two] = [await judged(), await guardQuote(other.quote, other.intent, other.registry)];
    expect(one.ok && two.ok && one.digest !== two.digest).to.equal(true);
  });

  const attacker = people.attacker;
  const attacks: [name: string, token: typeof tokens.eth, ...edits: Edit[]][] = [
    ['no address', tokens.eth, ['quote.steps[0].depositAddress', '']],
    ['another address in the step', tokens.eth, ['quote.steps[0].depositAddress', attacker]],
    ['another address in the transfer', tokens.eth, [`${DATA}.to`, attacker]],
    [
      'a text that is no address',
      tokens.eth,
      ['quote.steps[0].depositAddress', 'javascript:1'],
      [`${DATA}.to`, 'javascript:1'],
    ],
    [
      'the refund address as its address',
      tokens.eth,
      ['quote.steps[0].depositAddress', people.payer],
      [`${DATA}.to`, people.payer],
    ],
    [
      'the depository as its address',
      tokens.eth,
      ['quote.steps[0].depositAddress', contracts.depository],
      [`${DATA}.to`, contracts.depository],
    ],
    ['a larger amount than shown', tokens.eth, [`${DATA}.value`, '8360000000000001']],
    ['a call', tokens.eth, [`${DATA}.data`, '0xd0e30db0']],
    ['another chain', tokens.eth, [`${DATA}.chainId`, 10]],
    [
      'a wrong checksum',
      tokens.eth,
      ['quote.steps[0].depositAddress', '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'],
      [`${DATA}.to`, '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'],
    ],
    ['no transfer', tokens.eth, ['quote.steps[0].items', []]],
    ['another token', tokens.usdc, [`${DATA}.to`, tokens.usdt.address]],
    ['a transfer to another address', tokens.usdc, [`${DATA}.data`, call.transfer(attacker, 25_080_000n)]],
    ['a transfer of a larger amount', tokens.usdc, [`${DATA}.data`, call.transfer(DEPOSIT_ADDRESS, 25_080_001n)]],
    ['bytes after the transfer', tokens.usdc, [`${DATA}.data`, `${call.transfer(DEPOSIT_ADDRESS, 25_080_000n)}00`]],
    ['native currency beside the tokens', tokens.usdc, [`${DATA}.value`, '1']],
    ['calls on the destination chain', tokens.eth, ['intent.txs', [{ to: attacker, value: '0', data: '0x' }]]],
    ['an approval', tokens.usdc, [`${DATA}.data`, call.approve(DEPOSIT_ADDRESS, 25_080_000n)]],
  ];
  for (const [name, token, ...edits] of attacks) {
    it(`T09 blocks the quote when it has ${name}`, async () => {
      const result = await judged(token, ...edits);
      expect(result.ok ? [] : result.blocks.map(({ rule }) => rule)).to.include(name === 'no transfer' ? 'G04' : 'G21');
    });
  }

  it('T09 blocks the quote when the intent’s refund address is not its user', async () => {
    const result = await judged(tokens.eth, ['intent.refundTo', people.recipient]);
    expect(result.ok ? [] : result.blocks.map(({ path }) => path)).to.include('intent.refundTo');
  });

  it('blocks the quote when the intent does not use a deposit address', async () => {
    const result = await judged(tokens.eth, ['intent.useDepositAddress']);
    expect(result.ok).to.equal(false);
  });

  for (const [name, quote] of Object.entries({ open, strict })) {
    it(`accepts the service’s own example when the address is ${name}`, async () => {
      const { details } = quote;
      const { currency, amount } = details.currencyIn;
      const chains = [currency, details.currencyOut.currency].map((each) => ({
        id: each.chainId,
        vmType: 'evm',
        erc20Currencies: [each],
        currency: { ...each, address: `0x${'0'.repeat(40)}` },
      }));
      const result = await guardQuote(
        quote,
        {
          tradeType: 'EXACT_INPUT',
          amount,
          useDepositAddress: true,
          user: details.sender,
          refundTo: details.sender,
          recipient: details.recipient,
          originChainId: currency.chainId,
          originCurrency: currency.address,
          destinationChainId: details.currencyOut.currency.chainId,
          destinationCurrency: details.currencyOut.currency.address,
        },
        chains,
      );
      expect(result.ok ? [] : result.blocks).to.deep.equal([]);
      expect(result.ok && result.depositAddress).to.equal(quote.steps[0]?.depositAddress);
    });
  }
});
