import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Profiler } from 'node:inspector';
import { row } from '../measure.ts';

/** Which part of delivery a file serves; the first that matches. Node's own count when none of ours has called them. */
const STAGES: readonly (readonly [stage: string, file: RegExp])[] = [
  ['sign', /src\/mail\/dkim|src\/features\/sending\/domains\//],
  ['compose', /src\/mail\//],
  [
    'record',
    /delivery\/(record|late-outcome|retry|classify|journal\/)|base\/journal|timeline|suppressions|transactional-tags/,
  ],
  [
    'claim and schedule',
    /delivery\/(engine|leases|queries|worker|ownership|dispatch|router|site|fair-queue|parking|chunk)/,
  ],
  ['load', /delivery\/prepare|transactional\/|campaigns\/|mailings\/|tracking\//],
  ['SMTP', /src\/smtp\/|delivery\/lane|delivery\/site-control/],
  ['PostgreSQL client', /src\/base\/(db|batcher)|node_modules\/pg/],
  ['other code of ours', /src\//],
];
/** Node's modules that serve sockets, where none of our functions has called them. */
const SOCKETS = /^node:(net|events|internal\/(streams|stream_base|process\/task_queues|async_hooks))/;
const IN_SOCKETS = 'Node: sockets and streams';
const COLLECTION = 'garbage collection';
const OUTSIDE = 'Node: everything else';
const IDLE = new Set(['(idle)', '(program)', '(root)']);
const OTHER_THREADS = 'other threads and system calls not sampled';

/** Prints where the CPU time of profiled delivery processes went, in µs a mail. */
export function printStages(directory: string, mails: number): void {
  const totals = new Map<string, number>();
  let cpuMicros = 0;
  for (const name of readdirSync(directory)) {
    const text = readFileSync(join(directory, name), 'utf8');
    // Written by processes/profiler.ts.
    const run = JSON.parse(text) as { cpuMicros: number; profile: Profiler.Profile };
    cpuMicros += run.cpuMicros;
    for (const [stage, micros] of microsByStage(run.profile)) totals.set(stage, (totals.get(stage) ?? 0) + micros);
  }
  const sampled = [...totals.values()].reduce((sum, micros) => sum + micros, 0);
  if (sampled === 0) throw new Error('No profile was written');
  // Samples are of the clock: where processes wait for a core, they come to more than the CPU that was used.
  const share = Math.min(1, cpuMicros / sampled);
  totals.set(OTHER_THREADS, cpuMicros / share - sampled);
  for (const [stage, micros] of [...totals].toSorted(([, a], [, b]) => b - a)) {
    const shown = (micros * share) / mails;
    const percent = (micros * share * 100) / cpuMicros;
    row(`  ${stage}`, `${shown.toFixed(0).padStart(5)} µs   ${percent.toFixed(0).padStart(2)} %`);
  }
  row('  all', `${(cpuMicros / mails).toFixed(0).padStart(5)} µs`);
}

/** Time by stage: a sample belongs to the innermost function of ours that it was in. */
function microsByStage({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Map<string, number> {
  const stages = new Map<number, string>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const visit = (id: number, outer: string): void => {
    const node = byId.get(id);
    if (!node) return;
    const stage = stageOf(node.callFrame, outer);
    stages.set(id, stage);
    for (const child of node.children ?? []) visit(child, stage);
  };
  const [root] = nodes;
  if (root) visit(root.id, OUTSIDE);
  const micros = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const stage = stages.get(id) ?? OUTSIDE;
    if (stage === '') continue;
    micros.set(stage, (micros.get(stage) ?? 0) + (timeDeltas[index] ?? 0));
  }
  return micros;
}

/** Functions of Node work for whoever called them; '' is no work at all. */
function stageOf({ functionName, url }: Profiler.Profile['nodes'][number]['callFrame'], outer: string): string {
  if (functionName === '(garbage collector)') return COLLECTION;
  if (functionName === '(root)') return OUTSIDE;
  if (IDLE.has(functionName)) return '';
  const stage = STAGES.find(([, file]) => file.test(url))?.[0];
  return stage ?? (outer === OUTSIDE && SOCKETS.test(url) ? IN_SOCKETS : outer);
}
