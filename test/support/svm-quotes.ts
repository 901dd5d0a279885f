/** Builds honest quotes of payments from the SVM chain, and the instructions of these quotes. */
import { Keypair, PublicKey } from '@solana/web3.js';
import type { ChainCurrency, ChainRecord, Instruction } from '../../src/types.js';
import {
  amountOf,
  currency,
  edited,
  ids,
  makeRegistry,
  nativeCase,
  tokens,
  type Case,
  type Edit,
  type Json,
} from './quotes.js';

export const SVM = 792703809;
export const SYSTEM = '1'.repeat(32);
export const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
export const ATA = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
export const BUDGET = 'ComputeBudget111111111111111111111111111111';
export const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
/** The public program Lighthouse, whose assertions wallets add. */
export const ASSERTIONS = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95';

/** Creates a key pair from a name. The same name always gives the same key pair. */
export const keyOf = (name: string): Keypair => Keypair.fromSeed(new TextEncoder().encode(name.padEnd(32, '.')));
const addressOf = (name: string): string => keyOf(name).publicKey.toBase58();

export const payerKey = keyOf('payer');
export const feePayerKey = keyOf('fee payer');
export const svm = {
  payer: payerKey.publicKey.toBase58(),
  feePayer: feePayerKey.publicKey.toBase58(),
  recipient: addressOf('recipient'),
  attacker: addressOf('attacker'),
  depository: addressOf('depository'),
  config: addressOf('config'),
  exchange: addressOf('exchange'),
  table: addressOf('table'),
  /** An address that differs from the assertion program's in one letter. */
  likeAssertions: 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S96',
  oldMemo: 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
} as const;

export const svmTokens = {
  sol: currency('SOL', 9, SYSTEM),
  wsol: currency('wSOL', 9, 'So11111111111111111111111111111111111111112'),
  usdc: tokens.usdcSvm,
  pyusd: currency('PYUSD', 6, addressOf('pyusd')),
  bonk: currency('BONK', 6, addressOf('bonk')),
} as const;
/** Returns the token program of a mint. */
export const programOf = (mint: string): string => (mint === svmTokens.pyusd.address ? TOKEN_2022 : TOKEN);

export const svmAmounts = { sol: 167_200_000n, token: 25_080_000n } as const;

export const svmChain = (): ChainRecord => ({
  id: SVM,
  name: 'svm',
  displayName: 'SVM',
  vmType: 'svm',
  disabled: false,
  httpRpcUrl: 'http://node.example',
  currency: svmTokens.sol,
  erc20Currencies: [svmTokens.usdc, svmTokens.pyusd, svmTokens.wsol],
  programs: [svm.exchange],
  protocol: { v2: { chainId: 'svm', depository: svm.depository } },
});

/** Returns the address of an owner's token account. */
export function ataOf(owner: string, mint: string, program = programOf(mint)): string {
  const seeds = [owner, program, mint].map((each) => new PublicKey(each).toBytes());
  return PublicKey.findProgramAddressSync(seeds, new PublicKey(ATA))[0].toBase58();
}
export const vault = PublicKey.findProgramAddressSync(
  [new TextEncoder().encode('vault')],
  new PublicKey(svm.depository),
)[0].toBase58();

type Key = Instruction['keys'][number];
export const reads = (pubkey: string): Key => ({ pubkey, isSigner: false, isWritable: false });
export const writes = (pubkey: string): Key => ({ pubkey, isSigner: false, isWritable: true });
export const signs = (pubkey: string): Key => ({ pubkey, isSigner: true, isWritable: true });

/** Returns a number as hex of `size` bytes, with the lowest byte first. */
export const le = (value: bigint, size: number): string =>
  Array.from({ length: size }, (_, at) => ((value >> BigInt(8 * at)) & 255n).toString(16).padStart(2, '0')).join('');

const instruction = (programId: string, keys: Key[], data: string): Instruction => ({ programId, keys, data });

/** The instructions of honest quotes. */
export const make = {
  limit: (units: bigint) => instruction(BUDGET, [], `02${le(units, 4)}`),
  price: (price: bigint) => instruction(BUDGET, [], `03${le(price, 8)}`),
  heap: () => instruction(BUDGET, [], `01${le(65_536n, 4)}`),
  memo: (text = '6869') => instruction(MEMO, [signs(svm.payer)], text),
  /** Asserts that an account has at least one lamport. */
  assertion: (key: Key = reads(ataOf(svm.payer, svmTokens.usdc.address))) =>
    instruction(ASSERTIONS, [key], `050000${le(1n, 8)}04`),
  pay: (to: string, amount: bigint, from: string = svm.payer) =>
    instruction(SYSTEM, [signs(from), writes(to)], `02000000${le(amount, 8)}`),
  create: (owner: string, mint: string, { payer = svm.payer, data = '01' } = {}) =>
    instruction(
      ATA,
      [signs(payer), writes(ataOf(owner, mint)), reads(owner), reads(mint), reads(SYSTEM), reads(programOf(mint))],
      data,
    ),
  transfer: (to: string, mint: string, amount: bigint, decimals = 6) =>
    instruction(
      programOf(mint),
      [writes(ataOf(svm.payer, mint)), reads(mint), writes(to), { ...reads(svm.payer), isSigner: true }],
      `0c${le(amount, 8)}${le(BigInt(decimals), 1)}`,
    ),
  token: (tag: string, keys: Key[], program = TOKEN) => instruction(program, keys, tag),
  system: (tag: number, rest: string, keys: Key[]) => instruction(SYSTEM, keys, `${le(BigInt(tag), 4)}${rest}`),
  sync: () => instruction(TOKEN, [writes(ataOf(svm.payer, svmTokens.wsol.address))], '11'),
  close: (to: string = svm.payer) =>
    instruction(TOKEN, [writes(ataOf(svm.payer, svmTokens.wsol.address)), writes(to), signs(svm.payer)], '09'),
  depositNative: (amount: bigint = svmAmounts.sol, id: string = ids.order) =>
    instruction(
      svm.depository,
      [reads(svm.config), signs(svm.payer), reads(svm.payer), writes(vault), reads(SYSTEM)],
      `0d9e0ddf5fd51c06${le(amount, 8)}${id.slice(2)}`,
    ),
  depositToken: (mint: string, amount: bigint = svmAmounts.token, id: string = ids.order) =>
    instruction(
      svm.depository,
      [
        reads(svm.config),
        signs(svm.payer),
        reads(svm.payer),
        reads(vault),
        reads(mint),
        writes(ataOf(svm.payer, mint)),
        writes(ataOf(vault, mint)),
        reads(programOf(mint)),
        reads(ATA),
        reads(SYSTEM),
      ],
      `0b9c60da27a3b413${le(amount, 8)}${id.slice(2)}`,
    ),
  /** Creates a call of a program that exchanges the money and writes to `to`. */
  exchange: (to: string) => instruction(svm.exchange, [signs(svm.payer), writes(to), reads(TOKEN)], 'c0ffee'),
};

const svmStep = (id: string, instructions: Instruction[], tables: string[]): Json => ({
  id,
  kind: 'transaction',
  requestId: ids.request,
  items: [
    {
      status: 'incomplete',
      data: { instructions, addressLookupTableAddresses: tables },
      check: { endpoint: `/intents/status?requestId=${ids.request}`, method: 'GET' },
    },
  ],
});

/** Paths in a case. */
export const DATA = 'quote.steps[0].items[0].data';
export const INSTRUCTIONS = `${DATA}.instructions`;

/** Creates a payment of 25 USDC to the shop on chain 10. The payer pays on the SVM chain with these instructions. */
export function svmCase(
  paying: ChainCurrency,
  instructions: Instruction[],
  { step = 'deposit', tables = [''] } = {},
): Case {
  const isSol = paying.decimals === 9;
  const paid = amountOf(
    SVM,
    paying,
    isSol ? svmAmounts.sol : svmAmounts.token,
    '25.080000',
    isSol ? '0.1672' : '25.08',
  );
  return edited(
    nativeCase(),
    ['intent.user', svm.payer],
    ['intent.refundTo', svm.payer],
    ['intent.originChainId', SVM],
    ['intent.originCurrency', paying.address],
    ['quote.details.sender', svm.payer],
    ['quote.details.currencyIn', paid],
    ['quote.details.refundCurrency', paid],
    [
      'quote.steps',
      [
        svmStep(
          step,
          instructions,
          tables.filter((table) => table !== ''),
        ),
      ],
    ],
    ['registry.chains', [svmChain(), ...makeRegistry().chains.filter(({ id }) => id !== SVM)]],
  );
}

const onChain = (paying: ChainCurrency, received: ChainCurrency, amount: bigint, shown: string): Edit[] => [
  ['intent.destinationChainId', SVM],
  ['intent.destinationCurrency', received.address],
  ['intent.recipient', svm.recipient],
  ['intent.amount', String(amount)],
  ['quote.details.recipient', svm.recipient],
  ['quote.details.currencyOut', amountOf(SVM, received, amount, '25.000000', shown)],
];

export const svmNativeCase = (...before: Instruction[]): Case =>
  svmCase(svmTokens.sol, [...before, make.depositNative()]);
export const svmTokenCase = (token: ChainCurrency = svmTokens.usdc, ...before: Instruction[]): Case =>
  svmCase(token, [...before, make.depositToken(token.address)]);

/** Creates a payment in which the payer and the recipient use the same currency on the SVM chain. */
export function svmSendCase(token: ChainCurrency): Case {
  const isSol = token === svmTokens.sol;
  const amount = isSol ? svmAmounts.sol : svmAmounts.token;
  const instructions = isSol
    ? [make.pay(svm.recipient, amount)]
    : [
        make.create(svm.recipient, token.address),
        make.transfer(ataOf(svm.recipient, token.address), token.address, amount, token.decimals),
      ];
  return edited(
    svmCase(token, instructions, { step: 'send' }),
    ...onChain(token, token, amount, isSol ? '0.1672' : '25.08'),
  );
}

/** Creates a payment in which the exchange turns SOL into USDC for the recipient, on the SVM chain. */
export const svmSwapCase = (): Case =>
  edited(
    svmCase(
      svmTokens.sol,
      [
        make.limit(400_000n),
        make.price(50_000n),
        make.create(svm.payer, svmTokens.wsol.address),
        make.pay(ataOf(svm.payer, svmTokens.wsol.address), svmAmounts.sol),
        make.sync(),
        make.create(svm.recipient, svmTokens.usdc.address),
        make.exchange(ataOf(svm.recipient, svmTokens.usdc.address)),
        make.close(),
      ],
      { step: 'swap', tables: [svm.table] },
    ),
    ...onChain(svmTokens.sol, svmTokens.usdc, 25_000_000n, '25.0'),
  );

/** Creates a payment in which the exchange turns BONK into USDC. The payer then deposits the USDC. */
export const svmSwapDepositCase = (): Case =>
  svmCase(
    svmTokens.bonk,
    [
      make.create(svm.payer, svmTokens.usdc.address),
      make.exchange(ataOf(svm.payer, svmTokens.usdc.address)),
      make.depositToken(svmTokens.usdc.address, 25_010_000n),
    ],
    { tables: [svm.table] },
  );

export const honestSvmCases: Readonly<Record<string, () => Case>> = {
  'a native deposit': () => svmNativeCase(),
  'a token deposit': () => svmTokenCase(),
  'a deposit of a token of Token-2022': () => svmTokenCase(svmTokens.pyusd),
  'a deposit of wrapped currency': () =>
    svmCase(svmTokens.wsol, [make.depositToken(svmTokens.wsol.address, svmAmounts.sol)]),
  'a deposit with a lookup table': () =>
    svmCase(svmTokens.usdc, [make.depositToken(svmTokens.usdc.address)], { tables: [svm.table] }),
  'a limit of compute units': () => svmNativeCase(make.limit(60_000n)),
  'a priority fee': () => svmNativeCase(make.limit(60_000n), make.price(100_000n)),
  'the largest priority fee': () => svmNativeCase(make.limit(1_000_000n), make.price(10_000_000n)),
  'a larger heap': () => svmNativeCase(make.heap()),
  'a memo': () => svmTokenCase(svmTokens.usdc, make.memo()),
  'the creation of the vault’s token account': () =>
    svmTokenCase(svmTokens.usdc, make.create(vault, svmTokens.usdc.address)),
  'an account that may not exist yet': () =>
    svmTokenCase(svmTokens.usdc, make.create(svm.payer, svmTokens.usdc.address, { data: '00' })),
  'an account creation without data': () =>
    svmTokenCase(svmTokens.usdc, make.create(svm.payer, svmTokens.usdc.address, { data: '' })),
  'a fee payer of the page': () => edited(svmNativeCase(), ['intent.depositFeePayer', svm.feePayer]),
  'a fee payer who pays the rent': () =>
    edited(svmTokenCase(svmTokens.usdc, make.create(vault, svmTokens.usdc.address, { payer: svm.feePayer })), [
      'intent.depositFeePayer',
      svm.feePayer,
    ]),
  'the native currency sent on its own chain': () => svmSendCase(svmTokens.sol),
  'a token sent on its own chain': () => svmSendCase(svmTokens.usdc),
  'a token of Token-2022 sent on its own chain': () => svmSendCase(svmTokens.pyusd),
  'a swap on its own chain': svmSwapCase,
  'a swap before the deposit': svmSwapDepositCase,
  'data in upper case': () =>
    edited(svmNativeCase(), [`${INSTRUCTIONS}[0].data`, make.depositNative().data.toUpperCase()]),
  'the payer and the chain beside the instructions': () =>
    edited(svmNativeCase(), [`${DATA}.from`, svm.payer], [`${DATA}.chainId`, SVM]),
  'no list of lookup tables': () => edited(svmNativeCase(), [`${DATA}.addressLookupTableAddresses`]),
  'no order id, so the request id replaces it': () =>
    edited(svmCase(svmTokens.sol, [make.depositNative(svmAmounts.sol, ids.request)]), ['quote.protocol']),
};
