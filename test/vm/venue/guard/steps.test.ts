/** Tests the guard of the venue with the quotes of the service, and what its requests contain. */
import { expect } from 'chai';
import { readFixture } from '../../../support/venue-fixtures.js';
import { blocks, judge, passed, places } from '../../../support/judge.js';
import { edited, ids, people, type Case } from '../../../support/quotes.js';
import {
  ACTION,
  NONCE,
  POST,
  SIGN,
  SPOT_USDC,
  VENUE,
  venueAccount,
  venueCase,
  venueTokens,
} from '../../../support/venue-quotes.js';

const signatures = async (each: Case): Promise<{ post: { url: string | null; body: Record<string, unknown> } }[]> =>
  (await passed(each)).requests as never;

describe('guardSteps of the venue', () => {
  for (const version of ['1', '2'] as const) {
    it(`G35 passes the service’s quote with shape ${version} of the nonce mapping`, async () => {
      const { requests } = await passed(readFixture(version));
      expect(requests.map(({ kind, step }) => `${kind} ${step}`)).to.deep.equal([
        'signature authorize',
        'signature deposit',
      ]);
    });

    it(`G36 has one nonce in all places of shape ${version}`, async () => {
      const [mapping, transfer] = await signatures(venueCase(version));
      const action = transfer!.post.body['action'] as Record<string, unknown>;
      expect([mapping!.post.body['nonce'], transfer!.post.body['nonce'], action['nonce']]).to.deep.equal([
        NONCE,
        NONCE,
        NONCE,
      ]);
    });
  }

  it('posts the mapping to the service, and the transfer to no address that a quote names', async () => {
    const [mapping, transfer] = await signatures(venueCase());
    expect([mapping!.post.url, transfer!.post.url]).to.deep.equal(['/authorize', null]);
  });

  it('writes the payer and the destination in lower case, and keeps the amount as the service writes it', async () => {
    const upper = people.payer.toUpperCase().replace('0X', '0x');
    const each = edited(venueCase(), [`${SIGN}.value.wallet`, upper], [`${POST}.body.wallet`, upper]);
    const [mapping, transfer] = await signatures(
      edited(each, [`${ACTION}.destination`, venueAccount.toUpperCase().replace('0X', '0x')]),
    );
    expect(mapping!.post.body).to.include({ wallet: people.payer, id: ids.order, walletChainId: VENUE });
    expect(transfer!.post.body['action']).to.include({ destination: venueAccount, amount: '25.080000' });
  });

  it('names the token and the DEX of each kind of currency', async () => {
    const sent = async (token: (typeof venueTokens)[keyof typeof venueTokens]): Promise<unknown[]> => {
      const [, transfer] = await signatures(venueCase('1', token));
      const action = transfer!.post.body['action'] as Record<string, unknown>;
      return [action['token'], action['sourceDex'], action['destinationDex']];
    };
    expect(await sent(venueTokens.perps)).to.deep.equal([`USDC:${SPOT_USDC}`, '', '']);
    expect(await sent(venueTokens.spot)).to.deep.equal([`USDC:${SPOT_USDC}`, 'spot', 'spot']);
    expect(await sent(venueTokens.hype)).to.deep.equal([`HYPE:${venueTokens.hype.address}`, 'spot', 'spot']);
    expect(await sent(venueTokens.dex)).to.deep.equal([`USDC:${SPOT_USDC}`, 'xyz', 'xyz']);
  });

  it('freezes the requests', async () => {
    for (const { post } of await signatures(venueCase('2'))) {
      expect(Object.isFrozen(post)).to.equal(true);
      expect(Object.isFrozen(post.body)).to.equal(true);
    }
  });

  it('gives equal digests to equal payments only', async () => {
    const digest = async (each: Case): Promise<string> => (await passed(each)).digest;
    const honest = await digest(venueCase());
    expect(await digest(edited(venueCase(), [`${SIGN}.domain.chainId`, 10]))).to.equal(honest);
    const other = JSON.parse(JSON.stringify(venueCase()).replaceAll(String(NONCE), String(NONCE + 1))) as Case;
    expect(await digest(other)).not.to.equal(honest);
  });

  it('G36 blocks an empty destination when the record of the venue has no account for deposits', async () => {
    for (const depository of [undefined, '', 'x']) {
      const registry = edited(venueCase(), ['registry.chains[0].protocol.v2.depository', depository]);
      expect(places(await blocks(edited(registry, [`${ACTION}.destination`, ''])))).to.deep.equal([
        'G36 steps[1].items[0].data.action.parameters.destination',
      ]);
    }
  });

  it('names the path of each difference', async () => {
    const each = edited(venueCase(), [`${ACTION}.destination`, people.attacker], [`${POST}.body.nonce`, NONCE + 1]);
    expect(places(await blocks(each))).to.deep.equal([
      'G35 steps[0].items[0].data.post.body.nonce',
      'G36 steps[1].items[0].data.action.parameters.destination',
    ]);
  });

  it('never rejects when both steps hold anything', async () => {
    for (const data of [{}, { sign: null, post: [] }, { action: 'x' }, { sign: { value: { nonce: {} } } }]) {
      const each = edited(venueCase(), ['quote.steps[0].items[0].data', data], ['quote.steps[1].items[0].data', data]);
      expect((await judge(each)).ok).to.equal(false);
    }
  });
});
