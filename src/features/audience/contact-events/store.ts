import type { Tx } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { createFieldFaults } from '../../../http/schema-errors.ts';
import { contactsAmong, eventsByKey, insertEvents, type NewEventColumns } from './queries.ts';
import type { EventInput } from './schema.ts';

/** Events that are stored atomically. */
export interface Submission {
  readonly events: readonly EventInput[];
  /** Whether error fields contain the position of the event, as in `events.2.email`. */
  readonly isBatch: boolean;
}

export interface StoredEvent {
  readonly id: number;
  readonly contactId: number;
}

type Outcome = { readonly events: readonly StoredEvent[] } | { readonly refusal: Refusal };

/**
 * Stores the events of several submissions of an account and returns the results in the same order. A submission with
 * an unknown contact is rejected as a whole, and the others are stored. Throws conflict if a key was already used for a
 * different event. The caller must then roll back and store each submission in its own transaction.
 */
export async function storeSubmissions(
  tx: Tx,
  accountId: number,
  submissions: readonly Submission[],
): Promise<readonly Outcome[]> {
  const idOf = await knownContacts(tx, accountId, submissions);
  const refusals = submissions.map((submission) => refusalFor(submission, idOf));
  const accepted = submissions.flatMap(({ events, isBatch }, index) =>
    refusals[index] ? [] : events.map((event, place) => ({ event, place, isBatch })),
  );
  const stored = await storeAll(tx, accountId, accepted, idOf);
  let at = 0;
  return submissions.map(({ events }, index): Outcome => {
    const refusal = refusals[index];
    if (refusal) return { refusal };
    at += events.length;
    return { events: stored.slice(at - events.length, at) };
  });
}

type IdOf = (contact: EventInput['contact']) => number | undefined;

async function knownContacts(tx: Tx, accountId: number, submissions: readonly Submission[]): Promise<IdOf> {
  const contacts = submissions.flatMap(({ events }) => events.map(({ contact }) => contact));
  const emails = new Set(contacts.flatMap((contact) => ('email' in contact ? [contact.email] : [])));
  const ids = new Set(contacts.flatMap((contact) => ('id' in contact ? [contact.id] : [])));
  const rows = await contactsAmong(tx, accountId, [...emails], [...ids]);
  const byEmail = new Map(rows.map(({ email, id }) => [email, id]));
  const known = new Set(rows.map(({ id }) => id));
  return (contact) =>
    'email' in contact ? byEmail.get(contact.email) : known.has(contact.id) ? contact.id : undefined;
}

function refusalFor({ events, isBatch }: Submission, idOf: IdOf): Refusal | undefined {
  const faults = createFieldFaults();
  for (const [index, { contact }] of events.entries()) {
    if (idOf(contact) !== undefined) continue;
    const [field, sentence] =
      'email' in contact
        ? [
            'email',
            'must be the email address of one of your contacts. To add the contact, set `create_contact` to true.',
          ]
        : ['contact_id', 'must be the ID of one of your contacts.'];
    faults.add(isBatch ? `events.${index}.${field}` : field, sentence);
  }
  const errors = faults.errors();
  return errors && invalid(errors);
}

interface Placed {
  readonly event: EventInput;
  readonly place: number;
  readonly isBatch: boolean;
}

async function storeAll(
  tx: Tx,
  accountId: number,
  placed: readonly Placed[],
  idOf: IdOf,
): Promise<readonly StoredEvent[]> {
  if (placed.length === 0) return [];
  const columns = columnsOf(
    accountId,
    placed.map(({ event }) => event),
    idOf,
  );
  const stored = new Map((await insertEvents(tx, columns)).map(({ id, place }) => [place - 1, id]));
  const isKeyed = stored.size < placed.length;
  const keyed = isKeyed ? new Map((await eventsByKey(tx, columns)).map((row) => [row.place - 1, row])) : undefined;
  return placed.map(({ isBatch, place }, index) => {
    const contactId = columns.contactIds[index] ?? 0;
    const id = stored.get(index);
    if (id !== undefined) return { id, contactId };
    const known = keyed?.get(index);
    if (!known?.is_same) throw usedKey(place, isBatch);
    return { id: known.id, contactId };
  });
}

function columnsOf(accountId: number, events: readonly EventInput[], idOf: IdOf): NewEventColumns {
  return {
    accountId,
    names: events.map(({ name }) => name),
    contactIds: events.map(({ contact }) => idOf(contact) ?? 0),
    properties: events.map(({ properties }) => JSON.stringify(properties)),
    keys: events.map(({ idempotencyKey }) => idempotencyKey),
    occurredAt: events.map(({ occurredAt }) => occurredAt ?? null),
  };
}

function usedKey(index: number, isBatch: boolean): Refusal {
  return new Refusal('conflict', {
    message: `\`${isBatch ? `events.${index}.` : ''}idempotency_key\` was already used for a different event.`,
    fix: 'Use a new key for a new event. To get the ID of the stored event, send the original event again.',
  });
}
