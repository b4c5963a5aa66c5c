import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { opensslSignsPerSecond, PROCESSOR_MASK, row, shown } from '../measure.ts';
import { bareLimit } from './bare.ts';
import { Unavailable, type Candidate } from './candidate.ts';
import { durableLimit } from './durable.ts';
import { haraka } from './haraka.ts';
import { composeMails } from './mails.ts';
import { nodemailerLoop } from './nodemailer.ts';
import { postfix, postfixWithOpenDkim } from './postfix.ts';
import { postriderCampaign, postriderProfiled, postriderTransactional } from './postrider.ts';
import { printStages } from './profile.ts';
import { startSink, type Sink } from './sink.ts';

const MAILS = 20_000;
/** Where a candidate names no other. */
const WARM_UP = 500;
/** Between two looks at memory. */
const LOOK_MS = 500;
const CANDIDATES = [
  durableLimit,
  postriderTransactional,
  postriderCampaign,
  postfix,
  postfixWithOpenDkim,
  haraka,
  nodemailerLoop,
];

/** What every candidate gets. */
interface Load {
  readonly sink: Sink;
  readonly mails: readonly Buffer[];
  readonly count: number;
}

/** What the figures are compared with. */
interface Limits {
  /** Signatures a second of OpenSSL on all cores. */
  readonly signs: number | undefined;
  /** Mails a second of a loop that does nothing but sign and send. */
  readonly bare?: number | undefined;
}

interface Result {
  readonly mailsPerSecond: number;
  readonly cpuMicros: number;
  /** The most that was seen. */
  readonly memoryBytes: number | undefined;
  readonly signed: number;
  readonly bytes: number;
  /** What verifying the last mail gave; undefined for a candidate that does not sign. */
  readonly verified: string | undefined;
}

/** Postrider and its peers, one after the other, each handing the same mails to the same sink on the same machine. */
export async function benchDelivery(count = MAILS): Promise<void> {
  console.log(
    `\nDelivery: ${shown(count)} emails of 7 KB from submission to the sink, each with its own body, DKIM RSA-2048`,
  );
  const signs = opensslSignsPerSecond(3);
  if (process.env[PROCESSOR_MASK] !== undefined) row(PROCESSOR_MASK, process.env[PROCESSOR_MASK]);
  if (signs === undefined) console.log('  openssl is not installed: no limit to compare with');
  else row(`openssl speed -multi ${cpus().length} rsa2048`, `${shown(signs)} signatures/s`);
  const sink = await startSink();
  try {
    const mails = composeMails(Math.max(count, ...CANDIDATES.map(({ warmUp = WARM_UP }) => warmUp)));
    const load = { sink, mails, count };
    const limits: Limits = { signs, bare: await report(bareLimit, load, { signs }) };
    for (const candidate of CANDIDATES) await report(candidate, load, limits);
    await reportStages({ sink, mails: [], count });
  } finally {
    await sink.close();
  }
}

/** Prints what a candidate does, and resolves with its mails a second; undefined when it is left out. */
async function report(candidate: Candidate, load: Load, { bare, signs }: Limits): Promise<number | undefined> {
  let result: Result;
  try {
    result = await measure(candidate, load);
  } catch (error) {
    const why = error instanceof Unavailable ? error.message : `IT FAILED: ${(error as Error).message}`;
    row(candidate.name, `SKIPPED: ${why}`);
    return undefined;
  }
  const { bytes, cpuMicros, mailsPerSecond, memoryBytes, signed, verified } = result;
  const ofSigns = signs === undefined ? '' : `   ${(mailsPerSecond / signs).toFixed(2)} of openssl`;
  const ofBare = bare === undefined ? '' : `   ${(mailsPerSecond / bare).toFixed(2)} of the limit`;
  const rate = `${shown(mailsPerSecond).padStart(7)} mails/s`;
  const cpu = Number.isNaN(cpuMicros) ? '' : `   ${shown(cpuMicros).padStart(6)} µs CPU a mail`;
  const memory = memoryBytes === undefined ? '' : `   ${shown(memoryBytes / 2 ** 20).padStart(4)} MB`;
  row(candidate.name, `${rate}${cpu}${memory}${ofSigns}${ofBare}   ${shown(bytes / load.count)} bytes per email`);
  if (verified !== undefined && signed < load.count) row('', `ONLY ${signed} OF ${load.count} EMAILS WERE SIGNED`);
  if (verified !== undefined && verified !== 'pass') row('', `THE SIGNATURE IS NOT VALID: ${verified}`);
  return mailsPerSecond;
}

async function measure(candidate: Candidate, { count, mails, sink }: Load): Promise<Result> {
  sink.reset();
  const system = await candidate.start(sink, mails);
  try {
    await deliver(system, sink, candidate.warmUp ?? WARM_UP);
    const [cpuBefore, startedAt] = [system.cpuMicros(), performance.now()];
    const memory: number[] = [];
    const looks = setInterval(() => {
      if (system.memoryBytes) memory.push(system.memoryBytes());
    }, LOOK_MS);
    const endedAt = await deliver(system, sink, count).finally(() => clearInterval(looks));
    const memoryBytes = memory.length > 0 ? Math.max(...memory) : undefined;
    const cpuMicros = (system.cpuMicros() - cpuBefore) / count;
    const { bytes, lastMail, signed } = sink;
    const verified = await verify(lastMail, await system.dkimRecord?.());
    return { mailsPerSecond: (count * 1000) / (endedAt - startedAt), cpuMicros, memoryBytes, signed, bytes, verified };
  } finally {
    sink.reset();
    await system.stop();
  }
}

async function verify(mail: Buffer, record: string | undefined): Promise<string | undefined> {
  if (record === undefined) return undefined;
  const { results } = await dkimVerify(mail, { resolver: () => Promise.resolve([[record]]) });
  return results[0]?.status.result ?? 'there is none';
}

/** Resolves with the time at which the last mail had arrived. */
async function deliver(system: Awaited<ReturnType<Candidate['start']>>, sink: Sink, mails: number): Promise<number> {
  sink.reset();
  const [endedAt] = await Promise.all([sink.until(mails), system.send(mails)]);
  return endedAt;
}

/** A run of its own: sampling costs time. */
async function reportStages(load: Load): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'postrider-bench-profiles-'));
  try {
    try {
      await measure(postriderProfiled(directory), load);
    } catch (error) {
      console.log(`  The profiled run FAILED: ${(error as Error).message}`);
      return;
    }
    console.log('\n  CPU profile of Postrider’s delivery processes, sampled in a separate run:');
    printStages(directory, load.count);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
