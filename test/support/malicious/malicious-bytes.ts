/** Transactions that a wallet must not return although each has the requested instructions. */
import { ed25519 } from '@noble/curves/ed25519';
import {
  AddressLookupTableAccount,
  PublicKey,
  TransactionMessage,
  VersionedTransaction,
  type Keypair,
  type MessageHeader,
} from '@solana/web3.js';
import { feePayerKey, keyOf, payerKey, svm, vault } from '../svm-quotes.js';

/** Returns other bytes than those that the wallet has signed. */
export type WalletBytes = { title: string; bytes: (signed: Uint8Array) => Uint8Array };

type SomeMessage = VersionedTransaction['message'];

/** Changes the message, and signs it with these keys. */
const resigned =
  (change: (own: SomeMessage) => SomeMessage, keys: readonly Keypair[] = [payerKey]) =>
  (signed: Uint8Array): Uint8Array => {
    const transaction = new VersionedTransaction(change(VersionedTransaction.deserialize(signed).message));
    transaction.sign([...keys]);
    return transaction.serialize();
  };

const header = (part: Partial<MessageHeader>, keys: readonly Keypair[] = [payerKey]) =>
  resigned((message) => Object.assign(message, { header: { ...message.header, ...part } }), keys);

/** Signs the requested instructions in another form. */
const compiled = (change: (content: TransactionMessage) => SomeMessage, keys?: readonly Keypair[]) =>
  resigned((message) => change(TransactionMessage.decompile(message)), keys);

/** A lookup table that nobody has quoted, with accounts of the deposit. */
const table = new AddressLookupTableAccount({
  key: new PublicKey(svm.exchange),
  state: {
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 0,
    lastExtendedSlotStartIndex: 0,
    addresses: [new PublicKey(vault), new PublicKey(svm.config)],
  },
});

const flipped = (bytes: Uint8Array, at: number): Uint8Array =>
  bytes.map((byte, position) => (position === (at + bytes.length) % bytes.length ? byte ^ 1 : byte));

export const maliciousBytes: readonly WalletBytes[] = [
  { title: 'uses the older form', bytes: compiled((content) => content.compileToLegacyMessage()) },
  { title: 'uses another lookup table', bytes: compiled((content) => content.compileToV0Message([table])) },
  {
    title: 'lets another account pay the fee, and signs as both',
    bytes: compiled(
      (content) => {
        content.payerKey = feePayerKey.publicKey;
        return content.compileToV0Message();
      },
      [payerKey, feePayerKey],
    ),
  },
  {
    title: 'lets an account of the payment sign too',
    bytes: (signed) => {
      // The second account is the vault, for which nobody has a key.
      const bytes = header({ numRequiredSignatures: 2 }, [])(signed);
      const transaction = VersionedTransaction.deserialize(bytes);
      transaction.sign([payerKey]);
      return transaction.serialize();
    },
  },
  { title: 'lets every account be changed', bytes: header({ numReadonlyUnsignedAccounts: 0 }) },
  { title: 'takes the right to change the vault', bytes: header({ numReadonlyUnsignedAccounts: 5 }) },
  {
    title: 'signs with the key of another account',
    bytes: (signed) => {
      const transaction = VersionedTransaction.deserialize(signed);
      const other = VersionedTransaction.deserialize(
        compiled(
          (content) => {
            content.payerKey = keyOf('attacker').publicKey;
            return content.compileToV0Message();
          },
          [payerKey, keyOf('attacker')],
        )(signed),
      );
      transaction.signatures = [other.signatures[0]!];
      return transaction.serialize();
    },
  },
  { title: 'changes the last byte after it has signed', bytes: (signed) => flipped(signed, -1) },
  { title: 'changes a byte of the signature', bytes: (signed) => flipped(signed, 10) },
  { title: 'signs nothing', bytes: resigned((message) => message, []) },
  { title: 'adds a byte to the transaction', bytes: (signed) => Uint8Array.from([...signed, 0]) },
  {
    title: 'adds a byte to the transaction, and signs it too',
    bytes: (signed) => {
      const message = Uint8Array.from([...signed.slice(65), 0]);
      return Uint8Array.from([1, ...ed25519.sign(message, payerKey.secretKey.slice(0, 32)), ...message]);
    },
  },
  { title: 'cuts the last byte', bytes: (signed) => signed.slice(0, -1) },
  { title: 'returns only the signature', bytes: (signed) => signed.slice(1, 65) },
  { title: 'returns only the message', bytes: (signed) => signed.slice(65) },
  { title: 'returns two transactions', bytes: (signed) => Uint8Array.from([...signed, ...signed]) },
];
