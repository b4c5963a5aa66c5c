import type { Tx } from '../../../base/db.ts';
import { accountFields } from '../../audience/contact-fields/index.ts';
import { addMembers, removeMembers, setFields, lockAudience } from '../../audience/contacts/index.ts';
import { ownedTags } from '../../audience/contact-tags/index.ts';
import { ownedLists } from '../../audience/lists/index.ts';
import { passesTest, type ConditionSettings, type StepKind, type UpdateSettings } from '../automations/index.ts';
import { dueAt, matching } from './due.ts';
import { CHECK_MINUTES, STEP_CONTACTS } from './limits.ts';
import type { RunParts } from './parts.ts';
import {
  startWait,
  checkWaitLater,
  contactsWithEvent,
  lockAutomations,
  lockContacts,
  reportedContacts,
} from './other-step-queries.ts';
import { dueEntries, eventsOf, scheduleItem, type ClaimedItem, type EntryRow } from './queries.ts';
import { move, settled, type Held, type Move, type Stepped } from './move.ts';

/**
 * Locks the audience, the due contacts, and all automations of the account, in this order. Returns the IDs of the
 * locked contacts. Must be called before other locks are acquired.
 */
export async function holdForUpdate(tx: Tx, claimed: ClaimedItem): Promise<ReadonlySet<number>> {
  const { account_id: accountId, id } = claimed;
  await lockAudience(tx, accountId);
  const due = await dueEntries(tx, accountId, id, 0, STEP_CONTACTS);
  const held = await lockContacts(
    tx,
    accountId,
    due.map((row) => row.contact_id),
  );
  await lockAutomations(tx, accountId);
  return new Set(held.map((row) => row.id));
}

/**
 * Processes a batch of contacts at a step other than an email. If `changeable` is given, processes only these contacts.
 * Contacts that can no longer receive email or match the exit filter leave the automation.
 */
export async function otherPiece(
  parts: RunParts,
  held: Held,
  kind: StepKind,
  changeable: ReadonlySet<number> | undefined,
): Promise<Stepped> {
  const { claimed, tx } = held;
  const limit = parts.stepContacts ?? STEP_CONTACTS;
  const rows = await dueAt(parts, held, limit);
  const due = changeable ? rows.filter((row) => changeable.has(row.contact_id)) : rows;
  const leaving = due.filter((row) => row.isLeaving).map((entry): Move => ({ entry, became: 'left' }));
  const going = await MOVERS[kind](
    parts,
    held,
    due.filter((row) => !row.isLeaving),
  );
  await move(held, [...leaving, ...going]);
  if (rows.length < limit) return settled(held);
  await scheduleItem(tx, claimed.account_id, claimed.id, parts.leaseSeconds);
  return 'more';
}

type Mover = (parts: RunParts, held: Held, due: readonly EntryRow[]) => Promise<readonly Move[]>;

/**
 * Functions that process contacts, by kind of step. Each function returns the contacts that leave the step. All other
 * contacts stay at the step.
 */
const MOVERS: Readonly<Record<StepKind, Mover>> = {
  email: async () => Promise.resolve([]),
  exit: async (_parts, _held, due) => Promise.resolve(due.map((entry) => ({ entry, became: 'done', nextId: null }))),
  condition: branch,
  wait,
  update,
  webhook,
};

async function branch(parts: RunParts, held: Held, due: readonly EntryRow[]): Promise<readonly Move[]> {
  const { claimed, flow, item } = held;
  const met = await contactsMeeting(parts, held, item.settings, due);
  const [yes, no] = [flow.into(claimed.id, 'yes'), flow.into(claimed.id, 'no')];
  return due.map((entry) =>
    met.has(entry.contact_id) ? { entry, became: 'met', nextId: yes } : { entry, became: 'done', nextId: no },
  );
}

async function wait(parts: RunParts, held: Held, due: readonly EntryRow[]): Promise<readonly Move[]> {
  const { claimed, item, tx } = held;
  const { account_id: accountId, automation_id: automationId } = claimed;
  const { filter, minutes, time = '00:00', timeout_minutes: timeout, timezone, weekdays = [] } = item.settings;
  const arriving = due.filter((row) => !row.is_in_wait);
  const over = due.filter((row) => row.is_in_wait && (row.is_over || !filter));
  // Contacts that already match the filter do not wait.
  const checked = filter ? due.filter((row) => !over.includes(row)) : [];
  const met = filter ? await contactsMeeting(parts, held, { filter }, checked) : new Set<number>();
  const idsOf = (rows: readonly EntryRow[]) => rows.map((row) => row.contact_id).filter((id) => !met.has(id));
  await startWait(tx, {
    accountId,
    automationId,
    contactIds: idsOf(arriving),
    minutes: minutes ?? timeout ?? null,
    weekdays,
    time,
    isOfContact: timezone === 'contact',
    checkMinutes: filter ? CHECK_MINUTES : null,
  });
  await checkWaitLater(tx, accountId, automationId, idsOf(checked.filter((row) => row.is_in_wait)), CHECK_MINUTES);
  const going = [...over, ...checked.filter((row) => met.has(row.contact_id))];
  return going.map((entry) => ({ entry, became: 'done' }));
}

async function update(_parts: RunParts, held: Held, due: readonly EntryRow[]): Promise<readonly Move[]> {
  const { claimed, item, tx } = held;
  const ids = due.map((row) => row.contact_id);
  await changeContacts(tx, claimed.account_id, item.settings, ids);
  return due.map((entry) => ({ entry, became: 'done' }));
}

/** Reports the contacts at a webhook step to the account's webhook. */
async function webhook(
  { clock, reportSteps }: RunParts,
  held: Held,
  due: readonly EntryRow[],
): Promise<readonly Move[]> {
  const { automation, claimed, item, tx } = held;
  const { account_id: accountId, automation_id: automationId, id } = claimed;
  const contacts = await reportedContacts(
    tx,
    accountId,
    automationId,
    due.map((row) => row.contact_id),
  );
  await reportSteps(tx, accountId, {
    occurredAt: new Date(clock.now()),
    automation: { id: automationId, title: automation.title },
    step: { id, name: item.settings.name ?? '' },
    contacts,
  });
  return due.map((entry) => ({ entry, became: 'done' }));
}

/** Changes lists, tags, and fields of contacts. Skips lists, tags, and fields that were deleted in the meantime. */
async function changeContacts(
  tx: Tx,
  accountId: number,
  settings: UpdateSettings,
  contactIds: readonly number[],
): Promise<void> {
  const lists = await ownedLists(tx, accountId, [
    ...(settings.add_list_ids ?? []),
    ...(settings.remove_list_ids ?? []),
  ]);
  const tags = await ownedTags(tx, accountId, [...(settings.add_tag_ids ?? []), ...(settings.remove_tag_ids ?? [])]);
  const members = (groupIds: readonly number[] = [], owned: ReadonlySet<number>) =>
    groupIds
      .filter((id) => owned.has(id))
      .flatMap((groupId) => contactIds.map((contactId) => ({ groupId, contactId })));
  await removeMembers(tx, accountId, 'list', members(settings.remove_list_ids, lists));
  await addMembers(tx, accountId, 'list', members(settings.add_list_ids, lists));
  await removeMembers(tx, accountId, 'tag', members(settings.remove_tag_ids, tags));
  await addMembers(tx, accountId, 'tag', members(settings.add_tag_ids, tags));
  if (!settings.set_fields) return;
  const fields = new Set((await accountFields(tx, accountId)).map(({ id }) => String(id)));
  const values = Object.entries(settings.set_fields).filter(([id]) => fields.has(id));
  if (values.length > 0) await setFields(tx, accountId, contactIds, Object.fromEntries(values));
}

/** Returns the contacts that pass all tests of a condition. */
async function contactsMeeting(
  parts: RunParts,
  held: Held,
  { event, event_property: test, filter }: ConditionSettings,
  due: readonly EntryRow[],
): Promise<ReadonlySet<number>> {
  const { claimed, tx } = held;
  const { account_id: accountId, automation_id: automationId } = claimed;
  let ids = due.map((row) => row.contact_id);
  if (filter) {
    const found = await matching(parts, held, filter, ids);
    ids = ids.filter((id) => found.has(id));
  }
  if (event !== undefined && ids.length > 0) {
    const found = await contactsWithEvent(tx, accountId, automationId, ids, event);
    ids = found.map((row) => row.contact_id);
  }
  if (test && ids.length > 0) {
    const events = await eventsOf(tx, accountId, automationId, ids);
    const properties = new Map(events.map((row) => [row.contact_id, row.properties]));
    ids = ids.filter((id) => passesTest(properties.get(id), test));
  }
  return new Set(ids);
}
