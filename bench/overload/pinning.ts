import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Which cores are whose; undefined where nothing can be pinned. */
export interface Pinning {
  /** The program, PostgreSQL and whoever measures. */
  readonly server: readonly number[];
  readonly callers: readonly number[];
}

/**
 * Pins this process, and so all that it starts later, to the first half of its cores; the other half is for the callers, who
 * would otherwise be measured with the server. Says so, also where it cannot (Linux with util-linux and two cores are needed).
 */
export function pinToHalf(): Pinning | undefined {
  const cores = allowedCores();
  const half = Math.ceil(cores.length / 2);
  const pinning = { server: cores.slice(0, half), callers: cores.slice(half) };
  if (pinning.callers.length === 0) {
    console.log('\nNOT PINNED: there is one core, or the number is unknown. Callers and server compete for it.');
    return undefined;
  }
  try {
    execFileSync('taskset', ['-a', '-c', '-p', pinning.server.join(','), String(process.pid)], { stdio: 'ignore' });
  } catch {
    console.log('\nNOT PINNED: taskset (util-linux) is missing. Callers and server compete for the cores.');
    return undefined;
  }
  console.log(
    `\nPinned: API and PostgreSQL to core ${pinning.server.join(', ')}, callers to ${pinning.callers.join(', ')}`,
  );
  return pinning;
}

/** Gives this process all cores of a pinning again. */
export function unpin({ server, callers }: Pinning): void {
  const all = [...server, ...callers].join(',');
  execFileSync('taskset', ['-a', '-c', '-p', all, String(process.pid)], { stdio: 'ignore' });
}

/** The cores that this process may run on; none where the system does not say. */
function allowedCores(): number[] {
  if (process.platform !== 'linux') return [];
  const [, list = ''] = /Cpus_allowed_list:\s+(\S+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_none, at) => first + at);
  });
}
