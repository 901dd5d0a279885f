/** Generates the page about error codes. The `docsUrl` of an error links to its heading on this page. */
import { errorCodes, type ErrorReason } from '../../../src/errors.js';
import { englishTexts as catalogue } from '../../../stories/support/english.js';
import { isWalletSaid } from '../../../src/wallets/wallet-errors.js';
import { code, table } from './docs-table.js';

/** The catalog keys of the texts of errors that have their own screen, by error code or reason. */
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  'outcome-unknown': ['unknown.title', 'unknown.text'],
  refunded: ['refund.title', 'refund.text'],
  failed: ['errors.failed.title', 'failed.waiting'],
  declined: ['errors.declined.title', 'unknown.text-declined'],
  'unreadable-entry': ['unreadable.title', 'unreadable.text'],
};

/** The place of the payer's money, for each value of `money`. */
const MONEY: Readonly<Record<string, string>> = {
  'not-sent': 'nothing was sent',
  'in-wallet': 'the money is still in the wallet; a network fee may be spent',
  unknown: 'it may have been sent; do not let the payer pay again before the outcome is certain',
  'on-its-way': 'it is on its way',
  returned: 'it was sent back',
  delivered: 'it was delivered',
};

const RETRY_NEVER = 'no, because the same attempt fails until something changes, or could pay twice';

/** The cause of each error, and the advice for a developer. */
const ADVICE: Readonly<Record<string, string>> = {
  'wallet-rejected':
    'The payer or the wallet rejected the request. You need not do anything, because the payer can press again.',
  'wallet-not-found':
    'No wallet is announced on this page. Offer `use-deposit-address`, or name a wallet in `wallets`. ' +
    'Without the element, call `connect()` first.',
  'wallet-busy':
    'The wallet still shows an earlier request, which the payer must answer there, or another tab of the page asks ' +
    'the wallet.',
  'wallet-locked': 'The payer unlocks or reconnects the wallet and presses again.',
  'wallet-failed':
    'The wallet failed although the payer did not decline, and `details` has the error of the wallet. ' +
    'With the reason `cannot-sign`, it has no method for the signature, or did not sign with the key of the account. ' +
    'If it was asked for a permit, the next quote asks for a transaction instead. ' +
    'With the reason `wallet-gone`, it lost its connection to the page, and a reload helps. ' +
    'With the reason `wallet-silent`, it or the chain did not answer before the prompt. ' +
    'With the reason `relay-silent`, the relay of a wallet on a phone did not answer. ' +
    'With the reason `connect-interrupted`, the page was loaded again while it showed the code for such a wallet. ' +
    'With the reason `window-blocked`, the browser blocked its window. ' +
    'With the reason `device`, the hardware wallet of the payer did not sign. ' +
    'With the reason `no-gas`, it says that the account holds too little. ' +
    'With the reason `would-revert`, it expects a failed transaction.',
  'wallet-unable': 'The wallet cannot sign this payment with this account. The payer uses another account or wallet.',
  'wrong-network': 'The wallet does not switch to the origin chain, so the payer picks a token on another chain.',
  'account-changed': 'The payer changed the account in the wallet after the quote, so a new quote is needed.',
  'insufficient-funds': 'The account holds less of the token than the quote takes, so the payer picks another token.',
  'insufficient-native':
    'On an SVM chain, the simulation shows that the account has too little for the fee and the rent, and `amount` in ' +
    '`values` is all that is missing. On other chains, the costs are an estimate and somebody else may pay them. So ' +
    'the review shows a warning, and the next press pays. Without the element, the first `confirm()` rejects with ' +
    'this code, and the next call pays. `use-permit` helps for tokens that support it.',
  'no-route': 'The service has no route for this pair and amount now, so the payer picks another token.',
  'service-refused':
    'The service refused the quote, with the code or text in `details`. Check your attributes. If `details` names ' +
    'an origin, add that origin to `origins` of `createProxy`. If `message` names `confirm-url`, your own server ' +
    'refused the payment. After 409, `money` is `unknown`.',
  'amount-too-low': 'The amount is below the least that the service takes for this route.',
  'amount-too-high': "The amount is above the service's maximum for this route.",
  'price-moved':
    'The new quote is worse than the quote or the price that the payer read, so the payer reads the new one and ' +
    'presses again.',
  'quote-expired':
    'The approval or the network switch took longer than the quote lasts. The payer reads a new quote and ' +
    'confirms it.',
  'price-impact': 'The swap loses much of the value. The payer ticks a box to accept it, or picks another token.',
  'quote-unsafe':
    'The guard blocked the quote, and `details` names the rule. See [the rules of the ' +
    'guard](security.md#rules-of-the-guard). Update your registry if the service changed its contracts. ' +
    'Otherwise report it to the service. With the reason `wallet-changed`, the wallet signed another transaction, ' +
    'which the page does not send. `values.minutes` says how long the wallet still could. If it can send the payment ' +
    'itself, `values.sender` names it, and a press after this time asks it to send. See [what a wallet may ' +
    'add](security.md#what-a-wallet-may-add).',
  'chain-paused':
    'The service has paused this chain, or deposits on it. The payer picks a token on another chain. If your ' +
    'destination chain is paused, nobody can pay.',
  reverted:
    'The transaction was included and reverted. With `money: "not-sent"`, it failed in a simulation before ' +
    'the wallet prompt, so it used no network fee, and `details` has the reason. The payer may try again.',
  replaced:
    'The payer cancelled the transaction in the wallet, or replaced it with another one. ' +
    'With the reason `permit-cancelled`, the payer cancelled the signed permit on its chain.',
  'already-paid': 'An earlier payment went out while the wallet shows a new request, which the payer must reject.',
  'outcome-unknown':
    'The wallet gave no clear answer, so the payment may or may not be sent, and the tracker keeps polling. ' +
    'The payer checks the wallet’s activity before starting over. ' +
    'With the reason `declined`, the wallet says without proof that the payer declined. ' +
    'The reasons of `wallet-failed` mean the same here. ' +
    'With the reason `unreadable-entry`, another version of this page stored the payment. ' +
    'With `values.minutes`, the chain can still execute an earlier SVM payment, or a wallet on a phone can still ' +
    'approve an earlier payment. The payer tries again after that time. With the reason `unanswered`, ' +
    '`values.wallet` names the wallet, in which the payer can also decline it.',
  'approval-too-low':
    'The payer lowered the approved amount in the wallet. The payment would revert, so the wallet is not ' +
    'asked. The payer presses again and approves the whole amount.',
  unconfirmed:
    'An earlier payment could not be checked, or only one of the sources (the RPC, the wallet’s own node and the ' +
    'service) shows that nothing was paid. The tracker keeps looking. The payer checks the wallet’s activity before ' +
    'paying again. With the reason `paid-before`, the service says that an earlier payment has paid this order.',
  'venue-refused':
    'The venue refused the transfer, and the payer’s balance there is unchanged. `details` has the venue’s reason. ' +
    'The payer presses again.',
  'transaction-too-large': 'The payment does not fit into one transaction, so the payer picks another token.',
  offline: 'The browser is offline, but a payment that was sent goes on.',
  'rate-limited': 'The service or your proxy limits requests, so check `perMinute` and `client` of your proxy.',
  'service-down':
    'The service did not answer, or its answer has an unknown form. Check `base-url`, CORS and `connect-src`. ' +
    'The code also stands for a chain that did not say what a paying token is. ' +
    'With the reason `listing-unavailable`, the first request failed, so the address may be wrong. ' +
    'With the reason `chain-unreadable`, the chain of a contract account could not be asked whether it signed. ' +
    'With the reason `merchant-unavailable`, your server at `confirm-url` failed; the payer presses again. ' +
    'With the reason `not-found`, the service does not know the payment or the path. ' +
    'With the reason `not-loaded`, a file of `chunks/` or your registry could not be loaded, and ' +
    'another try reloads the page.',
  refunded: 'The payment was refunded, and `hub-refund` carries the amount if a chain has shown it.',
  failed:
    'The service reports a failure, but `hub-refund` or `hub-success` may still follow, so the tracker keeps ' +
    'polling for a day.',
  config:
    'An attribute or property is wrong. `attribute` names it, and `message` says what is wrong. Without the element, ' +
    'both name the option, and `parts` is the message in parts. With the reason ' +
    '`blocked-by-policy`, the content security policy blocks an address, which `message` names. With the reason ' +
    '`replaced-builtins`, an old library of the page has replaced functions of the language, which `message` names. ' +
    'With the reason `relay-refused`, the relay of WalletConnect refuses `walletconnect-project-id` or the origin of ' +
    'the page, so the element removes the row of this attribute from the list of wallets.',
  'invalid-state': 'A method was called in a state that does not allow it. Read `element.state` first.',
  'storage-unavailable':
    'The journal entry could not be read back before the wallet prompt. A page without `localStorage` does ' +
    'not cause this, because it holds the journal in memory.',
  expired:
    'The time for this payment is over, so the payer needs a new quote. ' +
    'With the reason `permit-expired`, nobody has used the signed permit in time. ' +
    'With the reason `transaction-expired`, no block contains the signed transaction, and the chain ' +
    'no longer accepts it.',
};

/**
 * Returns the title and the body of an error or a reason; empty if a reason has no texts of its own. Leaves out
 * `{money}`, because the page shows this text on a separate line, or writes `money` in its place.
 */
function readOf(error: string, money = ''): string {
  const keys = SCREENS[error] ?? [`errors.${error}.title`, `errors.${error}.body`];
  const [title = '', body] = keys.map((key) => catalogue[key]?.replace('{money}', money).trim());
  return body ? `${title}${title.endsWith('?') ? '' : '.'} ${body}` : title;
}

/** The reasons that the advice about an error names. */
const namedIn = (error: string): ErrorReason[] =>
  [...(ADVICE[error] ?? '').matchAll(/\breason `([a-z-]+)`/gu)].map(([, reason]) => reason as ErrorReason);

/** Returns a line for each reason whose texts replace those of the error. */
function reasonLines(error: string): string[] {
  const isUnknown = error === 'outcome-unknown';
  const all = [...namedIn(error), ...(isUnknown ? namedIn('wallet-failed').filter(isWalletSaid) : [])];
  return all.flatMap((reason) => {
    const text = readOf(reason, isUnknown ? catalogue['unknown.text'] : '');
    return text ? [`- **With the reason \`${reason}\`, the payer reads:** “${text}”`] : [];
  });
}

export const errorPage = (): string =>
  Object.entries(errorCodes)
    .map(([name, { money, retryable }]) => {
      const advice = ADVICE[name];
      if (!advice) throw new Error(`Describe in docs-errors.ts what to do about ${name}.`);
      return [
        `## ${name}`,
        '',
        `- **The payer reads:** “${readOf(name)}”`,
        ...reasonLines(name),
        `- **Money:** \`${money}\`, ${MONEY[money] ?? ''}.`,
        `- **Retryable:** ${retryable ? 'yes, because the same attempt can succeed later' : RETRY_NEVER}.`,
        `- **What to do:** ${advice}`,
      ].join('\n');
    })
    .join('\n\n');

export const errorIndex = (): string =>
  table(
    ['Code', 'Money', 'Retryable'],
    Object.entries(errorCodes).map(([name, { money, retryable }]) => [
      `[\`${name}\`](errors.md#${name})`,
      code(money),
      retryable ? 'yes' : 'no',
    ]),
  );
