/** The English texts of the list of past payments, which load with the code of this list. */
import type { PluralText } from './plural-text.js';

export const historyTexts = {
  'history.payment': 'Payment',
  'history.back': 'Back to the payment',
  'history.loading': 'Loading your payments',
  'history.none': 'No payments yet',
  'history.none-help': 'What you pay here will be listed here.',
  'history.failed': 'Your payments can’t be loaded right now. What you have paid is not affected.',
  'history.partial': 'Some payments are missing here: they can’t be loaded right now.',
  'history.no-wallet': 'Only payments made on this device. Connect a wallet to see the others.',
  'history.more': 'Show more',
  'history.count': { one: '{count} payment shown', other: '{count} payments shown' },
  'history.reference': 'Order {reference}',
  'history.to': 'To {address}',
  'history.link': 'Network record',
  'history.resume': 'Follow this payment',
  'history.amount': 'Amount not known',
  'history.state': 'State',
  'history.received': 'Amount delivered',
  'history.status.success': 'Delivered',
  'history.status.refund': 'Sent back to you',
  'history.status.refund-told': 'Sent back, the payment service says',
  'history.status.unknown': 'State not known',
  'history.status.failure': 'Did not go through',
  'history.status.waiting': 'Not seen by the network yet',
  'history.status.running': 'On its way',
} as const satisfies Record<string, string | PluralText>;
