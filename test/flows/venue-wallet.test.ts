/** Tests that the EVM demo wallet signs both messages of a withdrawal from the venue, without the element. */
import assert from 'node:assert/strict';
import { numberToHex, parseSignature, zeroAddress, type Hex } from 'viem';
import type { AuthorizeData, VenueData } from '../../demo/devnet/orders/quote-answer.js';
import { PERPS_USDC, VENUE_CHAIN } from '../../demo/devnet/venue/typed-data.js';
import type { Page } from '../support/pages/drive.js';
import { DESTINATION, inEngines, ORIGIN, PRICE, shopIncome } from '../support/pages/flows.js';
import { answerWallet } from '../support/pages/shop-page.js';

type Provider = { request(request: { method: string; params?: unknown }): Promise<unknown> };
type WalletWindow = typeof globalThis & { evm: { provider?: Provider; answer?: string } };

const ask = (page: Page, method: string, params: unknown[]): Promise<void> =>
  page.evaluate(
    (name, content) => {
      const found = ((globalThis as WalletWindow).evm = {} as WalletWindow['evm']);
      const onAnnounce = ({ detail }: CustomEvent<{ provider: Provider }>): void =>
        void (found.provider = detail.provider);
      addEventListener('eip6963:announceProvider', onAnnounce as EventListener);
      dispatchEvent(new Event('eip6963:requestProvider'));
      void found.provider!.request({ method: name, params: content }).then(
        (result) => void (found.answer = JSON.stringify(result)),
        (error: unknown) => void (found.answer = JSON.stringify(String(error))),
      );
    },
    method,
    params,
  );

async function answered(page: Page, method: string, params: unknown[]): Promise<unknown> {
  await ask(page, method, params);
  await answerWallet(page, 'approve');
  return JSON.parse(await page.waitFor(() => (globalThis as WalletWindow).evm.answer));
}

const DOMAIN_MEMBERS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];

inEngines(['chromium'], 'The demo wallet for the venue', (test) => {
  test('signs the nonce and the transfer of a withdrawal that arrives', async ({ demo, page }) => {
    const { devnet } = demo;
    const user = devnet.payers[0]!.address;
    const income = await shopIncome(demo);
    const post = async (url: string, body: unknown): Promise<Record<string, unknown>> =>
      (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json() as Promise<Record<string, unknown>>;
    const { steps, requestId } = await post(`${devnet.serviceUrl}/quote/v2`, {
      user,
      recipient: devnet.recipient,
      refundTo: user,
      tradeType: 'EXACT_OUTPUT',
      amount: String(PRICE),
      originChainId: VENUE_CHAIN,
      originCurrency: PERPS_USDC,
      destinationChainId: DESTINATION,
      destinationCurrency: devnet.addresses.usdc,
      protocolVersion: 'v2',
    });
    const [first, second] = (steps as { items: { data: unknown }[] }[]).map(({ items }) => items[0]!.data);
    await page.goto(demo.url);
    await answered(page, 'eth_requestAccounts', []);

    const { sign, post: posting } = first as AuthorizeData;
    const mapping = {
      domain: { ...sign.domain, chainId: ORIGIN },
      types: { EIP712Domain: DOMAIN_MEMBERS, ...sign.types },
      primaryType: sign.primaryType,
      message: sign.value,
    };
    const mapped = String(await answered(page, 'eth_signTypedData_v4', [user, JSON.stringify(mapping)]));
    const body = { ...posting.body, signatureChainId: ORIGIN };
    const authorized = await post(`${devnet.serviceUrl}/authorize?signature=${mapped}`, body);
    assert.deepEqual(authorized, { message: 'Success' });

    const { action, nonce, eip712Types, eip712PrimaryType } = second as VenueData;
    const message = { ...action.parameters, type: action.type, signatureChainId: numberToHex(ORIGIN) };
    const transfer = {
      domain: { name: 'VenueSignTransaction', version: '1', chainId: ORIGIN, verifyingContract: zeroAddress },
      types: { EIP712Domain: DOMAIN_MEMBERS, ...eip712Types },
      primaryType: eip712PrimaryType,
      message,
    };
    const signed = (await answered(page, 'eth_signTypedData_v4', [user, JSON.stringify(transfer)])) as Hex;
    const { r, s, yParity } = parseSignature(signed);
    const answer = await post(devnet.venueExchangeUrl, {
      signature: { r, s, v: 27 + yParity },
      nonce,
      action: message,
    });
    assert.equal(answer['status'], 'ok');
    let status: unknown;
    while (status !== 'success') {
      const response = await fetch(`${devnet.serviceUrl}/intents/status/v3?requestId=${String(requestId)}`);
      ({ status } = (await response.json()) as { status: unknown });
      assert.ok(['waiting', 'pending', 'success'].includes(String(status)), String(status));
    }
    assert.equal((await shopIncome(demo)) - income, PRICE);
  });
});
