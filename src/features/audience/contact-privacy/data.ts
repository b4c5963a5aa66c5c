import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { presentId, timeOfUuid } from '../../../base/ids.ts';
import type { StreamOutput } from '../../../http/reply-stream.ts';
import { MAIL_CLASSES } from '../../../mail/mail-class.ts';
import { statusOf } from '../../transactional/messages/index.ts';
import { allConsents } from '../contacts/index.ts';
import { SECTIONS, type Section } from './data-map.ts';
import {
  automationData,
  campaignData,
  contactData,
  eventData,
  fullMailboxData,
  importData,
  mailData,
  mailingData,
  signUpData,
  suppressionData,
  unsubscriptionData,
} from './export-queries.ts';
import { walkMailingRecipients, walkRejects } from './walk-queries.ts';

const MIN_UUID = '00000000-0000-0000-0000-000000000000';
const MAX_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const MAILS_AT_ONCE = 200;
const ROWS_AT_ONCE = 10_000;
/**
 * Time limit of an export, in milliseconds. Shorter than the 120 seconds after which our HTTP server aborts a response.
 */
const MAX_MS = 100_000;

/** The person whose data is exported. */
export interface Whose {
  readonly accountId: number;
  readonly contactId: number;
  readonly address: string;
}

interface Source {
  readonly db: Db;
  readonly whose: Whose;
  /** Returns true if the client has disconnected or the time limit is reached. */
  readonly isOver: () => boolean;
}

type Items = AsyncIterable<readonly unknown[]>;

/** Functions that read the sections of the export. A section is an object, null, or a list that is read in batches. */
const READERS: Readonly<Record<Section, (source: Source) => Promise<unknown> | Items>> = {
  contact: async ({ db, whose }) => (await contactData(db, whose.accountId, whose.contactId))[0]?.contact ?? null,
  consents: ({ db, whose }) => allConsents(db, whose.accountId, whose.contactId),
  sign_up: async ({ db, whose }) => (await signUpData(db, whose.accountId, whose.contactId))[0] ?? null,
  suppression: async ({ db, whose }) => (await suppressionData(db, whose.accountId, whose.address))[0] ?? null,
  unsubscriptions: async ({ db, whose }) => unsubscriptionData(db, whose.accountId, whose.address),
  full_mailboxes: async ({ db, whose }) => fullMailboxData(db, whose.accountId, whose.address),
  messages,
  mailings,
  campaigns,
  events,
  automations: async ({ db, whose }) => automationData(db, whose.accountId, whose.contactId),
  imports,
};

/**
 * Writes the sections of a person's data export as one JSON object, in chunks. `complete`, the last property, is false
 * if the time limit ended the export early.
 */
export async function writePerson(
  parts: { readonly db: Db; readonly clock: Clock },
  whose: Whose,
  output: StreamOutput,
): Promise<void> {
  const endsAtMs = parts.clock.now() + MAX_MS;
  const isLate = () => parts.clock.now() >= endsAtMs;
  const source: Source = { db: parts.db, whose, isOver: () => output.signal.aborted || isLate() };
  output.write(`{"address":${JSON.stringify(whose.address)}`);
  for (const section of SECTIONS) {
    const read = READERS[section](source);
    if (read instanceof Promise) output.write(`,"${section}":${JSON.stringify(await read)}`);
    else await writeList(section, read, output);
  }
  output.write(`,"complete":${!isLate()}}\n`);
  await output.taken();
}

async function writeList(section: Section, items: Items, output: StreamOutput): Promise<void> {
  output.write(`,"${section}":[`);
  let isFirst = true;
  for await (const some of items) {
    const text = some.map((item) => JSON.stringify(item)).join(',');
    if (text === '') continue;
    output.write(isFirst ? text : `,${text}`);
    isFirst = false;
    await output.taken();
  }
  output.write(']');
}

async function* messages({ db, isOver, whose: { accountId, address } }: Source): Items {
  let [behindId, behindNo] = [MIN_UUID, 0];
  while (!isOver()) {
    const rows = await mailData(db, accountId, address, behindId, behindNo, MAILS_AT_ONCE);
    yield rows.map((row) => ({
      id: presentId('tm', row.message_id),
      created_at: new Date(timeOfUuid(row.message_id)).toISOString(),
      from: row.sender,
      subject: row.subject,
      tag: row.tag,
      status: statusOf(row.status),
      events: row.events,
    }));
    const last = rows.at(-1);
    if (!last || rows.length < MAILS_AT_ONCE) return;
    [behindId, behindNo] = [last.message_id, last.recipient_no];
  }
}

async function* mailings(source: Source): Items {
  const { accountId } = source.whose;
  for await (const keys of hitsOf(source, walkMailingRecipients, [MIN_UUID, '0'])) {
    const rows = await mailingData(source.db, accountId, keys.map(first), keys.map(second).map(Number));
    yield rows.map((row) =>
      Object.assign(row, {
        class: MAIL_CLASSES[Number(row['class'])],
        status: row['status'] === null ? 'queued' : statusOf(Number(row['status'])),
      }),
    );
  }
}

async function* campaigns({ db, isOver, whose: { accountId, contactId } }: Source): Items {
  let behindId = 0;
  while (!isOver()) {
    const rows = await campaignData(db, accountId, contactId, behindId, MAILS_AT_ONCE);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < MAILS_AT_ONCE) return;
    behindId = last.campaign_id;
  }
}

async function* events({ db, isOver, whose: { accountId, contactId } }: Source): Items {
  let afterId = 0;
  while (!isOver()) {
    const rows = await eventData(db, accountId, contactId, afterId, MAILS_AT_ONCE);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < MAILS_AT_ONCE) return;
    afterId = last.id;
  }
}

async function* imports(source: Source): Items {
  for await (const keys of hitsOf(source, walkRejects, [MIN_UUID, '-1'])) {
    yield await importData(source.db, source.whose.accountId, keys.map(first), keys.map(second).map(Number));
  }
}

type Key = readonly string[];
const first = (key: Key): string => key[0] ?? '';
const second = (key: Key): string => key[1] ?? '';

async function* hitsOf(
  { db, isOver, whose }: Source,
  walk: typeof walkRejects,
  start: Key,
): AsyncIterable<readonly Key[]> {
  let place = start;
  while (!isOver()) {
    const read = await walk(db, whose.accountId, whose.address, place, ROWS_AT_ONCE, MAX_UUID);
    const hits = read.filter((row) => row.is_hit).map((row) => row.key);
    if (hits.length > 0) yield hits;
    const last = read.at(-1);
    if (!last || read.length < ROWS_AT_ONCE) return;
    place = last.key;
  }
}
