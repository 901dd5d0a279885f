/** Steps of the venue that a compromised service could return. Each row is one attack, with the rule that blocks it. */
import type { Attack } from './malicious-quotes.js';
import type { Case, Edit } from '../quotes.js';
import {
  approveStep,
  contracts,
  edited,
  ids,
  makeRegistry,
  nativeCase,
  NATIVE,
  people,
  read,
  tokens,
} from '../quotes.js';
import {
  ACTION,
  DEPOSIT,
  NONCE,
  POST,
  SIGN,
  SPOT_USDC,
  transferTypes,
  venueCase,
  venueChain,
  venueTokens,
} from '../venue-quotes.js';

const { attacker, recipient } = people;

const attack = (rule: string, title: string, ...edits: Edit[]): Attack => ({
  rule,
  title: `${title} (venue)`,
  make: () => edited(venueCase(), ...edits),
});
const second = (rule: string, title: string, ...edits: Edit[]): Attack => ({
  rule,
  title: `${title} (venue, with a depositor)`,
  make: () => edited(venueCase('2'), ...edits),
});
const value = (member: string, to: unknown): Edit => [`${SIGN}.value.${member}`, to];
const body = (member: string, to: unknown): Edit => [`${POST}.body.${member}`, to];
const sent = (member: string, to: unknown): Edit => [`${ACTION}.${member}`, to];
const everyNonce = (to: unknown): Edit[] => [
  value('nonce', to),
  body('nonce', to),
  sent('nonce', to),
  [`${DEPOSIT}.nonce`, to],
];
const stepsOf = (each: Case): unknown[] => read(each, 'quote.steps') as unknown[];
const withSteps = (title: string, change: (steps: unknown[]) => unknown[]): Attack => ({
  rule: 'G04',
  title: `${title} (venue)`,
  make: () => edited(venueCase(), ['quote.steps', change(stepsOf(venueCase()))]),
});

export const venueAttacks: readonly Attack[] = [
  withSteps('asks for no authorization', (steps) => steps.slice(1)),
  withSteps('asks for no deposit', (steps) => steps.slice(0, 1)),
  withSteps('asks for the deposit first', (steps) => [...steps].reverse()),
  withSteps('asks for two deposits', (steps) => [...steps, steps[1]]),
  withSteps('asks for two authorizations', (steps) => [steps[0], ...steps]),
  withSteps('asks for an approval before', (steps) => [approveStep(tokens.usdc), ...steps]),
  withSteps('asks for an EVM deposit after', (steps) => [...steps, stepsOf(nativeCase())[0]]),
  withSteps('asks for an EVM deposit alone', () => stepsOf(nativeCase())),
  attack('G04', 'calls the deposit a signature', ['quote.steps[1].kind', 'signature']),
  attack('G04', 'calls the authorization a transaction', ['quote.steps[0].kind', 'transaction']),
  attack('G04', 'calls the deposit a swap', ['quote.steps[1].id', 'swap']),
  attack('G04', 'calls the authorization a permit', ['quote.steps[0].id', 'authorize1'], ['intent.usePermit', true]),
  {
    rule: 'G04',
    title: 'asks for the venue’s steps on an EVM chain',
    make: () => edited(nativeCase(), ['quote.steps', stepsOf(venueCase())]),
  },

  attack('G35', 'signs no typed data', [`${SIGN}.signatureKind`, 'eip191']),
  attack('G35', 'names another domain', [`${SIGN}.domain.name`, 'VenueSignTransaction']),
  attack('G35', 'names version 3 of the mapping', [`${SIGN}.domain.version`, '3']),
  attack('G35', 'names version 2 without a depositor', [`${SIGN}.domain.version`, '2']),
  second('G35', 'names version 1 beside a depositor', [`${SIGN}.domain.version`, '1']),
  attack('G35', 'names a contract', [`${SIGN}.domain.verifyingContract`, contracts.depository]),
  attack('G35', 'adds a salt to the domain', [`${SIGN}.domain.salt`, ids.other]),
  attack('G35', 'has a chain id as text', [`${SIGN}.domain.chainId`, '1']),
  attack('G35', 'signs another primary type', [`${SIGN}.primaryType`, 'Permit']),
  attack('G35', 'adds a field to the mapping’s type', [
    `${SIGN}.types.NonceMapping[4]`,
    { name: 'spender', type: 'address' },
  ]),
  attack('G35', 'adds another type', [`${SIGN}.types.Permit`, []]),
  attack('G35', 'changes the type of the nonce', [`${SIGN}.types.NonceMapping[3].type`, 'uint64']),
  attack('G35', 'adds a member to the message', value('spender', attacker)),
  attack('G35', 'maps the nonce at another chain', value('chainId', 'hyperevm')),
  attack('G35', 'maps another wallet', value('wallet', attacker)),
  attack('G35', 'posts another wallet', body('wallet', attacker)),
  second('G35', 'maps another depositor', value('depositor', attacker)),
  second('G35', 'posts another depositor', body('depositor', attacker)),
  second('G35', 'posts no depositor', [`${POST}.body.depositor`]),
  attack('G35', 'posts a depositor that was not signed', body('depositor', attacker)),
  attack('G35', 'maps another order', value('id', ids.other)),
  attack('G35', 'maps the request instead of the order', value('id', ids.request), body('id', ids.request)),
  attack('G35', 'posts another order', body('id', ids.other)),
  attack('G35', 'posts another nonce', body('nonce', NONCE + 1)),
  attack('G35', 'posts the nonce as text', body('nonce', String(NONCE))),
  attack('G35', 'posts another kind of body', body('type', 'permit')),
  attack('G35', 'posts another chain of the wallet', body('walletChainId', 1)),
  attack('G35', 'adds a member to the body', body('recipient', attacker)),
  attack('G35', 'posts to another path', [`${POST}.endpoint`, '/execute/permits']),
  attack('G35', 'posts to another host', [`${POST}.endpoint`, 'https://evil.example/authorize']),
  attack('G35', 'gets instead of posting', [`${POST}.method`, 'GET']),
  attack('G35', 'F-133 has a fraction as nonce', ...everyNonce(NONCE + 0.5)),
  attack('G35', 'F-133 has a nonce above the safe integers', ...everyNonce(2 ** 53)),
  attack('G35', 'F-133 has a negative nonce', ...everyNonce(-NONCE)),
  attack('G35', 'F-133 has a nonce as text', ...everyNonce(String(NONCE))),

  attack('G36', 'F-133 signs another nonce in the mapping', value('nonce', NONCE + 1)),
  attack('G36', 'F-133 sends another nonce', sent('nonce', NONCE + 1)),
  attack('G36', 'F-133 names another nonce beside the action', [`${DEPOSIT}.nonce`, NONCE + 1]),
  attack('G36', 'sends to a stranger', sent('destination', attacker)),
  attack('G36', 'sends to the recipient', sent('destination', recipient)),
  attack('G36', 'sends to no address', sent('destination', '')),
  attack('G36', 'sends to the contract of another chain', sent('destination', contracts.depository)),
  attack('G36', 'sends on the test network', sent('venueChain', 'Testnet')),
  attack('G36', 'sends from spot', sent('sourceDex', 'spot')),
  attack('G36', 'sends to another DEX', sent('destinationDex', 'xyz')),
  attack('G36', 'sends another token', sent('token', 'HYPE:0x0d01dc56dcaaca66ad901c959b4011ec')),
  attack('G36', 'sends another token under the same name', sent('token', 'USDC:0x0d01dc56dcaaca66ad901c959b4011ec')),
  attack('G36', 'sends the token under another name', sent('token', `HYPE:${SPOT_USDC}`)),
  attack('G36', 'sends one unit more', sent('amount', '25.08000001')),
  attack('G36', 'sends one unit less', sent('amount', '25.07999999')),
  attack('G36', 'sends ten times as much', sent('amount', '250.80000')),
  attack('G36', 'sends an amount in another notation', sent('amount', '2508e-2')),
  attack('G36', 'sends an amount as a number', sent('amount', 25.08)),
  attack('G36', 'sends from a sub-account', sent('fromSubAccount', attacker)),
  attack('G36', 'adds a parameter', sent('builder', attacker)),
  attack('G36', 'leaves a parameter out', [`${ACTION}.fromSubAccount`]),
  attack('G36', 'withdraws instead of sending', [`${DEPOSIT}.action.type`, 'withdraw3']),
  attack('G36', 'approves an agent instead of sending', [`${DEPOSIT}.action.type`, 'approveAgent']),
  attack('G36', 'signs another type', [`${DEPOSIT}.eip712PrimaryType`, 'VenueTransaction:ApproveAgent']),
  attack('G36', 'adds a field to the transfer’s type', [
    `${DEPOSIT}.eip712Types`,
    {
      ...transferTypes,
      'VenueTransaction:SendAsset': [
        ...(transferTypes['VenueTransaction:SendAsset'] as object[]),
        { name: 'agent', type: 'address' },
      ],
    },
  ]),
  attack('G36', 'adds a type beside the transfer’s', [`${DEPOSIT}.eip712Types.VenueTransaction`, []]),
  attack('G36', 'sends EVM calldata', [
    DEPOSIT,
    { from: people.payer, to: attacker, data: '0x', value: '1', chainId: 1 },
  ]),
  {
    rule: 'G36',
    title: 'sends to an address that only a listing without pins would name (venue)',
    make: () =>
      edited(venueCase(), [
        'registry.chains',
        [
          { ...venueChain(), solverAddresses: [], protocol: { v2: { chainId: 'venue', depository: '' } } },
          ...makeRegistry().chains,
        ],
      ]),
  },
  {
    rule: 'G36',
    title: 'pays with a currency that is not pinned (venue)',
    make: () => edited(venueCase('1', venueTokens.hype), ['registry.chains[0].erc20Currencies', []]),
  },
  {
    rule: 'G36',
    title: 'pays with a currency that is no token id (venue)',
    make: () =>
      edited(
        venueCase(),
        ['intent.originCurrency', NATIVE],
        ['quote.details.currencyIn.currency.address', NATIVE],
        ['registry.chains[0].currency.address', NATIVE],
      ),
  },
];
