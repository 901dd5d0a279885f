/**
 * The English texts for `purpose="gift"` that differ from those of a payment, and that load only for this purpose.
 * Those of the pay button are in `button.ts`.
 */
export const giftTexts = {
  'button.paid': 'Given',
  'select.title': 'Give with',
  'select.assets': 'What you can give with',
  'select.need-asset': 'Choose what to give with',
  'select.nothing': 'Nothing here covers this gift',
  'asset.insufficient': 'Not enough to give with',
  'review.title': 'Check and give',
  'review.pay': 'You give',
  'review.secondary': 'Give with something else',
  'receipt.title': 'Thank you',
  'receipt.paid': 'You gave',
  'banner.new': 'Make another gift',
  another: 'Another gift',
} as const satisfies Record<string, string>;
