import type { Tx } from '../../../base/db.ts';
import { ERASED_ADDRESS } from '../../../mail/erased.ts';
import type { Piece, Step, Task } from './types.ts';
import {
  eraseInAudit,
  eraseInboxMails,
  eraseMailingRecipients,
  eraseRejects,
  eraseVendorEvents,
  eraseVendorMessages,
  eraseVendorRecipients,
  eraseWebhooks,
  walkAudit,
  walkInbox,
  walkMailingRecipients,
  walkMessages,
  walkRejects,
  walkVendorEvents,
  walkVendorMessages,
  walkVendorRecipients,
  walkWebhooks,
} from './walk-queries.ts';

const MIN_UUID = '00000000-0000-0000-0000-000000000000';
/** Number of rows per batch. */
const ROWS = 5_000;
const ROWS_WITH_TEXTS = 1_000;
/** A small batch size, because each row contains a complete message of up to several megabytes. */
const ROWS_WITH_MAILS = 50;
/** Marker that is appended to the progress key if rows were postponed. */
const LEFT = 'left';

type Walk = typeof walkMessages;
/** Erases rows that contain the address. Returns the number of rows whose erasure must be postponed. */
type EraseHits = (tx: Tx, task: Task, keys: readonly (readonly string[])[]) => Promise<number>;

interface Walking {
  readonly name: string;
  readonly walk: Walk;
  readonly rows: number;
  readonly start: readonly string[];
  readonly erase: EraseHits;
}

const column = (keys: readonly (readonly string[])[], at: number): string[] => keys.map((key) => key[at] ?? '');
const numbers = (keys: readonly (readonly string[])[], at: number): number[] => column(keys, at).map(Number);

type RewriteMessages = (tx: Tx, accountId: number, ids: readonly string[], address: string) => Promise<void>;

/**
 * Returns the steps for the tables without an index on the address. Each step scans all of the account's rows in a
 * table.
 */
export function walkSteps(rewriteMessages: RewriteMessages): Step[] {
  return [mentionsIn(rewriteMessages), ...MAIL_WALKS, ...OTHER_WALKS].map((walking) => ({
    name: walking.name,
    run: async (tx, task) => takePiece(tx, task, walking),
  }));
}

function mentionsIn(rewriteMessages: RewriteMessages): Walking {
  return {
    name: 'mentions in messages',
    walk: walkMessages,
    rows: ROWS_WITH_TEXTS,
    start: [MIN_UUID],
    erase: async (tx, { accountId, address }, keys) => {
      await rewriteMessages(tx, accountId, column(keys, 0), address);
      return 0;
    },
  };
}

const MAIL_WALKS: readonly Walking[] = [
  {
    name: 'mailings',
    walk: walkMailingRecipients,
    rows: ROWS,
    start: [MIN_UUID, '0'],
    erase: async (tx, { accountId, is_patient: isPatient }, keys) => {
      const batches = column(keys, 0);
      const erased = await eraseMailingRecipients(tx, accountId, batches, numbers(keys, 1), ERASED_ADDRESS, !isPatient);
      return batches.length - erased.length;
    },
  },
  {
    name: 'requests of other APIs',
    walk: walkVendorMessages,
    rows: ROWS_WITH_TEXTS,
    start: [MIN_UUID],
    erase: async (tx, { accountId, address }, keys) => {
      await eraseVendorMessages(tx, accountId, column(keys, 0), address, ERASED_ADDRESS);
      return 0;
    },
  },
  {
    name: 'recipients of other APIs',
    walk: walkVendorRecipients,
    rows: ROWS,
    start: [MIN_UUID, '-1'],
    erase: async (tx, { accountId }, keys) => {
      await eraseVendorRecipients(tx, accountId, column(keys, 0), numbers(keys, 1), ERASED_ADDRESS);
      return 0;
    },
  },
  {
    name: 'events of other APIs',
    walk: walkVendorEvents,
    rows: ROWS,
    start: ['0'],
    erase: async (tx, { accountId }, keys) => {
      await eraseVendorEvents(tx, accountId, numbers(keys, 0), ERASED_ADDRESS);
      return 0;
    },
  },
  {
    name: 'webhooks',
    walk: walkWebhooks,
    rows: ROWS_WITH_TEXTS,
    start: [MIN_UUID],
    erase: async (tx, { accountId, address }, keys) => {
      await eraseWebhooks(tx, accountId, column(keys, 0), address, ERASED_ADDRESS);
      return 0;
    },
  },
  {
    name: 'rows of imports',
    walk: walkRejects,
    rows: ROWS,
    start: [MIN_UUID, '-1'],
    erase: async (tx, { accountId }, keys) => {
      await eraseRejects(tx, accountId, column(keys, 0), numbers(keys, 1));
      return 0;
    },
  },
];

const OTHER_WALKS: readonly Walking[] = [
  {
    name: 'local inbox',
    walk: walkInbox,
    rows: ROWS_WITH_MAILS,
    start: [MIN_UUID],
    erase: async (tx, { accountId }, keys) => {
      await eraseInboxMails(tx, accountId, column(keys, 0));
      return 0;
    },
  },
  {
    name: 'audit log',
    walk: walkAudit,
    rows: ROWS_WITH_TEXTS,
    start: ['0'],
    erase: async (tx, { accountId, address }, keys) => {
      await eraseInAudit(tx, accountId, numbers(keys, 0), address, ERASED_ADDRESS);
      return 0;
    },
  },
];

/** Processes a batch of a scan. If rows were postponed, the whole scan is repeated later. */
async function takePiece(tx: Tx, task: Task, { erase, rows, start, walk }: Walking): Promise<Piece> {
  const { accountId, address, beforeId, place } = task;
  const from = place && place.length > 0 ? place.slice(0, start.length) : start;
  const read = await walk(tx, accountId, address, from, rows, beforeId);
  const hits = read.filter((row) => row.is_hit).map((row) => row.key);
  const left = hits.length === 0 ? 0 : await erase(tx, task, hits);
  const hasLeft = left > 0 || place?.[start.length] === LEFT;
  const last = read.at(-1);
  const erased = hits.length - left;
  if (last && read.length === rows) return { erased, place: [...last.key, ...(hasLeft ? [LEFT] : [])] };
  if (!hasLeft) return { erased, place: null };
  return { erased, place: [], waitsFor: 'A campaign or automation email to the address is still being sent.' };
}
