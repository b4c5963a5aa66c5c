import { Type } from 'typebox';
import type { Database, Tx } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { parserOf } from '../../../http/parser.ts';
import {
  contactSchema,
  presentContacts,
  removeContacts,
  requireOwnContact,
  lockAudience,
  type PresentedContact,
} from '../contacts/index.ts';
import {
  lockContacts,
  mergeDepartures,
  mergeEntries,
  mergeSuppression,
  mergeTopics,
  mergeValues,
  moveLists,
  moveRecords,
  moveTags,
} from './queries.ts';

const GROUPS = (description: string) =>
  Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }), { description });

/** Schema of the result of a merge, or of its dry run. */
export const mergeSchema = Type.Object(
  {
    dry_run: Type.Boolean(),
    contact: contactSchema,
    merged_contact: Type.Object({ id: Type.Integer(), email: Type.String() }),
    changes: Type.Object({
      unsubscribed: Type.Boolean({
        description: 'Whether the contact is now unsubscribed, because the other contact was unsubscribed.',
      }),
      suppressed: Type.Boolean({
        description:
          'Whether the address is now suppressed, because the other address was suppressed manually or after a complaint.',
      }),
      lists_added: GROUPS('Lists that the contact was added to.'),
      lists_removed: GROUPS('Lists that the other contact had unsubscribed from on its preferences page.'),
      tags_added: GROUPS('Tags that were added to the contact.'),
      fields_filled: Type.Array(Type.String(), {
        description:
          'Fields that were empty and were filled from the other contact: `first_name`, `last_name`, `language`, `timezone`, `ip_address`, and names of custom fields.',
      }),
      automations_moved: Type.Integer({
        description: 'Number of the other contact’s automations that continue for this contact.',
      }),
      automations_ended: Type.Integer({
        description:
          'Number of the other contact’s automations that ended because this contact is or was in the same automation.',
      }),
      consents_moved: Type.Integer(),
      events_moved: Type.Integer(),
    }),
  },
  { $id: 'ContactMerge' },
);
type MergeAnswer = AnswerOf<typeof mergeSchema>;

/** Parses the request to merge contacts. */
export const mergeInput = parserOf(
  Type.Object({
    contact_id: Type.Integer({
      minimum: 1,
      description: 'ID of the contact that is merged into this contact and deleted.',
    }),
    dry_run: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'If true, returns the changes that the merge would make, without merging the contacts.',
      }),
    ),
  }),
  ({ contact_id: mergedId, dry_run: isDryRun = false }) => ({ mergedId, isDryRun }),
);

/** Thrown to roll back the transaction of a dry run. */
const UNDO = new Error('Dry run');

/**
 * Merges a contact into another contact of the account, and deletes the merged contact. A dry run makes the same
 * changes and rolls them back, so that it reports exactly what the merge would do. Throws forbidden or not_found if the
 * account does not have the contact to keep. Throws validation_error on `contact_id` if the account does not have the
 * other contact, or if both are the same contact.
 */
export async function mergeContacts(
  db: Database,
  accountId: number,
  keptId: number,
  { isDryRun, mergedId }: ReturnType<typeof mergeInput.parse>,
): Promise<MergeAnswer> {
  let answer: MergeAnswer | undefined;
  try {
    await db.transaction(async (tx) => {
      const merged = await mergeIn(tx, accountId, keptId, mergedId);
      answer = { dry_run: isDryRun, ...merged };
      if (isDryRun) throw UNDO;
    });
  } catch (error) {
    if (error !== UNDO) throw error;
  }
  if (!answer) throw new Error('The merge returned no result');
  return answer;
}

async function mergeIn(
  tx: Tx,
  accountId: number,
  keptId: number,
  mergedId: number,
): Promise<Omit<MergeAnswer, 'dry_run'>> {
  await lockAudience(tx, accountId);
  await requireOwnContact(tx, accountId, keptId);
  if (mergedId === keptId) throw invalid({ contact_id: ['must be the ID of another contact.'] });
  const held = await lockContacts(tx, accountId, keptId, mergedId);
  const [kept, merged] = [held.find(({ id }) => id === keptId), held.find(({ id }) => id === mergedId)];
  if (!kept || !merged) throw invalid({ contact_id: ['must be the ID of one of your contacts.'] });
  const before = await presentOne(tx, accountId, keptId);
  const moved = await moveAll(tx, accountId, keptId, mergedId);
  const suppressed = await mergeSuppression(tx, accountId, kept.email, merged.email);
  await removeContacts(tx, accountId, [mergedId]);
  const contact = await presentOne(tx, accountId, keptId);
  return {
    contact,
    merged_contact: { id: merged.id, email: merged.email },
    changes: {
      unsubscribed: !kept.is_unsubscribed && merged.is_unsubscribed,
      suppressed: suppressed.length > 0,
      ...moved,
      fields_filled: filledOf(before, contact),
    },
  };
}

async function presentOne(tx: Tx, accountId: number, id: number): Promise<PresentedContact> {
  const [contact] = await presentContacts(tx, accountId, [id]);
  if (!contact) throw new Error('Contact missing during a merge');
  return contact;
}

/** Moves the data of the merged contact to the kept contact, except for the suppression. Returns the changes. */
async function moveAll(tx: Tx, accountId: number, keptId: number, mergedId: number) {
  const [entries = { moved: 0, ended: 0 }] = await mergeEntries(tx, accountId, keptId, mergedId);
  const listsRemoved = await mergeDepartures(tx, accountId, keptId, mergedId);
  const listsAdded = await moveLists(tx, accountId, keptId, mergedId);
  const tagsAdded = await moveTags(tx, accountId, keptId, mergedId);
  const [records = { consents: 0, events: 0 }] = await moveRecords(tx, accountId, keptId, mergedId);
  await mergeTopics(tx, accountId, keptId, mergedId);
  await mergeValues(tx, accountId, keptId, mergedId);
  return {
    lists_added: listsAdded,
    lists_removed: listsRemoved,
    tags_added: tagsAdded,
    automations_moved: entries.moved,
    automations_ended: entries.ended,
    consents_moved: records.consents,
    events_moved: records.events,
  };
}

const VALUES = ['first_name', 'last_name', 'language', 'timezone', 'ip_address'] as const;

/** Returns the names of the values that a contact gained in a merge. Pure. */
function filledOf(before: PresentedContact, after: PresentedContact): string[] {
  const had = new Set(before.contact_fields.map(({ name }) => name));
  return [
    ...VALUES.filter((name) => before[name] !== after[name]),
    ...after.contact_fields.map(({ name }) => name).filter((name) => !had.has(name)),
  ];
}
