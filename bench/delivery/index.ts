import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { sandboxDkimRecord } from '../../src/features/sending/domains/index.ts';
import { printOpenssl, PROCESSOR_MASK, row, shown, watchPeak } from '../measure.ts';
import { composeMessages } from '../messages.ts';
import { sendBatches, startCampaign, startProgram, type Program } from '../program.ts';
import { startSink, type Sink } from '../sink.ts';
import { closing } from '../stack.ts';
import { bareLoop, durableLoop, Unavailable, type Candidate, type RunningCandidate } from './loops.ts';
import { postfix, postfixWithOpenDkim } from './postfix.ts';

const MESSAGES = 20_000;
const PROGRAM_WARM_UP = 12_000;
const MEMORY_EVERY_MS = 500;

/** Postrider as users run it, with transactional messages. */
const transactional: Candidate = {
  name: 'Postrider, transactional, batches of 100',
  warmUp: PROGRAM_WARM_UP,
  start: async (sink) => candidateOf(await startProgram(sink.port), sendBatches),
};

/**
 * Postrider with bulk email: the same content for the same number of recipients, submitted in the same way as a
 * campaign.
 */
const campaign: Candidate = {
  name: 'Postrider, campaign',
  warmUp: PROGRAM_WARM_UP,
  start: async (sink) =>
    candidateOf(await startProgram(sink.port), ({ installation }, count) => startCampaign(installation, count)),
};

const CANDIDATES = [durableLoop, transactional, campaign, postfix, postfixWithOpenDkim];

interface Load {
  readonly sink: Sink;
  readonly messages: readonly Buffer[];
  readonly count: number;
}

/**
 * Measures Postrider and other systems one after another. Each system sends the same messages to the same sink on the
 * same machine.
 */
export async function benchDelivery(count = MESSAGES): Promise<void> {
  console.log(
    `\nDelivery: ${shown(count)} emails of 7 KB from submission to the sink, each with its own body, DKIM RSA-2048`,
  );
  const signs = printOpenssl();
  if (process.env[PROCESSOR_MASK] !== undefined) row(PROCESSOR_MASK, process.env[PROCESSOR_MASK]);
  await closing(startSink(), async (sink) => {
    const messages = composeMessages(Math.max(count, ...CANDIDATES.map(({ warmUp }) => warmUp)));
    const load = { sink, messages, count };
    const bare = await report(bareLoop, load, { openssl: signs });
    let durable: number | undefined;
    for (const candidate of CANDIDATES) {
      const rate = await report(candidate, load, {
        openssl: signs,
        'the bare loop': bare,
        'the loop with a queue': durable,
      });
      durable ??= rate;
    }
  });
}

/**
 * Prints the figures for a candidate. Resolves with the number of messages per second, or undefined if the candidate is
 * skipped.
 */
async function report(
  candidate: Candidate,
  load: Load,
  limits: Readonly<Record<string, number | undefined>>,
): Promise<number | undefined> {
  const result = await measure(candidate, load).catch((error: unknown) => {
    const why = error instanceof Unavailable ? error.message : `IT FAILED: ${String(error)}`;
    row(candidate.name, `SKIPPED: ${why}`);
  });
  if (!result) return undefined;
  const { bytes, cpuMicros, memoryBytes, perSecond, signed, verified } = result;
  const ratios = Object.entries(limits).flatMap(([name, limit]) =>
    limit === undefined ? [] : [`   ${(perSecond / limit).toFixed(2)} of ${name}`],
  );
  const rate = `${shown(perSecond).padStart(7)} emails/s   ${shown(cpuMicros).padStart(6)} µs CPU per email`;
  const memory = memoryBytes === 0 ? '' : `   ${shown(memoryBytes / 2 ** 20).padStart(4)} MB`;
  row(candidate.name, `${rate}${memory}${ratios.join('')}   ${shown(bytes / load.count)} bytes per email`);
  if (verified !== undefined && signed < load.count) row('', `ONLY ${signed} OF ${load.count} EMAILS WERE SIGNED`);
  if (verified !== undefined && verified !== 'pass') row('', `THE SIGNATURE IS NOT VALID: ${verified}`);
  return perSecond;
}

async function measure(candidate: Candidate, { count, messages, sink }: Load) {
  sink.reset();
  const system = await candidate.start(sink, messages);
  try {
    await deliver(system, sink, candidate.warmUp);
    const memory = watchPeak(() => system.memoryBytes?.() ?? 0, MEMORY_EVERY_MS);
    const [cpuBefore, startedAt] = [system.cpuMicros(), performance.now()];
    const endedAt = await deliver(system, sink, count).finally(() => memory.stop());
    return {
      perSecond: (count * 1000) / (endedAt - startedAt),
      cpuMicros: (system.cpuMicros() - cpuBefore) / count,
      memoryBytes: memory.stop(),
      signed: sink.signed,
      bytes: sink.bytes,
      verified: await verify(sink.lastMessage, await system.dkimRecord?.()),
    };
  } finally {
    sink.reset();
    await system.close();
  }
}

/** Resolves with the arrival time of the last message. */
async function deliver(system: RunningCandidate, sink: Sink, count: number): Promise<number> {
  sink.reset();
  const [endedAt] = await Promise.all([sink.until(count), system.send(count)]);
  return endedAt;
}

async function verify(message: Buffer, record: string | undefined): Promise<string | undefined> {
  if (record === undefined) return undefined;
  const { results } = await dkimVerify(message, { resolver: () => Promise.resolve([[record]]) });
  return results[0]?.status.result ?? 'no signature';
}

function candidateOf(program: Program, send: (program: Program, count: number) => Promise<void>): RunningCandidate {
  const { config, db, vault } = program.installation;
  return {
    ...program,
    send: (count) => send(program, count),
    dkimRecord: async () => (await sandboxDkimRecord(db, vault, config.sandboxDomain)).data,
  };
}
