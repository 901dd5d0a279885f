/** The shop. The address names the library whose wallet pays. */
import { devnet } from './devnet.js';
import { libraries } from './libraries.js';
import 'hub-pay';

const pay = document.querySelector('hub-pay')!;
Object.assign(pay, {
  baseUrl: devnet.serviceUrl,
  destinationChainId: devnet.destinationChainId,
  recipient: devnet.recipient,
  registry: devnet.registry,
  summary: [{ label: 'Coffee beans, 1 kg', amount: '25.00' }],
  wallets: await libraries[devnet.library]!(),
});
for (const type of ['hub-ready', 'hub-confirm', 'hub-success'] as const)
  pay.addEventListener(type, () => document.querySelector('output')!.append(`${type} `));
pay.disabled = false;
