import type { ReactNode } from 'react';
import type { ApiProblem } from '../../api.ts';
import { Combobox } from '../../components/combobox.tsx';
import { RadioGroup } from '../../components/radio-group.tsx';
import { useCampaigns, useLists } from '../contacts/choices.ts';
import type { Trigger } from './words.ts';

/**
 * The trigger that the user has chosen: its type, and the ID of its list or campaign as a string. The ID is empty if
 * none is chosen.
 */
export interface Chosen {
  readonly type: Trigger['type'];
  readonly list: string;
  readonly campaign: string;
}

export const TRIGGER_FIELDS = ['trigger_type', 'trigger_list_id', 'trigger_campaign_id'] as const;

const TYPES = [
  { value: 'apply_list', label: 'Contact is added to a list' },
  { value: 'open_campaign', label: 'Contact opens a campaign', hint: 'Opens by bots and privacy proxies don’t count.' },
  { value: 'click_campaign', label: 'Contact clicks a link in a campaign', hint: 'Clicks by bots don’t count.' },
] as const;

/** Converts a trigger to a request body of the API. Pure. */
export function triggerBody({ campaign, list, type }: Chosen): {
  readonly trigger_type: Trigger['type'];
  readonly trigger_list_id?: number;
  readonly trigger_campaign_id?: number;
} {
  const id = type === 'apply_list' ? list : campaign;
  if (id === '') return { trigger_type: type };
  return type === 'apply_list'
    ? { trigger_type: type, trigger_list_id: Number(id) }
    : { trigger_type: type, trigger_campaign_id: Number(id) };
}

/** Renders the fields in which the user chooses a trigger. */
export function TriggerFields(props: {
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
  readonly problem: ApiProblem | null;
}): ReactNode {
  const { chosen, onChange, problem } = props;
  const lists = useLists();
  const campaigns = useCampaigns().choices;
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
      {chosen.type === 'apply_list' ? (
        <Combobox
          label="List"
          name="trigger_list_id"
          choices={lists.choices}
          creation={lists.creation}
          value={chosen.list}
          onChange={(list) => onChange({ ...chosen, list })}
          problem={problem}
        />
      ) : (
        <Combobox
          label="Campaign"
          name="trigger_campaign_id"
          choices={campaigns}
          value={chosen.campaign}
          onChange={(campaign) => onChange({ ...chosen, campaign })}
          problem={problem}
        />
      )}
    </>
  );
}
