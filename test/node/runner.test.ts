/** Tests how `npm test` deals files to lanes, and when it starts which job. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import {
  DRAWN,
  needsPage,
  NODE_STAGES,
  PAGE_GROUPS,
  pageGroups,
  PLATFORM_UNITS,
  testsOf,
  UNIT_GROUPS,
  unitFiles,
} from '../runner/groups.mjs';
import { deal, schedule } from '../runner/schedule.mjs';
import { ownFiles, root } from '../tools/sources.js';

type Kind = 'burns' | 'waits';
type Outcome = { passed: number; failed: number; output: string };
type Stage = Parameters<typeof schedule>[0][number];

/** Records when jobs start, and ends them when the test says so. */
class Work {
  readonly started: string[] = [];
  readonly #ends = new Map<string, (outcome: Outcome) => void>();

  job(name: string, kind: Kind, seconds = 1): Stage['jobs'][number] {
    const run = (): Promise<Outcome> => {
      this.started.push(name);
      return new Promise((resolve) => this.#ends.set(name, resolve));
    };
    return { name, kind, seconds, run };
  }

  /** Ends a job, and lets the next ones start. */
  async end(name: string, failed = 0): Promise<void> {
    this.#ends.get(name)?.({ passed: 1, failed, output: '' });
    await new Promise(setImmediate);
  }
}

const SLOTS = { burns: 2, waits: 3, all: 5 };

test('jobs of one kind never take more than its slots, and leave the slots of the other kind free', async () => {
  const work = new Work();
  const names = ['a', 'b', 'c', 'd'];
  const stages = (['burns', 'waits'] as const).map((kind) => ({
    name: kind,
    jobs: names.map((name) => work.job(`${kind} ${name}`, kind)),
  }));
  const done = schedule(stages, SLOTS, () => undefined);
  assert.deepEqual([...work.started].sort(), ['burns a', 'burns b', 'waits a', 'waits b', 'waits c']);
  await work.end('waits b');
  assert.equal(work.started.at(-1), 'waits d');
  await work.end('burns a');
  assert.equal(work.started.at(-1), 'burns c');
  for (const name of ['burns b', 'burns c', 'burns d', 'waits a', 'waits c', 'waits d']) await work.end(name);
  await done;
});

test('no more jobs run at once than there are slots in all', async () => {
  const work = new Work();
  const jobs = ['a', 'b', 'c'].map((name) => work.job(name, 'waits'));
  const stages = [
    { name: 'waits', jobs },
    { name: 'burns', jobs: [work.job('d', 'burns', 9)] },
  ];
  const done = schedule(stages, { burns: 2, waits: 3, all: 2 }, () => undefined);
  assert.deepEqual(work.started, ['d', 'a']);
  await work.end('d');
  assert.deepEqual(work.started, ['d', 'a', 'b']);
  for (const name of ['a', 'b', 'c']) await work.end(name);
  await done;
});

test('the job on the longest way to the end starts first, with the stages that need its stage', async () => {
  const work = new Work();
  const stages: Stage[] = [
    { name: 'short', jobs: [work.job('short', 'burns', 5)] },
    { name: 'long', jobs: [work.job('long', 'burns', 60)] },
    { name: 'build', jobs: [work.job('build', 'burns', 10)] },
    { name: 'flows', needs: ['build'], jobs: [work.job('flows', 'waits', 90)] },
  ];
  const done = schedule(stages, SLOTS, () => undefined);
  assert.deepEqual(work.started, ['build', 'long']);
  await work.end('build');
  assert.deepEqual(work.started.slice(2).sort(), ['flows', 'short']);
  for (const name of ['long', 'short', 'flows']) await work.end(name);
  await done;
});

test('a stage waits for all jobs of what it needs, and fails without a start if one of them failed', async () => {
  const work = new Work();
  const ended: [string, number][] = [];
  const stages: Stage[] = [
    { name: 'build', jobs: [work.job('one', 'burns'), work.job('two', 'burns')] },
    { name: 'flows', needs: ['build'], jobs: [work.job('flows', 'waits')] },
  ];
  const done = schedule(stages, SLOTS, ({ name, jobs }) => {
    ended.push([name, jobs.reduce((sum, { outcome }) => sum + outcome.failed, 0)]);
  });
  await work.end('one', 1);
  assert.deepEqual(ended, []);
  await work.end('two');
  await done;
  assert.deepEqual(ended, [
    ['build', 1],
    ['flows', 1],
  ]);
  assert.deepEqual(work.started, ['one', 'two']);
});

test('a stage that needs an unknown stage is refused', () => {
  assert.throws(() => schedule([{ name: 'flows', needs: ['biuld'], jobs: [] }], SLOTS, () => undefined), /biuld/u);
});

test('every stage needs only stages of the table, and has a job', async () => {
  const { stages } = await import('../runner/stages.mjs');
  const names = stages().map(({ name }) => name);
  for (const { name, needs = [], jobs } of stages()) {
    assert.deepEqual(
      needs.filter((need) => !names.includes(need)),
      [],
      name,
    );
    assert.ok(jobs.length > 0, name);
  }
});

test('a job that throws counts as one failure, and its text is the output', async () => {
  const outputs: string[] = [];
  const run = (): Promise<Outcome> => Promise.reject(new Error('no such program'));
  await schedule([{ name: 'lint', jobs: [{ name: 'lint', kind: 'burns', seconds: 1, run }] }], SLOTS, ({ jobs }) => {
    outputs.push(...jobs.map(({ outcome }) => `${outcome.failed} ${outcome.output}`));
  });
  assert.deepEqual(outputs, ['1 Error: no such program']);
});

test('files are dealt so that no lane takes longer than the longest file needs', () => {
  const seconds: Record<string, number> = { a: 62, b: 30, c: 20, d: 10, e: 1 };
  const lanes = deal(Object.keys(seconds), 2, (file) => seconds[file] ?? 0);
  const shares = lanes.map(({ files, seconds }) => `${files.join('')} ${seconds}`);
  assert.deepEqual(shares.sort(), ['a 62', 'bcde 61']);
  assert.deepEqual(
    deal(['only'], 3, () => 1).map(({ files }) => files),
    [['only']],
  );
});

test('the kept seconds name only files that exist', () => {
  const kept = Object.keys(JSON.parse(readFileSync(`${root}test/timings.json`, 'utf8')) as object);
  const files = new Set(ownFiles());
  assert.ok(kept.length > 100);
  assert.deepEqual(
    kept.filter((name) => name.includes('/') && !files.has(name)),
    [],
  );
});

test('each test file belongs to a group, so that some stage runs it', () => {
  const groups = [...UNIT_GROUPS, ...Object.values(NODE_STAGES).flat(), ...PAGE_GROUPS];
  const owned = groups.flatMap((group) => testsOf(root, group));
  const files = ownFiles().filter((file) => file.startsWith('test/') && /[./](test|spec)\.\w+$/u.test(file));
  assert.deepEqual(
    files.filter((file) => !owned.includes(file) && !file.startsWith('test/frameworks/apps/')),
    [],
  );
});

test('each file that runs in browsers beside Node exists, and needs no page', () => {
  const units = unitFiles(root);
  assert.deepEqual(
    PLATFORM_UNITS.filter((file) => !units.includes(file)),
    [],
  );
  const views = testsOf(root, 'ui');
  assert.deepEqual(
    DRAWN.filter((file) => !views.includes(file)),
    [],
  );
});

test('each file that needs a page is on one page of the first engine', () => {
  const pages = pageGroups(root, false).flatMap(({ files }) => files);
  const inside = (page: string): string[] =>
    Array.from(readFileSync(join(root, page), 'utf8').matchAll(/^import "(.+)";$/gmu), ([, path = '']) =>
      relative(root, join(root, page, '..', path)),
    );
  const loaded = pages.flatMap((page) => (page.startsWith('test/') ? [page] : inside(page)));
  const units = UNIT_GROUPS.flatMap((group) => testsOf(root, group)).filter((file) => needsPage(root, file));
  const wanted = [...PAGE_GROUPS.flatMap((group) => testsOf(root, group)), ...units, ...PLATFORM_UNITS];
  assert.deepEqual(loaded.sort(), wanted.sort());
});

/** Runs these test files in one lane. Returns its exit code, and what it printed. */
function lane(...files: string[]): Promise<{ code: number; output: string }> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const reporters = ['--test-reporter=spec', '--test-reporter-destination=stderr'].concat([
    '--test-reporter=./test/runner/file-seconds.mjs',
    '--test-reporter-destination=stdout',
  ]);
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...reporters, 'test/runner/lane.mjs', ...files],
      { cwd: root, env },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, output: `${out}${err}` }),
    );
  });
}

test('a lane tells the seconds of each file, runs the hooks of a file with it, and counts a file that cannot load', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hub-pay-lane-'));
  const file = (name: string, code: string): string => {
    writeFileSync(join(folder, name), `import { after, before, test } from 'node:test';\n${code}`);
    return join(folder, name);
  };
  const hooks = (name: string): string =>
    ['before', 'after'].map((hook) => `${hook}(() => console.log('${hook} ${name}'));`).join('\n') +
    `test('in ${name}', () => {});`;
  const [one, two, bad] = [
    file('1.mjs', hooks('1')),
    file('2.mjs', hooks('2')),
    file('3.mjs', 'throw new Error("no")'),
  ];
  const { code, output } = await lane(one, two, bad);
  assert.equal(code, 1);
  rmSync(folder, { recursive: true });
  assert.deepEqual(output.match(/(?:before|after) \d/gu), ['before 1', 'after 1', 'before 2', 'after 2']);
  const told = output.split('\n').filter((line) => line.startsWith('{'));
  assert.deepEqual(
    told.map((line) => JSON.parse(line) as { file: string; tests: number }).map(({ file, tests }) => [file, tests]),
    [
      [one, 1],
      [two, 1],
      [bad, 0],
    ],
  );
  assert.match(output, /ℹ pass 2$/mu);
  assert.match(output, /✖ .*3\.mjs/u);
});
