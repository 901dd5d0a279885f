/** Builds honest quotes for payments from the perps venue, in both shapes of the nonce mapping. */
import { secp256k1 } from '@noble/curves/secp256k1';
import { getAddress, hashTypedData, type Hex, type TypedDataDefinition } from 'viem';
import type { ChainCurrency, ChainRecord } from '../../src/types.js';
import type { Case, Edit, Json } from './quotes.js';
import { amountOf, contracts, edited, ids, makeRegistry, nativeCase, ordered, people } from './quotes.js';

export const VENUE = 1337;
export const NONCE = 1_770_329_064_777;
export const SPOT_USDC = '0x6d1e7cde53ba9467b783cb7c530ce054';
const SPOT_HYPE = '0x0d01dc56dcaaca66ad901c959b4011ec';

const currency = (id: string, symbol: string, name: string, address: string): ChainCurrency => ({
  id,
  symbol,
  name,
  address,
  decimals: 8,
});
export const venueTokens = {
  perps: currency('usdc', 'USDC', 'USDC (Perps)', `0x${'0'.repeat(32)}`),
  spot: currency('usdc', 'USDC', 'USDC (Spot)', SPOT_USDC),
  hype: currency('hype', 'HYPE', 'HYPE (Spot)', SPOT_HYPE),
  /** Spot USDC on the DEX with the name `xyz`. */
  dex: currency('usdc', 'USDC', 'USDC (xyz)', `${SPOT_USDC}78797a`),
} as const;

/** The account at the venue that receives deposits. This account is not the solver's account. */
export const venueAccount = '0x865eb9baa5492cef598adf7afb1038654fcb7081';

export const venueChain = (): ChainRecord => ({
  id: VENUE,
  name: 'venue',
  displayName: 'Venue',
  vmType: 'hypevm',
  disabled: false,
  currency: venueTokens.perps,
  erc20Currencies: [venueTokens.spot, venueTokens.hype, venueTokens.dex],
  solverAddresses: [contracts.solver],
  protocol: { v2: { chainId: 'venue', depository: venueAccount } },
});

/** The paid amount: 25.08 USDC with 8 decimals. */
export const PAID = 2_508_000_000n;

const field = (name: string, type: string): Json => ({ name, type });
const mappingTypes = (version: '1' | '2'): Json => ({
  NonceMapping: [
    field('chainId', 'string'),
    field('wallet', 'address'),
    ...(version === '2' ? [field('depositor', 'address')] : []),
    field('id', 'bytes32'),
    field('nonce', 'uint256'),
  ],
});
export const transferTypes: Json = {
  'VenueTransaction:SendAsset': [
    ...['venueChain', 'destination', 'sourceDex', 'destinationDex', 'token', 'amount', 'fromSubAccount'].map((name) =>
      field(name, 'string'),
    ),
    field('nonce', 'uint64'),
  ],
};

const authorizeStep = (version: '1' | '2'): Json => {
  const who = { wallet: people.payer, ...(version === '2' && { depositor: people.payer }) };
  return {
    id: 'authorize',
    action: 'Sign nonce-mapping for the deposit',
    description: 'Sign the message that maps the deposit to the order',
    kind: 'signature',
    requestId: ids.request,
    items: [
      {
        status: 'incomplete',
        data: {
          sign: {
            signatureKind: 'eip712',
            domain: { name: 'HubNonceMapping', version, chainId: 1, verifyingContract: `0x${'0'.repeat(40)}` },
            types: mappingTypes(version),
            value: { chainId: 'venue', ...who, nonce: NONCE, id: ids.order },
            primaryType: 'NonceMapping',
          },
          post: {
            endpoint: '/authorize',
            method: 'POST',
            body: {
              type: 'nonce-mapping',
              walletChainId: VENUE,
              ...who,
              nonce: NONCE,
              id: ids.order,
              signatureChainId: 1,
            },
          },
        },
      },
    ],
  };
};

const depositStep = (dex: string, token: string): Json => ({
  id: 'deposit',
  action: 'Confirm transaction in your wallet',
  description: 'Depositing funds to execute the swap',
  kind: 'transaction',
  requestId: ids.request,
  depositAddress: '',
  items: [
    {
      status: 'incomplete',
      data: {
        action: {
          type: 'sendAsset',
          parameters: {
            venueChain: 'Mainnet',
            destination: venueAccount,
            sourceDex: dex,
            destinationDex: dex,
            token,
            amount: '25.080000',
            fromSubAccount: '',
            nonce: NONCE,
          },
        },
        nonce: NONCE,
        eip712Types: transferTypes,
        eip712PrimaryType: 'VenueTransaction:SendAsset',
      },
      check: { endpoint: `/intents/status/v3?requestId=${ids.request}`, method: 'GET' },
    },
  ],
});

const wireTokens = new Map<ChainCurrency, readonly [dex: string, token: string]>([
  [venueTokens.perps, ['', `USDC:${SPOT_USDC}`]],
  [venueTokens.spot, ['spot', `USDC:${SPOT_USDC}`]],
  [venueTokens.hype, ['spot', `HYPE:${SPOT_HYPE}`]],
  [venueTokens.dex, ['xyz', `USDC:${SPOT_USDC}`]],
]);

/** Creates a payment of 25 USDC to the shop on chain 10. The payer pays from the venue. */
export function venueCase(version: '1' | '2' = '1', token: ChainCurrency = venueTokens.perps): Case {
  const paid = amountOf(VENUE, token, PAID, '25.080000', '25.08');
  const [dex, name] = wireTokens.get(token)!;
  return edited(
    nativeCase(),
    ['quote.steps', [authorizeStep(version), depositStep(dex, name)]],
    ['quote.details.currencyIn', paid],
    ['quote.details.refundCurrency', paid],
    ['quote.protocol.v2.paymentDetails', { chainId: 'venue', depository: venueAccount }],
    ['intent.originChainId', VENUE],
    ['intent.originCurrency', token.address],
    ['registry.chains', [venueChain(), ...makeRegistry().chains]],
  );
}

const upper = (address: string): string => getAddress(address);

export const SIGN = 'quote.steps[0].items[0].data.sign';
export const POST = 'quote.steps[0].items[0].data.post';
export const DEPOSIT = 'quote.steps[1].items[0].data';
export const ACTION: string = `${DEPOSIT}.action.parameters`;

const from =
  (...edits: Edit[]) =>
  (): Case =>
    edited(venueCase(), ...edits);

export const honestTransfers: Readonly<Record<string, () => Case>> = {
  'perps USDC of the venue': () => venueCase(),
  'perps USDC of the venue, with a depositor': () => venueCase('2'),
  'spot USDC of the venue': () => venueCase('1', venueTokens.spot),
  'another spot token of the venue': () => venueCase('2', venueTokens.hype),
  'a token on a DEX of the venue': () => venueCase('1', venueTokens.dex),
  'the venue’s order': () => ordered(venueCase()),
  'the venue’s order, with a depositor': () => ordered(venueCase('2')),
  'a transfer to the venue’s solver': from([`${ACTION}.destination`, contracts.solver]),
  'the venue’s addresses in another case': () =>
    edited(
      venueCase('2'),
      [`${SIGN}.value.wallet`, upper(people.payer)],
      [`${SIGN}.value.depositor`, upper(people.payer)],
      [`${POST}.body.wallet`, upper(people.payer)],
      [`${ACTION}.destination`, upper(venueAccount)],
      ['intent.user', upper(people.payer)],
    ),
  'the venue’s token id in upper case': from([`${ACTION}.token`, `USDC:0x${SPOT_USDC.slice(2).toUpperCase()}`]),
  'another chain of both signatures': from([`${SIGN}.domain.chainId`, 8453], [`${POST}.body.signatureChainId`, 8453]),
  'a different chain of each signature': from([`${SIGN}.domain.chainId`, 10]),
  'the venue’s amount without needless zeros': from([`${ACTION}.amount`, '25.08']),
  'the venue’s amount with all zeros': from([`${ACTION}.amount`, '25.08000000']),
  'a whole amount from the venue': from(
    [`${ACTION}.amount`, '25.0'],
    ['quote.details.currencyIn', amountOf(VENUE, venueTokens.perps, 2_500_000_000n, '25.000000', '25.0')],
  ),
  'the largest nonce': from(
    ...[`${SIGN}.value.nonce`, `${POST}.body.nonce`, `${ACTION}.nonce`, `${DEPOSIT}.nonce`].map((path): Edit => [
      path,
      Number.MAX_SAFE_INTEGER,
    ]),
  ),
  'unknown fields beside what the venue signs': from(
    [`${DEPOSIT}.hint`, {}],
    [`${SIGN}.hint`, 'x'],
    [`${POST}.hint`, 1],
    [`${DEPOSIT}.action.hint`, 'x'],
  ),
};

/** Creates a payment from chain 8453 to the payer's account at the venue, with the standard steps. */
export const toVenueCase = (): Case =>
  edited(
    nativeCase(),
    ['intent.destinationChainId', VENUE],
    ['intent.destinationCurrency', venueTokens.perps.address],
    ['intent.amount', '2500000000'],
    ['quote.details.currencyOut', amountOf(VENUE, venueTokens.perps, 2_500_000_000n, '25.000000', '25.0')],
    ['registry.chains', [venueChain(), ...makeRegistry().chains]],
  );

/** Creates a payment to the venue's EVM chain, with the standard steps. */
export const toVenueEvmCase = (): Case =>
  edited(
    nativeCase(),
    ['intent.destinationChainId', 999],
    ['quote.details.currencyOut.currency.chainId', 999],
    ['registry.chains', [...makeRegistry().chains, { ...makeRegistry().chains[1]!, id: 999, name: 'venue-evm' }]],
  );

/** Signs typed data with this key, as a wallet does. `typed` is the JSON text of `eth_signTypedData_v4`. */
export function signedBy(key: Hex, typed: string): Hex {
  const digest = hashTypedData(JSON.parse(typed) as TypedDataDefinition);
  const signature = secp256k1.sign(digest.slice(2), key.slice(2));
  return `0x${signature.toHex('compact')}${(27 + signature.recovery).toString(16)}`;
}
