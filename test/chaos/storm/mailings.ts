import { setTimeout as pause } from 'node:timers/promises';
import { loadConfig } from '../../../src/base/config.ts';
import type { Database, Tx } from '../../../src/base/db.ts';
import {
  addRecipients,
  closeMailing,
  createMailingMaker,
  startMailing,
  viewMailing,
  type NewMailing,
} from '../../../src/features/sending/mailings/index.ts';
import { isFault, parseAddress, type EmailAddress } from '../../../src/mail/address.ts';
import { accountOf } from '../../../src/app/commands/whose.ts';
import { joinInstallation, type Installation } from '../../../src/app/installation.ts';
import type { History, StormMailing, Tenant } from './history.ts';
import { pick, type Random } from './random.ts';
import { RECEIVING_DOMAINS } from './receiver.ts';
import type { Subject } from './subject.ts';

/** Maximum number of accounts that send mailings in a storm. */
const MAX_TENANTS = 2;
const MAX_READERS = 120;
/** Interval, in milliseconds, at which an account sends frozen mailings. */
const FROZEN_EVERY_MS = 5_000;
const ADDED_EVERY_MS = 150;
const RETRY_MS = 200;
/** Mailings without deferred messages must be complete within this many milliseconds. */
const END_WITHIN_MS = 90_000;
const POLL_EVERY_MS = 500;

interface Parts {
  readonly subject: Subject;
  readonly tenants: readonly Tenant[];
  readonly history: History;
  readonly random: Random;
  readonly signal: AbortSignal;
}

interface Writer extends Parts {
  /**
   * Must be opened while the database is running, because opening an installation starts a database that is not
   * running. The address of the database stays the same after a restart.
   */
  readonly installation: Installation;
}

/**
 * Sends mailings during the storm. Each account sends frozen mailings one after another, and adds recipients to one
 * open mailing.
 */
export async function runMailings(parts: Parts, untilMs: number): Promise<void> {
  const tenants = parts.tenants.filter(({ hasQuota }) => !hasQuota).slice(0, MAX_TENANTS);
  const writer = await join(parts);
  try {
    await Promise.all(
      tenants.flatMap((tenant) => [sendFrozen(writer, tenant, untilMs), addOpen(writer, tenant, untilMs)]),
    );
  } finally {
    await writer.installation.close();
  }
}

/**
 * Closes open mailings and waits for up to a minute and a half until all mailings are complete. Immediately retries
 * deferred messages and messages that dead processes had claimed. Records the result of each mailing.
 */
export async function endMailings(parts: Parts): Promise<void> {
  const { history, signal } = parts;
  const writer = await join(parts);
  const deadlineMs = performance.now() + END_WITHIN_MS;
  try {
    for (const mailing of history.mailings) {
      await untilDone(
        writer,
        async (db, accountId) => {
          if (mailing.kind === 'open') await db.transaction((tx) => closeMailing(tx, accountId, mailing.id));
        },
        mailing.tenant,
      );
    }
    for (const mailing of history.mailings) {
      for (;;) {
        await untilDone(
          writer,
          async (db, accountId) => {
            mailing.final = await viewMailing(db, accountId, mailing.id);
            await db.script(`update delivery set next_at = now() where class > 0 and (attempts > 0 or begun > 0)
            and next_at > now() + interval '30 seconds' and next_at < 'infinity'`);
          },
          mailing.tenant,
        );
        if (!mailing.final || mailing.final.state === 'sent' || performance.now() > deadlineMs) break;
        await pause(POLL_EVERY_MS, undefined, { signal });
      }
    }
  } finally {
    await writer.installation.close();
  }
}

async function join(parts: Parts): Promise<Writer> {
  const { environment } = parts.subject;
  await parts.subject.untilReady();
  const config = loadConfig({ ...environment, POSTRIDER_LOG: 'error' });
  return { ...parts, installation: await joinInstallation(config, environment, 'chaos', undefined) };
}

async function sendFrozen(writer: Writer, tenant: Tenant, untilMs: number): Promise<void> {
  while (performance.now() < untilMs) {
    const count = 1 + Math.floor(writer.random() * MAX_READERS);
    await make(writer, tenant, 'frozen', async (tx, accountId, mailing) => {
      await addRecipients(tx, accountId, mailing.id, readersOf(writer, mailing, count));
      await startMailing(tx, accountId, mailing.id);
    });
    await pause(FROZEN_EVERY_MS, undefined, { signal: writer.signal });
  }
}

async function addOpen(writer: Writer, tenant: Tenant, untilMs: number): Promise<void> {
  let mailing: StormMailing | undefined;
  while (performance.now() < untilMs) {
    mailing ??= await make(writer, tenant, 'open', () => Promise.resolve());
    const open = mailing;
    if (open) {
      const added = open.readers.length;
      await transaction(writer, tenant, (tx, accountId) =>
        addRecipients(tx, accountId, open.id, readersOf(writer, open, 1)),
      ).then((isSure) => void (isSure && markSure(open, added)));
    }
    await pause(ADDED_EVERY_MS, undefined, { signal: writer.signal });
  }
}

/**
 * Creates a mailing and runs `work` in the same transaction. Returns undefined if it is unknown whether the transaction
 * was committed.
 */
async function make(
  writer: Writer,
  tenant: Tenant,
  kind: StormMailing['kind'],
  work: (tx: Tx, accountId: number, mailing: StormMailing) => Promise<void>,
): Promise<StormMailing | undefined> {
  let made: StormMailing | undefined;
  const isSure = await transaction(writer, tenant, async (tx, accountId, { clock }) => {
    const id = await createMailingMaker({ clock })(tx, accountId, contentOf(tenant, kind));
    made = { id, kind, tenant, readers: [] };
    writer.history.mailings.push(made);
    await work(tx, accountId, made);
  });
  if (isSure && made) markSure(made, 0);
  return isSure ? made : undefined;
}

function markSure({ readers }: StormMailing, from: number): void {
  for (const reader of readers.slice(from)) reader.isSure = true;
}

/**
 * Returns true only if the transaction was definitely committed. A transaction that failed because of a kill may have
 * been committed.
 */
async function transaction(
  writer: Writer,
  tenant: Tenant,
  work: (tx: Tx, accountId: number, installation: Installation) => Promise<void>,
): Promise<boolean> {
  try {
    await withAccount(writer, tenant, (installation, accountId) =>
      installation.db.transaction((tx) => work(tx, accountId, installation)),
    );
    return true;
  } catch {
    // A process was killed, so it is unknown whether the transaction was committed.
    await pause(RETRY_MS, undefined, { signal: writer.signal });
    return false;
  }
}

async function untilDone(
  writer: Writer,
  work: (db: Database, accountId: number) => Promise<void>,
  tenant: Tenant,
): Promise<void> {
  const deadlineMs = performance.now() + END_WITHIN_MS;
  for (;;) {
    try {
      await withAccount(writer, tenant, ({ db }, accountId) => work(db, accountId));
      return;
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
      await pause(RETRY_MS, undefined, { signal: writer.signal });
    }
  }
}

async function withAccount(
  { installation }: Writer,
  { name }: Tenant,
  work: (installation: Installation, accountId: number) => Promise<void>,
): Promise<void> {
  const { id } = await accountOf(installation.db, `${name}@chaos.example`);
  await work(installation, id);
}

/** Adds `count` recipients to a mailing, each with a new address, and returns them. */
function readersOf({ random }: Writer, mailing: StormMailing, count: number) {
  return Array.from({ length: count }, () => {
    const domain = pick(random, RECEIVING_DOMAINS)?.name ?? '';
    const recipient = `reader-${mailing.id.replaceAll('-', '')}-${mailing.readers.length + 1}@${domain}`;
    mailing.readers.push({ recipient, isSure: false });
    return { address: addressOf(recipient), values: { name: `Reader ${mailing.readers.length}` } };
  });
}

/** Returns a new mailing. Its mail class has the same retry delays as single messages. */
function contentOf({ domain }: Tenant, kind: StormMailing['kind']): NewMailing {
  return {
    mailClass: kind === 'open' ? 'confirmation' : 'automation',
    kind,
    from: { name: 'Chaos', address: addressOf(`news@${domain}`) },
    replyTo: [],
    headers: [],
    linkPrefixes: [],
    subject: ['News for ', { slot: 'name', as: 'text' }],
    html: undefined,
    text: ['Hello ', { slot: 'name', as: 'text' }],
  };
}

function addressOf(text: string): EmailAddress {
  const parsed = parseAddress(text);
  if (isFault(parsed)) throw new Error(parsed.fault);
  return parsed;
}
