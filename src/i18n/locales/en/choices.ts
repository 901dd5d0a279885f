/** The English texts for choices that only some payers have. They load with the screens in `src/ui/choices`. */
export const choiceTexts = {
  'receive.title': 'You receive',
  'receive.none': 'Choose a token',
  'receive.search': 'Search tokens to receive',
  'select.add-wallet': 'Add a wallet for {chain}',
  'wallet.disconnect': 'Disconnect',
  'recipient.label': 'Recipient address on {chain}',
  'recipient.case': 'Write this address in lower case. Its capital letters are those of another network.',
  'recipient.invalid': 'Check the address. It is for {found}, not for {wanted}.',
  'price-impact.title': 'Pay with {token} anyway?',
  'price-impact.text':
    'Few people exchange {token} on {chain} for what this payment needs. What arrives would be worth noticeably less than what you pay.',
  'price-impact.next': 'You see the exact amounts before you pay.',
  'price-impact.agree': 'I accept that I lose part of my money if I pay with {token}.',
  'price-impact.primary': 'Show me the price',
} as const satisfies Record<string, string>;
