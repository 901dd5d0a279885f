/** The English texts for wallets on a phone, which load with the screens in `src/ui/phone`. */
export const phoneTexts = {
  'phone.apps': 'Wallet apps',
  'phone.open': 'Open in {app}',
  'phone.wake': 'Open {app}',
  'phone.open-note': 'This page opens again in the app. Nothing is sent until you confirm there.',
  'phone.host': 'You are in the browser of {app}',
  'phone.host-text':
    'Wallet apps often do not open from here. Copy this link, and paste it in the browser of your phone or of your wallet app.',
  'phone.host-start':
    'Wallet apps often do not open from here. Open the page in the browser of your phone, and start again.',
  'phone.link': 'Link to this page',
  'phone.nothing-opens':
    'If nothing opens, the app is not installed. Copy the link, and paste it in the app that you have.',
  'phone.no-wallet': 'No wallet?',
  'phone.no-wallet-text':
    'A wallet is an app or a browser extension that holds your money and asks you before each payment. Choose one that you trust, and get it from the app store of your phone or the extension store of your browser. Then come back to this page.',
  'phone.no-wallet-words': 'A wallet gives you secret words once. Tell them to nobody; no payment needs them.',
  'phone.code-title': 'Connect {wallet}',
  'phone.code-title-any': 'Connect a wallet app',
  'phone.code-scan': 'Scan this code with the scanner in your wallet app. The camera app of your phone cannot connect.',
  'phone.code-open': 'Choose your wallet app below, and approve the connection there. Then come back to this page.',
  'phone.code-paste':
    'Copy the link, and paste it in your wallet app. Wallet apps often do not open from the browser of {app}.',
  'phone.code-qr': 'QR code that connects a wallet',
  'phone.code-link': 'Link that connects a wallet',
  'phone.code-private': 'Show this code to nobody: whoever has it can connect a wallet here.',
  'phone.code-here': 'Wallet on this device',
  'phone.code-there': 'Wallet on another device',
  'phone.code-any': 'another wallet app',
  'phone.code-left': 'The code runs out in {time}',
  'phone.code-waiting': 'Waiting for your wallet',
  'phone.code-out': 'This code has run out',
  'phone.code-out-text': 'Get a new code, and scan or open it within a few minutes.',
  'phone.code-new': 'Get a new code',
  'word.app': 'an app',
} as const satisfies Record<string, string>;
