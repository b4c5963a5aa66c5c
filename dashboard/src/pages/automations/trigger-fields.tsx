import type { ReactNode } from 'react';
import type { ApiProblem } from '../../api.ts';
import { Combobox } from '../../components/combobox.tsx';
import { Field } from '../../components/field.tsx';
import { RadioGroup } from '../../components/radio-group.tsx';
import { useCampaigns, useLists, useTags } from '../contacts/choices.ts';
import type { Trigger } from './words.ts';

/**
 * The trigger that the user has chosen: its type, and the IDs of its objects as strings. An ID is empty if none is
 * chosen.
 */
export interface Chosen {
  readonly type: Trigger['type'];
  readonly list: string;
  readonly campaign: string;
  readonly tag: string;
  readonly event: string;
}

export const NO_CHOICE: Chosen = { type: 'apply_list', list: '', campaign: '', tag: '', event: '' };

export const TRIGGER_FIELDS = [
  'trigger_type',
  'trigger_list_id',
  'trigger_campaign_id',
  'trigger_tag_id',
  'trigger_event',
] as const;

const TYPES = [
  { value: 'apply_list', label: 'Contact is added to a list' },
  { value: 'contact_created', label: 'Contact is created' },
  { value: 'tag_added', label: 'Contact gets a tag' },
  { value: 'event', label: 'Your application reports an event', hint: 'Use POST /events in the API.' },
  { value: 'open_campaign', label: 'Contact opens a campaign', hint: 'Opens by bots and privacy proxies are ignored.' },
  { value: 'click_campaign', label: 'Contact clicks a link in a campaign', hint: 'Clicks by bots are ignored.' },
] as const;

interface TriggerBody {
  readonly trigger_type: Trigger['type'];
  readonly trigger_list_id?: number;
  readonly trigger_campaign_id?: number;
  readonly trigger_tag_id?: number;
  readonly trigger_event?: string;
}

/** Converts a trigger to a request body of the API. Pure. */
export function triggerBody({ campaign, event, list, tag, type }: Chosen): TriggerBody {
  const body = { trigger_type: type };
  if (type === 'apply_list' && list !== '') return { ...body, trigger_list_id: Number(list) };
  if (type === 'tag_added' && tag !== '') return { ...body, trigger_tag_id: Number(tag) };
  if (type === 'event' && event !== '') return { ...body, trigger_event: event };
  const isOfCampaign = type === 'open_campaign' || type === 'click_campaign';
  return isOfCampaign && campaign !== '' ? { ...body, trigger_campaign_id: Number(campaign) } : body;
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
