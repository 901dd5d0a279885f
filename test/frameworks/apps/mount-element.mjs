/** Mounts an element in test mode in the DOM of a unit test, pays through its session, and unmounts the element. */
const SUMMARY = [{ label: 'Coffee beans, 1 kg', amount: '25.00' }];

export async function mount() {
  const { HubPay } = await import('hub-pay');
  const { setTestOutcome } = await import('hub-pay/testing');
  const element = document.createElement('hub-pay');
  const attributes = {
    'base-url': 'demo:',
    'destination-chain-id': '84532',
    'destination-currency': 'USDC',
    amount: '25.00',
    recipient: '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789',
    merchant: 'Acme Coffee',
  };
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.summary = SUMMARY;
  setTestOutcome(element, 'success', 0);
  const heard = [];
  for (const type of ['hub-ready', 'hub-success']) element.addEventListener(type, () => heard.push(type));
  document.body.append(element);
  const { session } = element;
  await session.connect();
  const isShown = /25\.00/.test(element.shadowRoot.textContent);
  const [{ chainId, currency }] = await session.assets();
  await session.quote({ chainId, currency });
  await session.confirm();
  const there = element instanceof HubPay && element.summary === SUMMARY && isShown;
  element.remove();
  await new Promise((resolve) => setTimeout(resolve, 100));
  console.log(JSON.stringify({ properties: there, heard }));
}
