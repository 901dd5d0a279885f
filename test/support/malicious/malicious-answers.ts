/**
 * What a wallet can answer when it is asked to sign a permit. No harmful answer reaches the service. A harmless one is
 * the payer's signature in another form, or what the payer's contract account accepts.
 */
import { secp256k1 } from '@noble/curves/secp256k1';
import type { Hex, TypedDataDefinition } from 'viem';
import { encodeAbiParameters, hashMessage, hashStruct, hashTypedData } from 'viem';
import { apply, ids, payerKey, people, tokens, type Edit, type Json } from '../quotes.js';

/** What the wallet was asked to sign, and the signature of the payer's key. */
type Asked = { signature: string; typed: Json };

/** `code`: the account's code, and what a call of it answers. Default: the account has a key and no code. */
export type Answer = { title: string; answer: (asked: Asked) => unknown; code?: { bytes: Hex; answers: () => Hex } };

const OTHER_KEY: Hex = `0x${'3'.repeat(64)}`;
const ORDER = secp256k1.Point.CURVE().n;
/** The accepting answer of a contract account. */
const ACCEPTS: Hex = `0x1626ba7e${'00'.repeat(28)}`;
const CONTRACT = '0x6080604052';
const DELEGATED: Hex = `0xef0100${'ab'.repeat(20)}`;

const row = (title: string, answer: Answer['answer'], code?: Answer['code']): Answer => ({
  title,
  answer,
  ...(code && { code }),
});
const always = (title: string, answer: unknown): Answer => row(title, () => answer);

function signed(digest: Hex, key: Hex = payerKey): string {
  const signature = secp256k1.sign(digest.slice(2), key.slice(2));
  return `0x${signature.toHex('compact')}${(27 + signature.recovery).toString(16)}`;
}
const digestOf = (typed: Json): Hex => hashTypedData(typed as unknown as TypedDataDefinition);

/** The payer's key signs something else. */
const other = (title: string, ...edits: Edit[]): Answer =>
  row(title, ({ typed }) => {
    const changed = structuredClone(typed);
    for (const edit of edits) apply(changed, edit);
    return signed(digestOf(changed));
  });

const partsOf = (signature: string): { r: string; s: string; v: number } => ({
  r: signature.slice(2, 66),
  s: signature.slice(66, 130),
  v: Number.parseInt(signature.slice(130), 16),
});
const join = (r: string, s: string, v: number): string => `0x${r}${s}${v.toString(16).padStart(2, '0')}`;
const word = (value: bigint): string => value.toString(16).padStart(64, '0');

/** Writes the parts of the signature in another way. */
const form = (title: string, write: (parts: ReturnType<typeof partsOf>) => unknown): Answer =>
  row(title, ({ signature }) => write(partsOf(signature)));

/** The same signature with the other of two possible values of `s`, which most token contracts refuse. */
const highS = ({ r, s, v }: ReturnType<typeof partsOf>): string => join(r, word(ORDER - BigInt(`0x${s}`)), 55 - v);

/** The wrapper of a signature of an account that is not yet deployed (ERC-6492). */
const undeployed = (signature: string): string =>
  encodeAbiParameters(
    [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
    [people.attacker, '0x', signature as Hex],
  ) + '6492'.repeat(16);

const contract = (answers: () => Hex, bytes: Hex = CONTRACT): NonNullable<Answer['code']> => ({ bytes, answers });
const fails = (): never => {
  throw new Error('execution reverted');
};
const odd: Hex = `0x${'cd'.repeat(65)}`;

/** Signatures that are not the payer's for this permit. */
export const wrongSignatures: readonly Answer[] = [
  // The payer's key has signed something else.
  other('signs for one unit more', ['message.value', '25080001']),
  other('signs for another receiver', ['message.to', people.attacker]),
  other('signs with another nonce', ['message.nonce', ids.request]),
  other('signs for a longer time', ['message.validBefore', '9999999999']),
  other('signs for another beginning', ['message.validAfter', '1']),
  other('signs for another token', ['domain.verifyingContract', tokens.usdt.address]),
  other('signs for another chain', ['domain.chainId', 1]),
  other('signs for another version', ['domain.version', '1']),
  other('signs for another name', ['domain.name', 'USD₮0']),
  row('signs with a salt', ({ typed }) => {
    const { types, domain } = typed as { types: Record<string, Json[]>; domain: Json };
    const EIP712Domain = [...types['EIP712Domain']!, { name: 'salt', type: 'bytes32' }];
    return signed(digestOf({ ...typed, domain: { ...domain, salt: ids.other }, types: { ...types, EIP712Domain } }));
  }),
  row('signs without the version', ({ typed }) => {
    const { types } = typed as { types: Record<string, Json[]> };
    const EIP712Domain = types['EIP712Domain']!.filter(({ name }) => name !== 'version');
    return signed(digestOf({ ...typed, types: { ...types, EIP712Domain } }));
  }),
  row('signs another kind of message', ({ typed }) => {
    const { TransferWithAuthorization: members, ...types } = typed['types'] as Record<string, Json[]>;
    const kind = 'ReceiveWithAuthorization';
    return signed(digestOf({ ...typed, primaryType: kind, types: { ...types, [kind]: members } }));
  }),
  row('signs the hash as a message', ({ typed }) => signed(hashMessage({ raw: digestOf(typed) }))),
  row('signs the text as a message', ({ typed }) => signed(hashMessage(JSON.stringify(typed)))),
  row('signs the message without its domain', ({ typed }) =>
    signed(hashStruct({ data: typed['message'], primaryType: typed['primaryType'], types: typed['types'] } as never)),
  ),
  // Another key.
  row('signs with the key of another account', ({ typed }) => signed(digestOf(typed), OTHER_KEY)),
  form('names the other parity', ({ r, s, v }) => join(r, s, 55 - v)),
  form('swaps the halves of the signature', ({ r, s, v }) => join(s, r, v)),
  form('names the other half of the curve without its parity', ({ r, s, v }) =>
    join(r, word(ORDER - BigInt(`0x${s}`)), v),
  ),
  form('leaves the parity out of 64 bytes', ({ r, s, v }) =>
    v === 28 ? `0x${r}${s}` : `0x${r}${word(BigInt(`0x${s}`) + (1n << 255n))}`,
  ),
  // No signature of a key.
  always('signs with 65 zeros', `0x${'00'.repeat(65)}`),
  always('signs with 64 zeros', `0x${'00'.repeat(64)}`),
  always('signs with the highest bytes', `0x${'ff'.repeat(65)}`),
  form('has an r of 0', ({ s, v }) => join(word(0n), s, v)),
  form('has an s of 0', ({ r, v }) => join(r, word(0n), v)),
  form('has an r that is the order of the curve', ({ s, v }) => join(word(ORDER), s, v)),
  form('has an s that is the order of the curve', ({ r, v }) => join(r, word(ORDER), v)),
  ...[2, 26, 29, 37, 255].map((v) => form(`ends the signature with ${v}`, ({ r, s }) => join(r, s, v))),
  form('adds a byte', ({ r, s, v }) => `${join(r, s, v)}00`),
  form('signs twice in one answer', ({ r, s, v }) => `${join(r, s, v)}${join(r, s, v).slice(2)}`),
  row('wraps the signature for an account that is not deployed', ({ signature }) => undeployed(signature)),
  // An account with code.
  row(
    'signs for a contract account that answers with other bytes',
    () => odd,
    contract(() => `0x${'ff'.repeat(32)}`),
  ),
  row(
    'signs for a contract account that answers with 1',
    () => odd,
    contract(() => `0x${word(1n)}`),
  ),
  row(
    'signs for a contract account that answers at the end',
    () => odd,
    contract(() => `0x${word(0x1626ba7en)}`),
  ),
  row(
    'signs for a contract account that answers nothing',
    () => odd,
    contract(() => '0x'),
  ),
  row('signs for a contract account that reverts', () => odd, contract(fails)),
  row(
    'signs for code that its key has not accepted',
    () => odd,
    contract(() => `0x${word(0n)}`, DELEGATED),
  ),
];

/** Answers that are no signature. */
export const noSignatures: readonly Answer[] = [
  always('answers with more than 4,096 bytes', `0x${'ab'.repeat(4_097)}`),
  form('cuts the signature', ({ r, s }) => `0x${r}${s.slice(2)}`),
  form('cuts half a byte', ({ r, s, v }) => join(r, s, v).slice(0, -1)),
  form('leaves the parity out of an object', ({ r, s }) => ({ r: `0x${r}`, s: `0x${s}` })),
  form('puts the signature in a list', ({ r, s, v }) => [join(r, s, v)]),
  form('puts another letter into the signature', ({ r, s, v }) => join(r, s, v).replace(/[a-f]/, 'g')),
  always('answers with a hash', ids.other),
  always('answers with the hash of a transaction', { hash: ids.other }),
  always('answers with nothing', null),
  always('answers with an empty text', '0x'),
  always('answers with yes', true),
  always('answers with its error', { code: 4001, message: 'User rejected the request.' }),
];

/** `posted`: what reaches the service. Default: the payer's signature in its usual form. */
export const harmlessAnswers: readonly (Answer & { posted?: (asked: Asked) => string })[] = [
  row('signs in the usual form', ({ signature }) => signature),
  row('signs in upper case', ({ signature }) => signature.toUpperCase()),
  row('leaves out 0x', ({ signature }) => signature.slice(2)),
  row('adds white space', ({ signature }) => ` ${signature}\n`),
  form('ends the signature with 0 or 1', ({ r, s, v }) => join(r, s, v - 27)),
  form('signs in 64 bytes', ({ r, s, v }) => `0x${r}${word(BigInt(`0x${s}`) + (v === 28 ? 1n << 255n : 0n))}`),
  form('signs with the other half of the curve', highS),
  form('signs with the other half of the curve, and ends with 0 or 1', (parts) =>
    highS(parts).replace(/1[bc]$/, (v) => (v === '1b' ? '00' : '01')),
  ),
  row('answers with an object', ({ signature }) => ({ signature })),
  row('wraps its answer twice', ({ signature }) => ({ result: { signature } })),
  form('answers with the parts', ({ r, s, v }) => ({ r: `0x${r}`, s: `0x${s}`, v })),
  form('answers with the parts and a parity', ({ r, s, v }) => ({ r: `0x${r}`, s: `0x${s}`, yParity: v - 27 })),
  other('writes the token in another letter case', ['domain.verifyingContract', tokens.usdc.address.toLowerCase()]),
  other('writes the chain as text', ['domain.chainId', '8453']),
  other('writes the amount in hex', ['message.value', `0x${(25_080_000).toString(16)}`]),
  row('signs with its key though the account has code', ({ signature }) => signature, contract(fails, DELEGATED)),
  {
    ...row(
      'signs for a contract account that accepts it',
      () => odd,
      contract(() => ACCEPTS),
    ),
    posted: () => odd,
  },
  {
    ...row(
      'wraps the signature for a contract account',
      ({ signature }) => undeployed(signature),
      contract(() => ACCEPTS),
    ),
    posted: ({ signature }) => undeployed(signature),
  },
];
