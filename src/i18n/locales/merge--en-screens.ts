/** The English messages that load with the screens. `en.ts` holds the messages that load at once. */
export const enScreens = {
  'asset.losing': 'You would lose part of it',
  'asset.none': 'Your wallet holds none of it',
  'search.looking': 'Looking for more tokens',
  'search.count': 'Tokens found: {count}',
  'search.failed': 'Other tokens can’t be looked up right now.',
  'search.unverified':
    'Anybody can give a token any name. Compare the address of an unverified one with a source you trust.',
  'loss.title': 'Pay with {token} all the same?',
  'loss.text':
    'Few people exchange {token} on {chain} for what this payment needs. What arrives would be worth noticeably less than what you pay.',
  'loss.next': 'You see the exact amounts before you pay.',
  'loss.agree': 'I accept that I lose part of my money if I pay with {token}.',
  'loss.primary': 'Show me the price',
  'review.unverified': 'Nobody has verified this token. Compare its address with a source you trust.',
  'review.token': 'Address of the token',
  'review.loss': 'You accepted a loss. About {amount} of what you pay does not arrive.',
} as const satisfies Record<string, string>;
