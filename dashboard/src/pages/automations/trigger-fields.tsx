import type { ReactNode } from 'react';
import type { ApiProblem, Input } from '../../api.ts';
import { Combobox } from '../../components/combobox.tsx';
import { Checkbox, Field } from '../../components/field.tsx';
import { RadioGroup } from '../../components/radio-group.tsx';
import { useCampaigns, useDateFields, useLists, useSegments, useTags } from '../contacts/choices.ts';
import type { Automation, Trigger } from './words.ts';

/**
 * The trigger that the user has chosen in the form. The ID of an object is a string, which is empty if no object is
 * chosen.
 */
export interface Chosen {
  readonly type: Trigger['type'];
  readonly list: string;
  readonly campaign: string;
  readonly tag: string;
  readonly segment: string;
  readonly event: string;
  readonly field: string;
  /** Number of days after the date in the field. A negative number means days before the date. */
  readonly days: string;
  readonly isYearly: boolean;
}

export const NO_CHOICE: Chosen = {
  type: 'apply_list',
  list: '',
  campaign: '',
  tag: '',
  segment: '',
  event: '',
  field: '',
  days: '0',
  isYearly: true,
};

export const TRIGGER_FIELDS = [
  'trigger_type',
  'trigger_list_id',
  'trigger_campaign_id',
  'trigger_tag_id',
  'trigger_event',
  'triggers.0.segment_id',
  'triggers.0.field_id',
  'triggers.0.days',
] as const;

const TYPES = [
  { value: 'apply_list', label: 'Contact is added to a list' },
  { value: 'contact_created', label: 'Contact is created' },
  { value: 'tag_added', label: 'Contact gets a tag' },
  { value: 'segment_entered', label: 'Contact enters a segment', hint: 'Segments are checked every five minutes.' },
  { value: 'field_date', label: 'Date in a custom field', hint: 'For example, a birthday or a renewal date.' },
  { value: 'event', label: 'Your application sends an event', hint: 'Applications send events through the API.' },
  { value: 'open_campaign', label: 'Contact opens a campaign', hint: 'Opens by bots and privacy proxies are ignored.' },
  { value: 'click_campaign', label: 'Contact clicks a link in a campaign', hint: 'Clicks by bots are ignored.' },
] as const;

type TriggerBody = Pick<
  NonNullable<Input<'PATCH /automations/{id}'>['body']>,
  | 'trigger_type'
  | 'trigger_list_id'
  | 'trigger_campaign_id'
  | 'trigger_tag_id'
  | 'trigger_event'
  | 'triggers'
  | 'reentry'
>;

/** Converts the trigger of a new automation to a request body of the API. Pure. */
export function triggerBody(chosen: Chosen): TriggerBody {
  const { type } = chosen;
  if (type === 'segment_entered' || type === 'field_date') return triggersBody(chosen, { reentry: 'never' });
  return { trigger_type: type, ...objectOf(chosen) };
}

/**
 * Returns the triggers of an automation after the first one is replaced. If contacts cannot enter again and the date is
 * repeated every year, also allows contacts to enter again after completion. Pure.
 */
export function triggersBody(
  chosen: Chosen,
  {
    automation_triggers: [first, ...others] = [],
    reentry,
  }: Pick<Automation, 'reentry'> & Partial<Pick<Automation, 'automation_triggers'>>,
): Pick<TriggerBody, 'reentry' | 'triggers'> {
  const triggers = [firstTrigger(chosen, first), ...others.map(triggerOf)];
  const isAgain = chosen.type === 'field_date' && chosen.isYearly && reentry === 'never';
  return isAgain ? { triggers, reentry: 'after_completion' } : { triggers };
}

/** Converts the choices in the form to a trigger that replaces another one. */
function firstTrigger(chosen: Chosen, before: Trigger | undefined): NonNullable<TriggerBody['triggers']>[number] {
  const { type } = chosen;
  if (type === 'segment_entered' || type === 'field_date') return { type, ...checkedObject(chosen, type) };
  // Keep the source of created contacts, because the form does not show it.
  const source = type === 'contact_created' && before?.type === type ? before.source : null;
  return { type, ...withoutPrefix(objectOf(chosen)), ...(source !== null && { source }) };
}

/** Returns the fields with the names that they have in `triggers`, for example `list_id` instead of `trigger_list_id`. */
function withoutPrefix(object: TriggerBody): object {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name.replace('trigger_', ''), value]));
}

/** Returns the request fields for the object of a trigger. Returns no fields if no object is chosen. */
function objectOf({ campaign, event, list, tag, type }: Chosen): TriggerBody {
  const ofCampaign = { value: campaign, body: { trigger_campaign_id: Number(campaign) } };
  const known: Partial<Record<Chosen['type'], { readonly value: string; readonly body: TriggerBody }>> = {
    apply_list: { value: list, body: { trigger_list_id: Number(list) } },
    tag_added: { value: tag, body: { trigger_tag_id: Number(tag) } },
    event: { value: event, body: { trigger_event: event } },
    open_campaign: ofCampaign,
    click_campaign: ofCampaign,
  };
  const own = known[type];
  return own === undefined || own.value === '' ? {} : own.body;
}

/** Returns the choices in the form for an existing trigger. Pure. */
export function chosenOf(trigger: Trigger | undefined): Chosen {
  if (!trigger) return NO_CHOICE;
  const text = (value: string | number | null): string => (value === null ? '' : String(value));
  return {
    type: trigger.type,
    list: text(trigger.list_id),
    campaign: text(trigger.campaign_id),
    tag: text(trigger.tag_id),
    segment: text(trigger.segment_id),
    event: text(trigger.event),
    field: text(trigger.field_id),
    days: text(trigger.days ?? 0),
    isYearly: trigger.every_year ?? true,
  };
}

function checkedObject({ days, field, isYearly, segment }: Chosen, type: 'segment_entered' | 'field_date') {
  if (type === 'segment_entered') return segment === '' ? {} : { segment_id: Number(segment) };
  return { ...(field !== '' && { field_id: Number(field) }), days: Number(days || 0), every_year: isYearly };
}

/** Converts a trigger to the format of a request body. Pure. */
function triggerOf({ type, ...trigger }: Trigger): NonNullable<TriggerBody['triggers']>[number] {
  const { campaign_id, days, event, every_year, field_id, list_id, segment_id, source, tag_id } = trigger;
  const all = { campaign_id, days, event, every_year, field_id, list_id, segment_id, source, tag_id };
  return { type, ...Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) };
}

interface Props {
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
  readonly problem: ApiProblem | null;
}

/** Renders the fields in which the user chooses a trigger. */
export function TriggerFields(props: Props): ReactNode {
  const { chosen, onChange } = props;
  return (
    <>
      <RadioGroup
        label="Trigger"
        name="trigger_type"
        choices={[...TYPES]}
        value={chosen.type}
        onChange={(type) =>
          onChange({ ...chosen, type: TYPES.find(({ value }) => value === type)?.value ?? 'apply_list' })
        }
      />
      <ObjectField {...props} />
    </>
  );
}

/** Renders the field for the object of the trigger, such as a list or the name of an event. */
function ObjectField({ chosen, onChange, problem }: Props): ReactNode {
  const lists = useLists();
  const tags = useTags();
  const campaigns = useCampaigns().choices;
  switch (chosen.type) {
    case 'apply_list':
      return (
        <Combobox
          label="List"
          name="trigger_list_id"
          choices={lists.choices}
          creation={lists.creation}
          value={chosen.list}
          onChange={(list) => onChange({ ...chosen, list })}
          problem={problem}
        />
      );
    case 'tag_added':
      return (
        <Combobox
          label="Tag"
          name="trigger_tag_id"
          choices={tags.choices}
          creation={tags.creation}
          value={chosen.tag}
          onChange={(tag) => onChange({ ...chosen, tag })}
          problem={problem}
        />
      );
    case 'event':
      return (
        <Field
          label="Event name"
          name="trigger_event"
          placeholder="order.placed"
          value={chosen.event}
          onChange={(change) => onChange({ ...chosen, event: change.target.value })}
          problem={problem}
          required
        />
      );
    case 'segment_entered':
      return <SegmentField chosen={chosen} onChange={onChange} problem={problem} />;
    case 'field_date':
      return <DateFields chosen={chosen} onChange={onChange} problem={problem} />;
    case 'contact_created':
      return null;
    default:
      return (
        <Combobox
          label="Campaign"
          name="trigger_campaign_id"
          choices={campaigns}
          value={chosen.campaign}
          onChange={(campaign) => onChange({ ...chosen, campaign })}
          problem={problem}
        />
      );
  }
}

function SegmentField({ chosen, onChange, problem }: Props): ReactNode {
  return (
    <Combobox
      label="Segment"
      name="triggers.0.segment_id"
      choices={useSegments().choices}
      value={chosen.segment}
      onChange={(segment) => onChange({ ...chosen, segment })}
      problem={problem}
    />
  );
}

/** Renders the fields of a trigger on a date. */
function DateFields({ chosen, onChange, problem }: Props): ReactNode {
  const fields = useDateFields().choices;
  return (
    <>
      <Combobox
        label="Custom field"
        name="triggers.0.field_id"
        choices={fields}
        value={chosen.field}
        onChange={(field) => onChange({ ...chosen, field })}
        problem={problem}
      />
      <Field
        label="Days after the date"
        name="triggers.0.days"
        type="number"
        min={-365}
        max={365}
        value={chosen.days}
        onChange={(change) => onChange({ ...chosen, days: change.target.value })}
        hint="Enter 0 for the date itself, or a negative number for days before the date."
        problem={problem}
      />
      <Checkbox
        label="Every year"
        name="triggers.0.every_year"
        checked={chosen.isYearly}
        onChange={(change) => onChange({ ...chosen, isYearly: change.target.checked })}
        hint="Contacts can enter again on each anniversary."
      />
    </>
  );
}
