/** Lists every kind of honest quote that the service can return. */
import { getAddress } from 'viem';
import type { Case, Json } from './quotes.js';
import {
  amounts,
  approveStep,
  call,
  callsCase,
  contracts,
  edited,
  encodedClaim,
  ids,
  nativeCase,
  NATIVE,
  ordered,
  people,
  read,
  resetCase,
  sendCase,
  tokenCase,
  tokens,
} from './quotes.js';
import { honestPermits } from './permit-quotes.js';
import { honestRoutes } from './router-quotes.js';
import { honestTransfers, toVenueCase, toVenueEvmCase } from './venue-quotes.js';

const APPROVE = 'quote.steps[0].items[0].data';
const DEPOSIT = 'quote.steps[1].items[0].data';

const upper = (address: string): string => getAddress(address);

const svmCase = (): Case =>
  edited(
    tokenCase(),
    ['intent.destinationChainId', 792703809],
    ['intent.destinationCurrency', tokens.usdcSvm.address],
    ['intent.recipient', people.svmRecipient],
    ['quote.details.recipient', people.svmRecipient],
    ['quote.details.currencyOut.currency.chainId', 792703809],
    ['quote.details.currencyOut.currency.address', tokens.usdcSvm.address],
  );

export const honestCases: Readonly<Record<string, () => Case>> = {
  ...honestRoutes,
  ...honestPermits,
  ...honestTransfers,
  'an account at the venue as recipient': toVenueCase,
  'the venue’s EVM chain as destination': toVenueEvmCase,
  'the native currency': nativeCase,
  'a token, approved exactly': () => tokenCase(),
  'a token with an old allowance that is reset first': resetCase,
  'a token with a sufficient allowance': () => {
    const honest = tokenCase();
    return edited(honest, ['quote.steps', [read(honest, 'quote.steps[1]')]]);
  },
  'a step that is called approval': () => edited(tokenCase(), ['quote.steps[0].id', 'approval']),
  'an exact input with a minimum output': () =>
    edited(
      nativeCase(),
      ['intent.tradeType', 'EXACT_INPUT'],
      ['intent.amount', String(amounts.eth)],
      ['intent.minOut', '24900000'],
      ['quote.details.currencyOut.minimumAmount', '24900000'],
    ),
  'an expected output within the maximum input': () =>
    edited(
      tokenCase(),
      ['intent.tradeType', 'EXPECTED_OUTPUT'],
      ['intent.maxIn', String(amounts.usdc)],
      ['quote.details.currencyOut.amount', '24999999'],
      ['quote.details.currencyOut.minimumAmount', '24999999'],
      ['quote.details.currencyOut.amountFormatted', '24.999999'],
    ),
  'an exact output within the maximum input': () => edited(nativeCase(), ['intent.maxIn', String(amounts.eth)]),
  'addresses in another case': () =>
    edited(
      tokenCase(),
      ['quote.details.sender', upper(people.payer)],
      ['intent.recipient', upper(people.recipient)],
      [`${APPROVE}.from`, upper(people.payer)],
      [`${APPROVE}.to`, upper(tokens.usdc.address)],
      [`${DEPOSIT}.to`, upper(contracts.depository)],
      ['intent.user', upper(people.payer)],
      ['quote.details.currencyIn.currency.address', upper(tokens.usdc.address)],
    ),
  'the zero address as depositor, which means the sender': () =>
    edited(nativeCase(), [`${APPROVE}.data`, call.depositNative(NATIVE, ids.order)]),
  'unknown fields': () =>
    edited(
      nativeCase(),
      ['quote.news', { a: [1, null, 'x'] }],
      [`${APPROVE}.gasPrice`, 1],
      [`${APPROVE}.hint`, {}],
      ['quote.steps[0].icon', 'star'],
      ['quote.details.route', { origin: { router: 'hub' } }],
    ),
  'no order id, so the request id replaces it': () =>
    edited(nativeCase(), ['quote.protocol'], [`${APPROVE}.data`, call.depositNative(people.payer, ids.request)]),
  'a step without items': () =>
    edited(nativeCase(), [
      'quote.steps',
      [{ ...approveStep(tokens.usdc), items: [] }, read(nativeCase(), 'quote.steps[0]')],
    ]),
  'the older path of the status': () =>
    edited(nativeCase(), ['quote.steps[0].items[0].check.endpoint', `/intents/status?requestId=${ids.request}`]),
  'a recipient on the SVM chain': () => svmCase(),
  'a destination outside the registry': () =>
    edited(tokenCase(), ['registry.chains', (read(tokenCase(), 'registry.chains') as Json[]).slice(0, 1)]),
  'a token that is not pinned': () => tokenCase(tokens.unpinned),
  'a token sent on its own chain': () => sendCase(tokens.usdc),
  'the native currency sent on its own chain': () => sendCase(tokens.eth),
  'another refund address': () => edited(nativeCase(), ['intent.refundTo', people.recipient]),
  'its order, for the native currency': () => ordered(nativeCase()),
  'its order, for a token': () => ordered(tokenCase()),
  'its order, with another refund address': () => ordered(edited(nativeCase(), ['intent.refundTo', people.recipient])),
  'its order, for a recipient on the SVM chain': () => ordered(svmCase()),
  'its order, to a destination outside the registry': () => {
    const honest = ordered(tokenCase());
    return edited(honest, ['registry.chains', (read(honest, 'registry.chains') as Json[]).slice(0, 1)]);
  },
  'its order, with a minimum output': () =>
    ordered(
      edited(
        nativeCase(),
        ['intent.tradeType', 'EXACT_INPUT'],
        ['intent.amount', String(amounts.eth)],
        ['quote.details.currencyOut.minimumAmount', '24900000'],
      ),
    ),
  'an order of another version, with the same fields': () =>
    edited(ordered(nativeCase()), ['quote.protocol.v2.orderData.version', 'V1']),
  'an order without a version': () => edited(ordered(nativeCase()), ['quote.protocol.v2.orderData.version']),
  'no order': () => edited(nativeCase(), ['quote.protocol.v2.orderData']),
  'requested calls': () => callsCase(),
  'requested calls, in their encoded form': () => callsCase([encodedClaim]),
  'fees that a sponsor pays': () => {
    const share = (amount: string): unknown => ({ ...(read(tokenCase(), 'quote.fees.gas') as Json), amount });
    const part = { selected: true, total: share('70'), sponsored: share('50'), userPays: share('20') };
    return edited(tokenCase(), [
      'quote.feeSponsorship',
      {
        quoted: {
          capHit: true,
          selectedComponents: ['execution'],
          components: { execution: part, hub: part },
          sponsoredTotal: share('100'),
          userPaysTotal: share('40'),
        },
      },
    ]);
  },
};
