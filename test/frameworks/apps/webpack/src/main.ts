/** Sets a property of the element, and shows the events that the page hears. */
import 'hub-pay';

const pay = document.querySelector('hub-pay')!;
pay.summary = [{ label: 'Coffee beans, 1 kg', amount: '25.00' }];
for (const type of ['hub-ready', 'hub-confirm', 'hub-success'] as const)
  pay.addEventListener(type, () => document.querySelector('output')!.append(`${type} `));
