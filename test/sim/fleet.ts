import { noteDeadWorker, type OutgoingMail, type RecordedOutcome } from '../../src/features/sending/delivery/index.ts';
import type { EmailAddress } from '../../src/mail/address.ts';
import { startDelivery, type ProcessPart, type Running } from './delivery-process.ts';
import { startMakeUp } from './make-up-process.ts';
import { secretOf, urlOf } from './receivers.ts';
import { sealedSecret, startWebhooks } from './webhook-process.ts';
import type { Burst } from './webhook-scenario.ts';
import type { OwnStatements } from './database-door.ts';
import type { Actor } from './scheduler.ts';
import type { Acceptance } from './scenario.ts';
import type { Simulation } from './simulation.ts';

/** A delivery process and its host. */
interface Process {
  readonly actor: Actor;
  readonly hostNo: number;
  readonly id: string;
  /** Components that run in the process. Empty before the process has started. */
  parts: readonly Running[];
  isEnding: boolean;
}

/** All processes, and the supervisors that restart them. */
export interface Fleet {
  readonly ownStatements: OwnStatements;
  start(hostNo: number): void;
  /** Tells a process to stop, and starts a replacement once it has ended. */
  restart(pick: number): void;
  kill(actor: Actor, how: 'process' | 'machine', where: string): void;
  accept(acceptance: Acceptance): void;
  /** Creates the webhooks of the scenario. */
  enableWebhooks(): void;
  /** Adds a burst of events that are not delivery outcomes, such as opens. */
  report(burst: Burst): void;
  isProcess(actor: Actor): boolean;
  clockOffsetMs(actor: Actor): number;
  /** Updates the heartbeats after idle time was skipped, as if the running processes had sent them. */
  keepAlive(skippedMs: number): void;
}

/** Delay in milliseconds before app/workers.ts restarts a process that has ended. Rebooting a machine takes longer. */
const RESPAWN_MS = 500;
const MAX_REBOOT_MS = 90_000;
/**
 * Maximum time without any running process, in milliseconds, after which the ledger still expects takeovers to be on
 * time. It is shorter than a lease.
 */
const MAX_GAP_MS = 10_000;
const RETRY_ACCEPT_MS = 1_000;
const BEAT_MS = 4_000;
/** Age of the scenario's webhooks, in milliseconds. It must exceed the maximum clock skew. */
const WEBHOOK_AGE_MS = 24 * 3_600_000;
/**
 * Components that run in each process. To simulate another engine, add it here, add its statements to the memory
 * database, and add its guarantees to a ledger.
 */
const PARTS: readonly ProcessPart[] = [startDelivery, startWebhooks, startMakeUp];

/** Creates a fleet that has no processes yet. */
export function createFleet(simulation: Simulation): Fleet {
  const { files, ledger, note, random, scenario, scheduler, whole, world } = simulation;
  const processes = new Map<Actor, Process>();
  /** Clock offsets in milliseconds of all processes, including dead ones. */
  const clockOffsets = new WeakMap<Actor, number>();
  const messages = new Map<string, OutgoingMail>();
  let started = 0;
  let accepted = 0;
  let emptySinceMs = scheduler.nowMs;

  function start(hostNo: number): void {
    started += 1;
    const actor: Actor = { name: `p${started}`, isDead: false, stalledUntilMs: 0 };
    const process: Process = { actor, hostNo, id: uuidOf(0, started), parts: [], isEnding: false };
    processes.set(actor, process);
    clockOffsets.set(actor, scenario.hosts[process.hostNo]?.clockOffsetMs ?? 0);
    note(`${actor.name} starts on host ${hostNo}`);
    if (processes.size === 1 && scheduler.nowMs - emptySinceMs > MAX_GAP_MS)
      ledger.unhealthy(emptySinceMs, scheduler.nowMs);
    const directory = `/host${hostNo}/journal`;
    files.makeDirectory(directory);
    scheduler.after(0, actor, () => {
      const signals = { accounts: new Set<number>(), onCommitted: () => {} };
      const facts = { actor, id: process.id, directory, mails: messages, signals };
      process.parts = PARTS.map((part) => part(simulation, facts));
    });
  }

  function gone(process: Process, how: 'process' | 'machine'): void {
    process.actor.isDead = true;
    processes.delete(process.actor);
    ledger.died(process.actor, scheduler.nowMs, how);
    if (processes.size === 0) emptySinceMs = scheduler.nowMs;
  }

  function die(process: Process, how: 'process' | 'machine'): void {
    gone(process, how);
    ledger.tally.crashes += 1;
    simulation.database.forget(process.actor, how === 'machine');
  }

  /**
   * Simulates the supervisor of a host, which notices that a process has ended, records its death, and starts another
   * one.
   */
  function replace({ hostNo, id }: Process, afterMs: number): void {
    scheduler.after(whole(5, 50), world, () => {
      noteDeadWorker(simulation.database.open(), id).catch((error: Error) => note(`not noted: ${error.message}`));
    });
    scheduler.after(afterMs, world, () => start(hostNo));
  }

  return {
    ownStatements: {
      sim_load: ([ids]) => (ids as string[]).map((id) => ({ id })),
      sim_facts: ([events]) => events as object[],
      sim_events([, outcomes], tx) {
        for (const { kind, recipient } of outcomes as RecordedOutcome[]) {
          if (kind !== 'deferred') tx.others.push(() => ledger.ended(recipient));
        }
        return [];
      },
    },
    start,
    restart(pick) {
      const process = [...processes.values()][Math.floor(pick * processes.size)];
      if (!process || process.parts.length === 0 || process.isEnding) return;
      process.isEnding = true;
      ledger.ending(process.actor, scheduler.nowMs);
      note(`${process.actor.name} is asked to end`);
      const { actor, parts } = process;
      scheduler.after(0, actor, () => {
        const end = (): void => {
          note(`${actor.name} has ended`);
          gone(process, 'process');
          replace(process, RESPAWN_MS);
        };
        void Promise.all(parts.map((part) => part.stop())).then(end);
      });
    },
    kill(actor, how, where) {
      const process = processes.get(actor);
      if (!process) return;
      note(`${actor.name} dies ${where}, its ${how}`);
      if (how === 'process') {
        die(process, how);
        replace(process, RESPAWN_MS);
        return;
      }
      const rebootMs = whole(1_000, MAX_REBOOT_MS);
      const prefix = `/host${process.hostNo}/`;
      for (const other of [...processes.values()].filter(({ hostNo }) => hostNo === process.hostNo)) {
        die(other, how);
        scheduler.after(rebootMs, world, () => start(other.hostNo));
      }
      files.loseUnsynced(prefix, random);
    },
    accept(acceptance) {
      if (!simulation.database.isUp) {
        scheduler.after(RETRY_ACCEPT_MS, world, () => this.accept(acceptance));
        return;
      }
      accepted += 1;
      const messageId = uuidOf(simulation.scheduler.nowMs, accepted);
      messages.set(messageId, mailOf(messageId, acceptance));
      acceptance.recipients.forEach((address, recipientNo) => {
        const { accountId, mailClass } = acceptance;
        ledger.accepted({ address, messageId, mailClass, atMs: scheduler.nowMs });
        simulation.database.memory.insert({
          accountId,
          messageId,
          recipientNo,
          recipient: address,
          mailClass,
          worker: 0,
          status: 5,
          attempts: 0,
          skippedRoute: 0,
          epoch: 0,
          taken: 0,
          begun: 0,
          nextAtMs: simulation.databaseNowMs(),
          isReady: true,
          isStopped: false,
          delayedAtMs: null,
        });
        note(`${address} is accepted`);
      });
      if (!acceptance.isHinted) return;
      for (const { actor, parts } of processes.values()) {
        scheduler.after(whole(0, 5), actor, () => {
          for (const part of parts) part.wake();
        });
      }
    },
    enableWebhooks() {
      for (const { accountId, events, format } of scenario.webhooks?.receivers ?? []) {
        const row = {
          accountId,
          url: urlOf(accountId),
          format,
          events,
          secret: sealedSecret(accountId, secretOf(accountId)),
          isEnabled: true,
          disabledBy: null,
          updatedAtMs: simulation.databaseNowMs() - WEBHOOK_AGE_MS,
          failingSinceMs: null,
          failures: 0,
          lastSuccessAtMs: null,
          lastFailureAtMs: null,
          lastFailure: null,
        };
        simulation.database.memory.webhooks.webhooks.push({ row, committed: undefined, lockedBy: undefined });
      }
    },
    report(burst) {
      if (!simulation.database.isUp) {
        scheduler.after(RETRY_ACCEPT_MS, world, () => this.report(burst));
        return;
      }
      const { accountId, events } = burst;
      const { memory } = simulation.database;
      const tx = memory.begin(simulation.databaseNowMs());
      const ids = Array.from({ length: events }, () => uuidOf(scheduler.nowMs, simulation.nextName()));
      const names = ids.map(() => 'opened');
      const nothing = ids.map(() => null);
      const times = ids.map(() => new Date(scheduler.nowMs));
      memory.execute('transactional_insert_events', [accountId, nothing, ids, nothing, names], tx.nowMs, tx);
      const facts = [ids, nothing, nothing, nothing, names, times, nothing, nothing, nothing];
      memory.execute('webhooks_insert_deliveries', [accountId, ...facts], tx.nowMs, tx);
      memory.commit(tx);
    },
    isProcess: (actor) => processes.has(actor),
    clockOffsetMs: (actor) => clockOffsets.get(actor) ?? 0,
    keepAlive(skippedMs) {
      const nowMs = simulation.databaseNowMs();
      const ids = new Set([...processes.values()].map(({ id }) => id));
      for (const worker of simulation.database.memory.workers) {
        if (ids.has(worker.id) && worker.seenAtMs + skippedMs >= nowMs - BEAT_MS) worker.seenAtMs += skippedMs;
      }
    },
  };
}

/** Returns a UUIDv7 for a time, such as the ID of a process. */
function uuidOf(ms: number, no: number): string {
  const time = Math.floor(ms).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${no.toString(16).padStart(12, '0')}`;
}

function mailOf(messageId: string, { recipients }: Acceptance): OutgoingMail {
  // Safe cast: all addresses in the scenario are valid.
  const [from, ...to] = ['news@sender.test', ...recipients] as EmailAddress[];
  if (!from) throw new Error('A mail without a sender');
  return {
    mail: {
      from: { name: undefined, address: from },
      to: to.map((address) => ({ name: undefined, address })),
      cc: [],
      replyTo: [],
      subject: 'Hello',
      html: undefined,
      text: 'Hello',
      headers: [],
      messageId: `${messageId}@sender.test`,
      date: new Date(0),
    },
    signingDomain: 'sender.test',
    envelopeFrom: from,
  };
}
