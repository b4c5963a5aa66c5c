import type { StormOptions } from '../../src/app/chaos/storm.ts';
import type { InvariantName } from '../../src/app/chaos/history.ts';
import type { Mutation } from './server.ts';

/** A program that is wrong in one way, and the storm that has to find it out. */
export interface Mutant {
  readonly name: string;
  readonly mutations: readonly Mutation[];
  readonly storm: Pick<StormOptions, 'weights' | 'everyMs' | 'seconds' | 'ratePerSecond'>;
  readonly environment?: Readonly<Record<string, string>>;
  /** The invariant that it breaks. */
  readonly breaks: InvariantName;
}

const NOTHING = { main: 0, delivery: 0, database: 0, backend: 0 };

/** Says 202 while the commit is still to come. */
export const ackBeforeCommit: Mutant = {
  name: 'ack before commit',
  mutations: [
    {
      file: 'src/features/transactional/accept.ts',
      find: '    const { acceptances, counters } = await storeMessages(parts.db, accountId, messages);\n',
      replace:
        '    setTimeout(() => void storeMessages(parts.db, accountId, messages).catch(() => {}), 50);\n' +
        '    const counters = undefined as never;\n' +
        "    const answer = (id: string) => ({ id: `tm_${id.replaceAll('-', '')}`, status: 'queued' }) as const;\n" +
        "    const acceptances = messages.map(({ id }) => ({ kind: 'accepted', answer: answer(id) }) as const);\n",
    },
  ],
  storm: { weights: { ...NOTHING, main: 1, database: 1 }, everyMs: 1_500, seconds: 15, ratePerSecond: 100 },
  breaks: 'I1',
};

const markBeforeSmtp: Mutant = {
  name: 'delivered before SMTP',
  mutations: [
    {
      file: 'src/features/delivery/lanes/lane.ts',
      find: '  const result = await connection.smtp.send(envelope, mail.data, mail.smtpUtf8, onDot);\n',
      replace:
        '  await parts.recorder.record({\n' +
        '    claim: task.claim,\n' +
        "    outcome: { kind: 'delivered', status: null, reason: null, bounceClass: undefined, handedOverAtMs: startedAtMs },\n" +
        "    details: { startedAtMs, finishedAtMs: startedAtMs, route: 'direct', host: null, address: null, tls: null, conversation: '' },\n" +
        '  });\n' +
        '  const result = await connection.smtp.send(envelope, mail.data, mail.smtpUtf8, onDot);\n',
    },
  ],
  storm: { weights: { ...NOTHING, delivery: 1 }, everyMs: 500, seconds: 30, ratePerSecond: 150 },
  breaks: 'I1',
};

const noLease: Mutant = {
  name: 'no lease that runs out',
  mutations: [
    {
      file: 'src/features/delivery/queue/leases.ts',
      find: 'const LEASE_MS = 25_000;',
      replace: 'const LEASE_MS = 86_400_000;',
    },
  ],
  storm: { weights: { ...NOTHING, delivery: 1 }, everyMs: 500, seconds: 30, ratePerSecond: 150 },
  breaks: 'I10',
};

const asynchronousCommit: Mutant = {
  name: 'synchronous_commit = off',
  mutations: [
    {
      file: 'src/base/postgres/settings.ts',
      find: "synchronous_commit: 'on'",
      replace: "synchronous_commit: 'off'",
    },
  ],
  environment: { POSTRIDER_UNSAFE_DURABILITY: '1' },
  storm: { weights: { ...NOTHING, database: 1 }, everyMs: 1_500, seconds: 25, ratePerSecond: 150 },
  breaks: 'I1',
};

/** Every mutant that kills find out. `fsync = off` is none: what was written survives a kill, not a power cut. */
export const MUTANTS: readonly Mutant[] = [ackBeforeCommit, markBeforeSmtp, noLease, asynchronousCommit];
