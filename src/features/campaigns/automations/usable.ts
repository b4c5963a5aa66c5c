import type { Tx } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { unknownIds } from '../../../http/account/ids.ts';
import { createFieldFaults } from '../../../http/schema-errors.ts';
import { accountFields, type ContactField } from '../../audience/contact-fields/index.ts';
import { ownedTags } from '../../audience/contact-tags/index.ts';
import { keptLists } from '../../audience/lists/index.ts';
import { ownedSegments } from '../../audience/segments/index.ts';
import { triggerCampaign } from './queries.ts';
import type { Trigger } from './trigger.ts';

/**
 * Throws validation_error if a trigger refers to an object that does not belong to the account or cannot trigger this
 * automation. Locks the lists until the transaction ends. Must be called before the automation is locked.
 */
export async function requireUsable(
  tx: Tx,
  accountId: number,
  triggers: readonly Trigger[],
  {
    automationId,
    given = triggers,
    isList,
  }: {
    readonly automationId?: number;
    /** Triggers to check. Default: all triggers. */
    readonly given?: readonly Trigger[];
    /** Whether error fields contain the position of the trigger, as in `triggers.1.list_id`. */
    readonly isList: boolean;
  },
): Promise<void> {
  const faults = createFieldFaults();
  const lists = await keptLists(tx, accountId, idsIn(given, 'list_id'));
  const tags = await ownedTags(tx, accountId, idsIn(given, 'tag_id'));
  const segments = await ownedSegments(tx, accountId, idsIn(given, 'segment_id'));
  const fields = given.some((trigger) => trigger.field_id !== null) ? await accountFields(tx, accountId) : [];
  for (const trigger of given) {
    const {
      campaign_id: campaignId,
      field_id: fieldId,
      list_id: listId,
      segment_id: segmentId,
      tag_id: tagId,
    } = trigger;
    const index = triggers.indexOf(trigger);
    const add = (name: string, sentence: string | undefined): void => {
      if (sentence !== undefined) faults.add(isList ? `triggers.${index}.${name}` : `trigger_${name}`, sentence);
    };
    if (listId !== null) add('list_id', unknownIds([listId], lists));
    if (tagId !== null) add('tag_id', unknownIds([tagId], tags));
    if (segmentId !== null) add('segment_id', unknownIds([segmentId], segments));
    if (fieldId !== null) add('field_id', faultOfField(fields.find((field) => field.id === fieldId)));
    if (campaignId !== null) add('campaign_id', await faultOfCampaign(tx, accountId, campaignId, automationId));
  }
  const errors = faults.errors();
  if (errors) throw invalid(errors);
}

function idsIn(triggers: readonly Trigger[], column: 'list_id' | 'segment_id' | 'tag_id'): readonly number[] {
  return [...new Set(triggers.flatMap((trigger) => trigger[column] ?? []))].toSorted((a, b) => a - b);
}

function faultOfField(field: ContactField | undefined): string | undefined {
  if (!field) return 'must be the ID of one of your custom fields.';
  return field.type === 'date' ? undefined : 'must be the ID of a custom field of the type date.';
}

/** Returns the end of the error message if a campaign cannot trigger an automation. Returns undefined if it can. */
async function faultOfCampaign(
  tx: Tx,
  accountId: number,
  campaignId: number,
  automationId: number | undefined,
): Promise<string | undefined> {
  const [found] = await triggerCampaign(tx, accountId, campaignId);
  if (!found) return unknownIds([campaignId], new Set());
  if (found.kind === 'confirmation') {
    return 'must not be the confirmation email, because its opens and clicks are not tracked.';
  }
  return automationId !== undefined && found.automation_id === automationId
    ? 'must not be an email in this automation, because contacts could never enter the automation.'
    : undefined;
}

/** Throws validation_error if contacts should enter every year but can enter only once. */
export function requireReentry(triggers: readonly Trigger[], reentry: string, isList: boolean): void {
  const index = triggers.findIndex((trigger) => trigger.every_year === true);
  if (index === -1 || reentry !== 'never') return;
  throw invalid(
    isList
      ? { [`triggers.${index}.every_year`]: ['requires `reentry`. Set `reentry` to `after_completion` or `always`.'] }
      : { reentry: ['must not be `never`, because a trigger has `every_year`. Set `every_year` to false first.'] },
  );
}
