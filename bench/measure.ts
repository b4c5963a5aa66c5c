import { spawnSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';

/**
 * Value of OPENSSL_ia32cap(3), which hides processor features from OpenSSL. `:~0x200000` disables AVX-512 IFMA, which
 * few processors have and which makes signatures 2.5 times as fast. Every measured process inherits this environment
 * variable.
 */
export const PROCESSOR_MASK = 'OPENSSL_ia32cap';

const SAMPLE_EVERY_MS = 250;

/** Target range of a figure. */
export interface Target {
  readonly least?: number;
  readonly most?: number;
}

/** Prints the name and the value of a figure in aligned columns. */
export function row(name: string, value: string): void {
  console.log(`  ${name.padEnd(43)} ${value}`);
}

/** Prints the ratio of two figures from the same run, marked if the ratio misses its target. */
export function printRatio(name: string, value: number, base: number, target: Target = {}): void {
  row(name, judged(value / base, target));
}

/** Formats a figure, and marks it if it misses its target. */
export function judged(value: number, target: Target, text = value < 10 ? value.toFixed(2) : shown(value)): string {
  const { least = -Infinity, most = Infinity } = target;
  return value >= least && value <= most ? text : `${text} (target ${target.least ?? target.most}, MISSED)`;
}

/** Formats a number with thousands separators and without decimals. */
export function shown(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** Returns the quantile for a probability from 0 to 1, or NaN if there are no values. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN;
}

/** Returns the median, or NaN if there are no values. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Returns the duration of some work in milliseconds. */
export async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Samples a figure until `stop` is called. `stop` returns the maximum. */
export function watchPeak(read: () => number, everyMs = SAMPLE_EVERY_MS): { stop(): number } {
  let peak = read();
  const timer = setInterval(() => (peak = Math.max(peak, read())), everyMs);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

/**
 * Prints and returns the number of RSA-2048 signatures per second that OpenSSL computes on all cores. This is the
 * hardware limit for signed email. Returns undefined if openssl is not installed.
 */
export function printOpenssl(): number | undefined {
  const args = ['speed', '-elapsed', '-seconds', '3', '-multi', String(cpus().length), 'rsa2048'];
  const { stdout } = spawnSync('openssl', args, { encoding: 'utf8' });
  const [, found] = /^rsa\s+2048 bits\s+\S+\s+\S+\s+([\d.]+)/m.exec(stdout ?? '') ?? [];
  if (found === undefined) console.log('  openssl is not installed: no limit to compare with');
  else row(`openssl speed -multi ${cpus().length} rsa2048`, `${shown(Number(found))} signatures/s`);
  return found === undefined ? undefined : Number(found);
}

/** Describes the machine in one line. */
export function describeMachine(): string {
  const [cpu] = cpus();
  return `${cpus().length} x ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
}
