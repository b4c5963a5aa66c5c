import { Type } from 'typebox';
import type { Db } from '../../../base/db.ts';
import { leastUuidOf, presentId } from '../../../base/ids.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { parserOf } from '../../../http/parser.ts';
import { statusOf } from '../../transactional/messages/index.ts';
import { STEP_KINDS } from '../automations/index.ts';
import {
  automationsOfContact,
  mergedContacts,
  TIMELINE_KINDS,
  timelinePage,
  type TimelineKind,
  type TimelineRow,
} from './queries.ts';

/** Number of entries on a page. */
const PAGE = 50;
/** A timestamp, in milliseconds, that is later than the timestamps of all entries. */
const LAST_MS = 2 ** 48 - 1;

const TIME = Type.String({ format: 'date-time' });
const NAME = Type.Union([Type.String(), Type.Null()]);

const entrySchema = Type.Object({
  key: Type.String({ description: 'Identifies the entry within the timeline.' }),
  at: TIME,
  kind: Type.Enum([...TIMELINE_KINDS]),
  type: Type.Enum([
    'added',
    'merged',
    'confirmed',
    'consented',
    'list',
    'tag',
    'left_list',
    'sent',
    'message',
    'opened',
    'clicked',
    'bounced',
    'unsubscribed',
    'complained',
    'invalid',
    'event',
    'entered_automation',
    'ended_automation',
  ]),
  name: Type.Union([Type.String(), Type.Null()], {
    description:
      'Name of the list, tag, event, automation, form, or imported file; title or subject of the email; or address of the merged contact. Null if the entry has no name, or if the object was deleted.',
  }),
  object_id: Type.Union([Type.String(), Type.Null()], {
    description:
      'ID of the list, tag, form, automation, campaign, message, or event. For an automation email, this is the ID of the automation.',
  }),
  details: Type.Object({
    source: Type.Optional(Type.String({ description: 'The source that added the contact or recorded the consent.' })),
    ip_address: Type.Optional(Type.String()),
    recorded_by: Type.Optional(Type.String({ description: 'The user who recorded the consent.' })),
    text: Type.Optional(Type.String({ description: 'The text that the contact agreed to.' })),
    campaign_kind: Type.Optional(NAME),
    links: Type.Optional(Type.Array(Type.String(), { description: 'Up to ten links that the contact clicked.' })),
    status: Type.Optional(Type.String({ description: 'Status of a transactional email.' })),
    tag: Type.Optional(Type.String({ description: 'Tag of a transactional email.' })),
    properties: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
});

/** Schema of a page of a contact's timeline. */
export const timelineSchema = Type.Object(
  {
    data: Type.Array(entrySchema, { description: `Up to ${PAGE} entries, newest first.` }),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'Value to pass as `before` to get the next page. Null on the last page.',
    }),
  },
  { $id: 'ContactTimeline' },
);

/** Schema of the automations that a contact is or was in. */
export const inAutomationsSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        automation_id: Type.Integer(),
        title: Type.String(),
        active: Type.Boolean(),
        entered_at: TIME,
        ended_at: Type.Union([TIME, Type.Null()], {
          description:
            'When the contact completed or exited the automation. Null while the contact is in the automation.',
        }),
        emails: Type.Integer({ description: 'Number of emails that were sent to the contact.' }),
        step: Type.Union(
          [
            Type.Object({
              id: Type.Integer(),
              type: Type.Enum([...STEP_KINDS]),
              position: Type.Integer({ description: 'Position of the step in the automation, starting at 1.' }),
              name: Type.Union([Type.String(), Type.Null()], { description: 'Title of the email.' }),
              due_at: Type.String({ format: 'date-time', description: 'The latest time at which the step runs.' }),
            }),
            Type.Null(),
          ],
          {
            description:
              'The step that the contact is waiting for. Null after the contact has completed or exited the automation.',
          },
        ),
      }),
      { description: 'The contact’s automations, current automations first.' },
    ),
  },
  { $id: 'ContactAutomations' },
);

interface Cursor {
  readonly at: Date;
  readonly key: string;
}

/** Parses the kind of the entries, and the cursor of the page. */
export const timelineQuery = parserOf(
  Type.Object({
    kind: Type.Optional(Type.String({ description: `One of ${TIMELINE_KINDS.join(', ')}. Default: all kinds.` })),
    before: Type.Optional(Type.String({ description: 'The value of `next` on the previous page.' })),
  }),
  (
    { before: given = '', kind: wanted = '' },
    fail,
  ): { readonly kind: TimelineKind | null; readonly before: Cursor | undefined } => {
    const kind = TIMELINE_KINDS.find((each) => each === wanted) ?? null;
    if (wanted !== '' && kind === null) fail('kind', `must be one of ${TIMELINE_KINDS.join(', ')}.`);
    const before = cursorOf(given);
    if (given !== '' && !before) fail('before', 'must be the `next` value of an earlier page.');
    return { kind, before };
  },
);

function cursorOf(given: string): Cursor | undefined {
  const [, time = '', key = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~([\w -]{1,80})$/.exec(given) ?? [];
  const at = new Date(time);
  return Number.isNaN(at.getTime()) || at.getTime() < 0 ? undefined : { at, key };
}

/** Returns a page of the timeline of a contact, newest first. */
export async function timelineOf(
  db: Db,
  accountId: number,
  contactId: number,
  { before, kind }: ReturnType<typeof timelineQuery.parse>,
): Promise<AnswerOf<typeof timelineSchema>> {
  const merged = await mergedContacts(db, accountId, contactId);
  const rows = await timelinePage(db, {
    accountId,
    contactIds: [contactId, ...merged.map(({ id }) => id)],
    kind,
    beforeAt: before?.at ?? null,
    beforeKey: before?.key ?? '',
    beforeId: leastUuidOf(before ? Math.min(before.at.getTime() + 1, LAST_MS) : LAST_MS),
    limit: PAGE + 1,
  });
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  return {
    data: shown.map(presentEntry),
    next: rows.length > PAGE && last ? `${last.at.toISOString()}~${last.key}` : null,
  };
}

type Entry = AnswerOf<typeof entrySchema>;

function presentEntry({ at, details, key, kind, name, object_id: objectId, type }: TimelineRow): Entry {
  const { campaign_id: _campaignId, contact_id: _contactId, status_number: status, ...shown } = details;
  return {
    key,
    at: at.toISOString(),
    kind,
    // Safe cast: the statement only returns types that the schema allows.
    type: type as Entry['type'],
    name,
    object_id: type === 'message' && objectId !== null ? presentId('tm', objectId) : objectId,
    details: status === undefined ? shown : { ...shown, status: statusOf(Number(status)) },
  };
}

/** Returns the automations that a contact is or was in, current ones first. */
export async function inAutomations(
  db: Db,
  accountId: number,
  contactId: number,
): Promise<AnswerOf<typeof inAutomationsSchema>> {
  const rows = await automationsOfContact(db, accountId, contactId);
  return {
    data: rows.map((row) =>
      Object.assign(row, {
        entered_at: row.entered_at.toISOString(),
        ended_at: row.ended_at?.toISOString() ?? null,
      }),
    ),
  };
}
