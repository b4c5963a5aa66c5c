import type { Db, Tx } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { unknownIds } from '../../../http/account/ids.ts';
import { createFieldFaults, type FieldFaults } from '../../../http/schema-errors.ts';
import { accountFields, fieldValues } from '../../audience/contact-fields/index.ts';
import { resolveFilter, storedFilter, type FilterParts } from '../../audience/contact-filters/index.ts';
import { ownedTags } from '../../audience/contact-tags/index.ts';
import { ownedLists } from '../../audience/lists/index.ts';
import { requireNoCycle } from './cycle-check.ts';
import { heldAutomation, ownAutomation } from './find.ts';
import type { StepInput } from './flow-schema.ts';
import { insertItem, updateItem } from './item-queries.ts';
import { DELAY_HOURS, MAX_EMAILS, MAX_ORDER } from './limits.ts';
import type { AutomationParts } from './parts.ts';
import { updateAutomationState } from './settle.ts';
import { insertStep, placeSteps, removeStep, stepsOf, updateStep, type StepRow } from './step-queries.ts';
import { flowOf, type Placed } from './tree.ts';

type Parts = Pick<AutomationParts, 'db' | 'filterParts'>;

/**
 * Replaces the steps of an automation. Steps with an ID keep their contacts. The contacts of removed steps continue
 * with the next remaining step. Each email must occur exactly once. Throws forbidden, not_found, or validation_error
 * with the path of each invalid step. `keep` is called before the change, with the automation locked.
 */
export async function replaceFlow(
  parts: Parts,
  accountId: number,
  automationId: number,
  given: readonly StepInput[],
  keep: (tx: Tx, held: readonly StepRow[], steps: readonly StepInput[]) => Promise<unknown>,
): Promise<void> {
  const { db } = parts;
  await ownAutomation(db, accountId, automationId);
  const steps = await usableSteps(parts, accountId, given);
  await db.transaction(async (tx) => {
    await heldAutomation(tx, accountId, automationId);
    const held = await stepsOf(tx, accountId, automationId);
    requireKnown(given, held);
    await keep(tx, held, steps);
    await storeSteps(tx, accountId, automationId, { held, steps });
    await requireNoCycle(tx, accountId, automationId);
    await updateAutomationState(tx, accountId, automationId);
  });
}

/**
 * Returns the steps with the IDs of the custom fields that they set. Throws validation_error with the path of each
 * reference to an object that the account does not have.
 */
export async function usableSteps(
  { db, filterParts }: Parts,
  accountId: number,
  given: readonly StepInput[],
): Promise<readonly StepInput[]> {
  const faults = createFieldFaults();
  const steps = await withFieldIds(db, accountId, given, faults);
  await checkUsable(db, accountId, steps, filterParts, faults);
  throwAny(faults);
  return steps;
}

/**
 * Stores steps in place of the current steps of an automation. `held` contains the current and the removed steps. The
 * caller must hold the lock on the automation, and must then call `updateAutomationState`.
 */
export async function storeSteps(
  tx: Tx,
  accountId: number,
  automationId: number,
  { held, steps }: { readonly held: readonly StepRow[]; readonly steps: readonly StepInput[] },
): Promise<readonly Placed[]> {
  const ids = await keepSteps(tx, accountId, automationId, steps);
  const placed = steps.map(({ branch, kind, parent }, index): Placed => {
    return { id: ids[index] ?? 0, kind, parent_id: parent === null ? null : (ids[parent] ?? 0), branch };
  });
  await placeAll(tx, accountId, placed);
  await removeOthers(tx, accountId, held, placed);
  return placed;
}

/**
 * Stores the position and the branch of each step of an automation. The caller must hold the lock on the automation.
 */
export async function placeAll(tx: Tx, accountId: number, placed: readonly Placed[]): Promise<void> {
  await placeSteps(
    tx,
    accountId,
    placed.map(({ id }) => id),
    placed.map(({ parent_id }) => parent_id),
    placed.map(({ branch }) => branch),
  );
}

/** Returns the steps of an automation in order, without removed steps. */
export async function currentSteps(db: Db, accountId: number, automationId: number): Promise<readonly StepRow[]> {
  return (await stepsOf(db, accountId, automationId)).filter(({ is_deleted }) => !is_deleted);
}

/** Inserts and updates steps. Returns their IDs in the given order. */
async function keepSteps(
  tx: Tx,
  account_id: number,
  automation_id: number,
  given: readonly StepInput[],
): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const step of given) {
    const { delayHours, id, kind, settings } = step;
    const row = {
      account_id,
      settings: JSON.stringify(settings),
      event_name: kind === 'wait' ? (settings.event ?? null) : null,
    };
    if (id === undefined) {
      const [made] =
        step.campaignId === undefined
          ? await insertStep(tx, { ...row, automation_id, kind })
          : await insertItem(tx, account_id, automation_id, step.campaignId, MAX_ORDER, delayHours ?? DELAY_HOURS);
      ids.push(made?.id ?? 0);
    } else {
      if (kind !== 'email') await updateStep(tx, { ...row, id });
      else if (delayHours !== undefined) await updateItem(tx, account_id, id, delayHours);
      ids.push(id);
    }
  }
  return ids;
}

async function removeOthers(
  tx: Tx,
  account_id: number,
  held: readonly StepRow[],
  placed: readonly Placed[],
): Promise<void> {
  const { after } = flowOf(held);
  const orderOf = new Map(placed.map(({ id }, index) => [id, index]));
  for (const { id, is_deleted } of held) {
    if (is_deleted || orderOf.has(id)) continue;
    let next = after(id);
    while (next !== null && !orderOf.has(next)) next = after(next);
    const order = next === null ? placed.length : (orderOf.get(next) ?? 0);
    const { branch = null, parent_id = null } = placed[order] ?? {};
    await removeStep(tx, { account_id, id, parent_id, branch, send_order: order + 1 });
  }
}

/** Throws validation_error for unknown or repeated steps, and for missing emails. */
function requireKnown(given: readonly StepInput[], held: readonly StepRow[]): void {
  const faults = createFieldFaults();
  addUnknown(faults, given, held);
  const used = new Set(given.map(({ id }) => id));
  const missing = held.filter(({ id, is_deleted, kind }) => kind === 'email' && !is_deleted && !used.has(id));
  if (missing.length > 0) {
    const ids = missing.map(({ id }) => id).join(', ');
    faults.add(
      'steps',
      `must include all emails of the automation. Missing: ${ids}. To remove an email, delete it with a separate request.`,
    );
  }
  throwAny(faults);
}

/**
 * Throws validation_error for unknown or repeated steps of a draft. `campaignIds` are the emails that were added to the
 * draft.
 */
export function requireKnownInDraft(
  given: readonly StepInput[],
  held: readonly StepRow[],
  campaignIds: readonly number[],
): void {
  const faults = createFieldFaults();
  addUnknown(faults, given, held);
  const used = new Set<number>();
  for (const { campaignId, path } of given) {
    if (campaignId === undefined) continue;
    if (!campaignIds.includes(campaignId)) {
      faults.add(`${path}.campaign_id`, 'must be the campaign of an email that was added to this draft.');
    } else if (used.has(campaignId)) faults.add(`${path}.campaign_id`, 'must not be used by another step.');
    used.add(campaignId);
  }
  const emails = given.filter(({ kind }) => kind === 'email').length;
  if (emails > MAX_EMAILS) faults.add('steps', `must have at most ${MAX_EMAILS} emails, not ${emails}.`);
  throwAny(faults);
}

/** Adds an error for each unknown or repeated step. */
function addUnknown(faults: FieldFaults, given: readonly StepInput[], held: readonly StepRow[]): void {
  const kinds = new Map(held.flatMap((step) => (step.is_deleted ? [] : [[step.id, step.kind]])));
  const used = new Set<number>();
  for (const { id, kind, path } of given) {
    if (id === undefined) continue;
    if (kinds.get(id) !== kind) faults.add(`${path}.id`, `must be the ID of a ${kind} step of this automation.`);
    else if (used.has(id)) faults.add(`${path}.id`, 'must not be used by another step.');
    used.add(id);
  }
}

/** Returns the steps with the IDs of the custom fields that they set. Adds an error for each invalid name or value. */
export async function withFieldIds(
  db: Db,
  accountId: number,
  given: readonly StepInput[],
  faults: FieldFaults,
): Promise<readonly StepInput[]> {
  if (given.every(({ fields }) => fields.length === 0)) return given;
  const known = await accountFields(db, accountId);
  return given.map((step) => {
    const { fields, path, settings } = step;
    if (fields.length === 0) return step;
    const set_fields = fieldValues(known, fields, (where, sentence) => {
      // Field paths in these errors have the form `contact_fields.0.value`.
      const { name = '' } = fields[Number(where.split('.')[1])] ?? {};
      faults.add(`${path}.set_fields.${name}`, sentence);
    });
    return { ...step, settings: { ...settings, set_fields } };
  });
}

/** Adds an error for each list ID, tag ID, and filter that refers to an object that the account does not have. */
async function checkUsable(
  db: Db,
  accountId: number,
  given: readonly StepInput[],
  filterParts: FilterParts,
  faults: FieldFaults,
): Promise<void> {
  const idsIn = (keys: readonly ('add_list_ids' | 'remove_list_ids' | 'add_tag_ids' | 'remove_tag_ids')[]) => [
    ...new Set(given.flatMap(({ settings }) => keys.flatMap((key) => settings[key] ?? []))),
  ];
  const groups = [
    { keys: ['add_list_ids', 'remove_list_ids'], owned: ownedLists },
    { keys: ['add_tag_ids', 'remove_tag_ids'], owned: ownedTags },
  ] as const;
  for (const { keys, owned } of groups) {
    const known = await owned(db, accountId, idsIn(keys));
    for (const { path, settings } of given) {
      for (const key of keys) {
        const sentence = unknownIds(settings[key] ?? [], known);
        if (sentence !== undefined) faults.add(`${path}.${key}`, sentence);
      }
    }
  }
  for (const { path, settings } of given) {
    if (!settings.filter) continue;
    const { filter } = settings;
    await addFilterFaults(faults, `${path}.filter`, async () =>
      resolveFilter(db, accountId, storedFilter(filter), filterParts),
    );
  }
}

function throwAny(faults: FieldFaults): void {
  const errors = faults.errors();
  if (errors) throw invalid(errors);
}

/** Adds the errors of a filter, with `path` in place of `filter` in their field paths. */
export async function addFilterFaults(
  faults: FieldFaults,
  path: string,
  resolve: () => Promise<unknown>,
): Promise<void> {
  try {
    await resolve();
  } catch (error) {
    if (!(error instanceof Refusal) || !error.details.errors) throw error;
    for (const [field, sentences] of Object.entries(error.details.errors)) {
      for (const sentence of sentences) faults.add(field.replace(/^filter/, path), sentence);
    }
  }
}
