import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { spawnSync } from 'node:child_process';

/** Figures of a load: how many a second, and how long one took. */
export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Calls `work` from `callers` at once for `seconds`, after a warm-up of a fifth of that. */
export async function load(callers: number, seconds: number, work: () => Promise<void>): Promise<LoadResult> {
  await rounds(callers, seconds / 5, work);
  const startedAt = performance.now();
  const times = await rounds(callers, seconds, work);
  const elapsedS = (performance.now() - startedAt) / 1000;
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / elapsedS,
    p50Ms: times[Math.floor(times.length * 0.5)] ?? 0,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}

async function rounds(callers: number, seconds: number, work: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < until) {
        const before = performance.now();
        await work();
        times.push(performance.now() - before);
      }
    }),
  );
  return times;
}

/**
 * What OpenSSL is to do without (OPENSSL_ia32cap(3)): `:~0x200000` takes AVX-512 IFMA away, with which few processors sign
 * two and a half times as fast. Whatever signs is started with it.
 */
export const PROCESSOR_MASK = 'OPENSSL_ia32cap';

/** RSA-2048 signatures a second of OpenSSL on all cores: the physical limit of signed mail. Undefined without OpenSSL. */
export function opensslSignsPerSecond(seconds: number): number | undefined {
  const args = ['speed', '-elapsed', '-seconds', String(seconds), '-multi', String(cpus().length), 'rsa2048'];
  const { status, stdout } = spawnSync('openssl', args, { encoding: 'utf8' });
  if (status !== 0) return undefined;
  const line = /^rsa\s+2048 bits\s+\S+\s+\S+\s+([\d.]+)/m.exec(stdout);
  return line?.[1] === undefined ? undefined : Number(line[1]);
}

/** The machine in one line. */
export function describeMachine(): string {
  const [cpu] = cpus();
  return `${cpus().length} x ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
}

/** Prints a figure with its unit in an aligned column. */
export function row(name: string, value: string): void {
  console.log(`  ${name.padEnd(44)}${value}`);
}

/** A number in thousands notation without decimals. */
export function shown(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** Memory of a process that is not on disk, in MB; 0 once it has ended. Linux only. */
export function residentMegabytes(pid: number): number {
  try {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kilobytes) / 1024);
  } catch {
    // It has just ended.
    return 0;
  }
}
