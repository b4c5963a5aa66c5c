import type { StormOptions } from './storm/storm.ts';
import type { InvariantName } from './storm/history.ts';
import type { Patch } from '../support/planted.ts';

/** A program with one planted bug, and the storm that must detect the bug. */
export interface Mutant {
  readonly name: string;
  readonly patches: readonly Patch[];
  readonly storm: Pick<StormOptions, 'weights' | 'everyMs' | 'seconds' | 'ratePerSecond' | 'hasFailingListener'>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Name of the invariant that the bug violates. */
  readonly breaks: InvariantName;
}

const NOTHING = { main: 0, delivery: 0, database: 0, backend: 0 };

/** Bug: the API returns 202 before the commit. */
export const ackBeforeCommit: Mutant = {
  name: 'ack before commit',
  patches: [
    {
      path: 'src/features/transactional/messages/accept.ts',
      from: '    const { acceptances, counters } = await storeWithExtraRows(parts.db, accountId, messages);\n',
      to:
        '    setTimeout(() => void storeWithExtraRows(parts.db, accountId, messages).catch(() => {}), 50);\n' +
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
  patches: [
    {
      path: 'src/features/sending/delivery/connections/worker-steps.ts',
      from: '  const result = await connection.smtp.send(envelope, mail.data, mail.smtpUtf8, onDot, ahead);\n',
      to:
        '  const startedAtMs = parts.clock.now();\n' +
        '  await parts.recorder.record({\n' +
        '    claim: task.claim,\n' +
        "    outcome: { kind: 'delivered', status: null, reason: null, bounceClass: undefined, handedOverAtMs: startedAtMs },\n" +
        "    details: { startedAtMs, finishedAtMs: startedAtMs, route: 'direct', host: null, address: null, tls: null, conversation: '' },\n" +
        '  });\n' +
        '  const result = await connection.smtp.send(envelope, mail.data, mail.smtpUtf8, onDot, ahead);\n',
    },
  ],
  storm: { weights: { ...NOTHING, delivery: 1 }, everyMs: 500, seconds: 30, ratePerSecond: 150 },
  breaks: 'I1',
};

const noLease: Mutant = {
  name: 'no lease that runs out',
  patches: [
    {
      path: 'src/features/sending/delivery/queue/leases.ts',
      from: 'const LEASE_MS = 25_000;',
      to: 'const LEASE_MS = 86_400_000;',
    },
  ],
  storm: { weights: { ...NOTHING, delivery: 1 }, everyMs: 500, seconds: 30, ratePerSecond: 150 },
  breaks: 'I10',
};

/**
 * Storm that kills delivery processes during continuous sending, so that some replies have been received but not
 * committed at the time of a kill.
 */
const KILLS_OF_DELIVERY: Mutant['storm'] = {
  weights: { ...NOTHING, delivery: 1 },
  everyMs: 700,
  seconds: 40,
  ratePerSecond: 250,
};

const noReplyLine: Mutant = {
  name: 'no line of a reply in the journal',
  patches: [
    {
      path: 'src/features/sending/delivery/connections/finish.ts',
      from: '  parts.journal?.replied(finished);\n',
      to: '',
    },
  ],
  storm: KILLS_OF_DELIVERY,
  breaks: 'I2',
};

const noReplay: Mutant = {
  name: 'a replay that does not record',
  patches: [
    {
      path: 'src/features/sending/delivery/journal/replay.ts',
      from: '    await inBatches(answered, (batch) => handlers.record(batch));\n',
      to: '',
    },
  ],
  storm: KILLS_OF_DELIVERY,
  breaks: 'I2',
};

/** Bug: listeners are not isolated from each other. The storm makes one listener fail. */
const noIsolation: Mutant = {
  name: 'a failing listener takes the outcome with it',
  patches: [
    {
      path: 'src/features/sending/delivery/outcomes/listeners.ts',
      from: 'await inPart(tx, () => hear(tx, accountId, heard));',
      to: '({ ok: true, value: await hear(tx, accountId, heard) } as const);',
    },
  ],
  storm: { ...KILLS_OF_DELIVERY, ratePerSecond: 50, hasFailingListener: true },
  breaks: 'I2',
};

const asynchronousCommit: Mutant = {
  name: 'synchronous_commit = off',
  patches: [
    {
      path: 'src/base/postgres/settings.ts',
      from: "synchronous_commit: 'on'",
      to: "synchronous_commit: 'off'",
    },
  ],
  environment: { POSTRIDER_UNSAFE_DURABILITY: '1' },
  storm: { weights: { ...NOTHING, database: 1 }, everyMs: 1_500, seconds: 25, ratePerSecond: 150 },
  breaks: 'I1',
};

/**
 * All mutants that a storm of process kills can detect. A mutant with `fsync = off` is not included, because only a
 * power failure loses data that was written but not flushed.
 */
export const MUTANTS: readonly Mutant[] = [
  ackBeforeCommit,
  markBeforeSmtp,
  noLease,
  noReplyLine,
  noReplay,
  noIsolation,
  asynchronousCommit,
];
