/** A shop whose payers confirm each payment in AppKit's own window before their wallet is asked. */
import { createAppKit } from '@reown/appkit';
import { mainnet } from '@reown/appkit/networks';
import 'hub-pay';

const kit = createAppKit({
  projectId: '0'.repeat(32),
  networks: [mainnet],
  adapters: [],
  enableWalletConnect: false,
  features: { analytics: false, email: false, socials: false },
  metadata: { name: 'Acme Coffee', description: 'A shop', url: location.origin, icons: [] },
});

const pay = document.querySelector('hub-pay')!;
pay.summary = [{ label: 'Coffee beans, 1 kg', amount: '25.00' }];
for (const type of ['hub-ready', 'hub-confirm', 'hub-success'] as const)
  pay.addEventListener(type, () => document.querySelector('output')!.append(`${type} `));
pay.addEventListener('hub-confirm', ({ detail }) => {
  void kit.open();
  const closed = new Promise<void>((resolve) => {
    const stop = kit.subscribeEvents(({ data }) => {
      if (data.event !== 'MODAL_CLOSE') return;
      stop();
      resolve();
    });
  });
  detail.waitUntil(closed);
});
