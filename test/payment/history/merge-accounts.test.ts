/** Tests the list of the service's payments when the payer has connected two wallets. */
import { expect } from 'chai';
import type { HistoryPage } from '../../../src/payment/history/list-payments.js';
import { fakeSvmWallet, type FakeSvmWallet } from '../../support/fake-svm-wallet.js';
import { people } from '../../support/quotes.js';
import { idOf } from '../../support/samples.js';
import { PINNED, World, type Tab } from '../../support/world.js';

describe('merge-accounts', () => {
  const record = (number: number, hour: number): Record<string, unknown> => ({
    id: idOf(number),
    status: 'success',
    recipient: people.recipient,
    createdAt: `2026-11-01T${String(hour).padStart(2, '0')}:00:00.000Z`,
    data: { inTxs: [{ chainId: 8453, hash: `0x${'a1'.repeat(32)}` }], outTxs: [] },
  });

  /** The payer has connected both wallets. Each account has payments. */
  async function both(
    evm: readonly Record<string, unknown>[],
    other: readonly Record<string, unknown>[],
  ): Promise<{ world: World; tab: Tab; svm: FakeSvmWallet }> {
    const world = new World();
    const svm = fakeSvmWallet({ name: 'Two' });
    world.service.history.push(...evm);
    world.service.histories.set(svm.owned[0]!, other);
    const { info, provider } = world.wallet;
    const tab = world.open({ ...PINNED, wallets: [{ info, provider }, svm.wallet] });
    for (const wallet of [undefined, svm.wallet]) void tab.session.connect(wallet);
    await world.clock.advance(5_000);
    return { world, tab, svm };
  }
  const numbersOf = ({ payments }: HistoryPage): number[] =>
    payments.map(({ requestId }) => Number.parseInt(requestId.slice(2), 16));

  it('lists the payments of both accounts by time, each once', async () => {
    const { tab } = await both([record(1, 9), record(2, 7), record(3, 3)], [record(4, 8), record(2, 7), record(5, 1)]);
    expect(numbersOf(await tab.session.history())).to.deep.equal([1, 4, 2, 3, 5].map((each) => Number(idOf(each))));
  });

  it('lists every payment once and by time when it is read page by page', async () => {
    const { tab } = await both(
      [record(1, 23), record(2, 21), record(3, 9), record(4, 8), record(5, 7)],
      [record(6, 22), record(7, 10), record(8, 2)],
    );
    const pages: number[][] = [];
    let continuation: string | undefined;
    do {
      const page = await tab.session.history({ limit: 2, ...(continuation && { continuation }) });
      pages.push(numbersOf(page));
      expect(page.payments.length).to.be.at.most(2);
      ({ continuation } = page);
    } while (continuation !== undefined && pages.length < 12);
    const expected = [1, 6, 2, 7, 3, 4, 5, 8].map((each) => Number(idOf(each)));
    expect(pages.flat()).to.deep.equal(expected);
  });

  it('lists the payments of one account when those of the other cannot be loaded, and says so', async () => {
    const { world, tab, svm } = await both([record(1, 9)], [record(2, 8)]);
    const usual = world.service.answer.bind(world.service);
    world.service.answer = (method, url, body) =>
      url.searchParams.get('user') === people.payer
        ? Promise.resolve({ status: 401, json: { message: 'no', errorCode: 'UNAUTHORIZED' } })
        : usual(method, url, body);
    const page = await tab.session.history();
    expect(numbersOf(page)).to.deep.equal([Number(idOf(2))]);
    expect(page.problem).to.include({ code: 'service-refused', money: 'unknown' });
    expect(page).not.to.have.property('continuation');
    world.service.histories.set(svm.owned[0]!, []);
    expect(await tab.session.history())
      .to.deep.include({ payments: [] })
      .and.have.property('problem');
  });

  /** Reads both accounts page by page. The first account fails on the pages for which `fails` returns true. */
  async function read(fails: (page: number) => boolean): Promise<[numbers: number[], hasProblem: boolean][]> {
    const { world, tab } = await both(
      [record(1, 23), record(2, 9)],
      [record(6, 22), record(7, 21), record(8, 20), record(9, 2)],
    );
    const usual = world.service.answer.bind(world.service);
    const pages: [number[], boolean][] = [];
    world.service.answer = (method, url, body) =>
      url.searchParams.get('user') === people.payer && fails(pages.length)
        ? Promise.resolve({ status: 401, json: { message: 'no', errorCode: 'UNAUTHORIZED' } })
        : usual(method, url, body);
    let continuation: string | undefined;
    do {
      const page = await tab.session.history({ limit: 2, ...(continuation && { continuation }) });
      pages.push([numbersOf(page), page.problem !== undefined]);
      ({ continuation } = page);
    } while (continuation !== undefined && pages.length < 12);
    return pages;
  }
  const sorted = (pages: readonly [number[], boolean][]): number[] =>
    pages.flatMap(([numbers]) => numbers).sort((a, b) => a - b);
  const all = [1, 2, 6, 7, 8, 9].map((each) => Number(idOf(each)));

  it('lists the payments of an account that failed on one page on the next ones', async () => {
    for (const failing of [0, 1]) {
      const pages = await read((page) => page === failing);
      expect(sorted(pages), `page ${failing}`).to.deep.equal(all);
      expect(pages.map(([, hasProblem]) => hasProblem)).to.deep.equal(pages.map((_, at) => at === failing));
    }
  });

  it('says on every page that the payments of an account are missing, and comes to an end', async () => {
    const pages = await read(() => true);
    expect(sorted(pages)).to.deep.equal(all.slice(2));
    expect(pages.length).to.be.within(2, 4);
    for (const [, hasProblem] of pages) expect(hasProblem).to.equal(true);
  });

  const newer = Array.from({ length: 60 }, (_, at) => record(100 + at, 23));
  const changes: [string, (list: Record<string, unknown>[]) => void][] = [
    ['sixty newer payments have come', (list) => list.unshift(...newer)],
    ['the last listed payment is gone', (list) => list.splice(1, 1)],
  ];
  for (const [what, change] of changes) {
    it(`lists no payment twice and leaves none out when ${what} since the last page`, async () => {
      const { world, tab } = await both(
        [record(1, 22), record(2, 20), record(3, 18), { ...record(4, 0), createdAt: undefined }],
        [record(5, 21), record(6, 19)],
      );
      const pages = [await tab.session.history({ limit: 3 })];
      change(world.service.history);
      let [{ continuation }] = pages as [HistoryPage];
      while (continuation !== undefined && pages.length < 12) {
        const page: HistoryPage = await tab.session.history({ limit: 3, continuation });
        pages.push(page);
        ({ continuation } = page);
      }
      const expected = [1, 5, 2, 6, 3, 4].map((each) => Number(idOf(each)));
      expect(pages.flatMap(numbersOf)).to.deep.equal(expected);
    });
  }

  it('rejects a continuation that is none', async () => {
    const { tab } = await both([record(1, 9)], []);
    for (const continuation of ['service:', 'service:7', 'service:[{"user":1}]', 'service:[null]']) {
      const error: unknown = await tab.session.history({ continuation }).catch((cause: unknown) => cause);
      expect(error, continuation).to.include({ code: 'config', attribute: 'continuation' });
    }
  });
});
