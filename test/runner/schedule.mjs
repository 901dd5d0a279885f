/**
 * Decides which job starts next. A stage consists of jobs, and can need the end of other stages. Jobs that burn take a
 * core each; jobs that also wait, for blocks or for a network, share the cores with them.
 */

/**
 * What a job counted. `files` has the seconds of each test file, by path. `isReused` means that an earlier result
 * stands.
 *
 * @typedef {{
 *   passed: number, failed: number, output: string, files?: Record<string, number>, isReused?: boolean,
 * }} Outcome
 * @typedef {'burns' | 'waits'} Kind
 * @typedef {{ name: string, kind: Kind, seconds: number, run: () => Promise<Outcome> }} Job
 * @typedef {{ name: string, needs?: readonly string[], jobs: readonly Job[] }} Stage
 * @typedef {{ name: string, began: number, seconds: number, outcome: Outcome }} EndedJob
 * @typedef {{ name: string, seconds: number, jobs: readonly EndedJob[] }} EndedStage
 */

/**
 * Runs all jobs. Of the jobs that may start, the one on the longest way to the end starts first. If a stage fails, the
 * stages that need it fail without a start. `began` of a job is in seconds from the call.
 *
 * @param {readonly Stage[]} stages
 * @param {Readonly<Record<Kind | 'all', number>>} slots How many jobs of each kind, and in all, may run at once
 * @param {(stage: EndedStage) => void} report Called at the end of each stage
 * @returns {Promise<void>}
 */
export function schedule(stages, slots, report) {
  const names = new Set(stages.map(({ name }) => name));
  for (const { name, needs = [] } of stages)
    for (const need of needs)
      if (!names.has(need)) throw new Error(`The stage ${name} needs ${need}, which is no stage.`);
  const zero = Date.now();
  const free = { ...slots };
  /** Whether the stage passed. @type {Map<string, boolean>} */
  const ended = new Map();
  /** Stages whose needs have not ended. */
  const blocked = new Set(stages);
  /** @type {{ stage: Stage, job: Job }[]} */
  let ready = [];
  /** @type {Map<string, EndedJob[]>} */
  const results = new Map(stages.map(({ name }) => [name, []]));
  /** @type {Map<string, number>} */
  const began = new Map();

  /** Seconds from the start of this job to the end of everything that waits for its stage. */
  const wayOf = (/** @type {Stage} */ stage, /** @type {number} */ seconds) => seconds + wayAfter(stage.name, stages);

  return new Promise((resolve) => {
    const advance = () => {
      for (const stage of blocked) {
        const missing = (stage.needs ?? []).filter((name) => !ended.has(name));
        if (missing.length > 0) continue;
        blocked.delete(stage);
        const broken = (stage.needs ?? []).filter((name) => ended.get(name) === false);
        if (broken.length > 0)
          end(stage, [failure(stage, `${stage.name} did not run, because ${broken.join(' and ')} failed.`)]);
        else if (stage.jobs.length === 0) end(stage, [failure(stage, `${stage.name} has no job.`)]);
        else ready.push(...stage.jobs.map((job) => ({ stage, job })));
      }
      ready.sort((a, b) => wayOf(b.stage, b.job.seconds) - wayOf(a.stage, a.job.seconds));
      ready = ready.filter(({ stage, job }) => {
        if (free[job.kind] === 0 || free.all === 0) return true;
        free[job.kind] -= 1;
        free.all -= 1;
        void start(stage, job);
        return false;
      });
      if (ended.size === stages.length) resolve();
    };

    /** @param {Stage} stage @param {Job} job */
    const start = async (stage, job) => {
      const from = Date.now();
      if (!began.has(stage.name)) began.set(stage.name, from);
      const outcome = await job
        .run()
        .catch((/** @type {unknown} */ error) => ({ passed: 0, failed: 1, output: String(error) }));
      free[job.kind] += 1;
      free.all += 1;
      const done = results.get(stage.name) ?? [];
      done.push({ name: job.name, began: (from - zero) / 1000, seconds: (Date.now() - from) / 1000, outcome });
      if (done.length === stage.jobs.length) end(stage, done);
      advance();
    };

    /** @param {Stage} stage @param {EndedJob[]} jobs */
    const end = (stage, jobs) => {
      ended.set(
        stage.name,
        jobs.every(({ outcome }) => outcome.failed === 0),
      );
      const now = Date.now();
      report({ name: stage.name, seconds: (now - (began.get(stage.name) ?? now)) / 1000, jobs });
      // A stage that needs this one may end at once, without a job.
      queueMicrotask(advance);
    };

    advance();
  });
}

/**
 * @param {Stage} stage
 * @param {string} output
 * @returns {EndedJob}
 */
function failure({ name }, output) {
  return { name, began: 0, seconds: 0, outcome: { passed: 0, failed: 1, output } };
}

/**
 * Returns the seconds that the stages which need `name` take, on the longest way to the end.
 *
 * @param {string} name
 * @param {readonly Stage[]} stages
 * @returns {number}
 */
function wayAfter(name, stages) {
  const ways = stages
    .filter(({ needs }) => needs?.includes(name))
    .map((stage) => Math.max(0, ...stage.jobs.map(({ seconds }) => seconds)) + wayAfter(stage.name, stages));
  return Math.max(0, ...ways);
}

/**
 * Divides files into lanes that take about the same time: the longest first, each to the lane with the least so far.
 *
 * @param {readonly string[]} files
 * @param {number} lanes
 * @param {(file: string) => number} secondsOf
 * @returns {{ seconds: number, files: string[] }[]} without empty lanes
 */
export function deal(files, lanes, secondsOf) {
  const shares = Array.from({ length: lanes }, () => ({ seconds: 0, files: /** @type {string[]} */ ([]) }));
  const timed = files.map((file) => ({ file, seconds: secondsOf(file) })).sort((a, b) => b.seconds - a.seconds);
  for (const { file, seconds } of timed) {
    const [least] = shares.sort((a, b) => a.seconds - b.seconds);
    if (!least) break;
    least.seconds += seconds;
    least.files.push(file);
  }
  return shares.filter((share) => share.files.length > 0);
}
