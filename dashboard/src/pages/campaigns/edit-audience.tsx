import { useState, type ReactNode } from 'react';
import type { ApiProblem } from '../../api.ts';
import { MultiSelect } from '../../components/combobox.tsx';
import { Checkbox } from '../../components/field.tsx';
import { useLists, useSegments, useTags } from '../contacts/choices.ts';
import type { Campaign, Change } from './campaign-words.ts';

interface Props {
  readonly campaign: Campaign;
  readonly note: (change: Change) => void;
  readonly problem: ApiProblem | null;
}

/** Renders the fields for the audience of a campaign, the excluded contacts, and the tracking. */
export function EditAudience({ campaign, note, problem }: Props): ReactNode {
  const [lists, tags, segments] = [useLists(), useTags(), useSegments()];
  const parts = { note, problem };
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <Group {...parts} label="Lists" name="lists" offered={lists} ids={campaign.lists} />
        <Group {...parts} label="Excluded lists" name="excluded_lists" offered={lists} ids={campaign.excluded_lists} />
        <Group {...parts} label="Tags" name="to_contact_tags" offered={tags} ids={campaign.to_contact_tags} />
        <Group
          {...parts}
          label="Excluded tags"
          name="excluded_contact_tags"
          offered={tags}
          ids={campaign.excluded_contact_tags}
        />
        <Group {...parts} label="Segments" name="segments" offered={segments} ids={campaign.segments} />
        <Group
          {...parts}
          label="Excluded segments"
          name="excluded_segments"
          offered={segments}
          ids={campaign.excluded_segments}
        />
      </div>
      <Checkbox
        label="Only new contacts and contacts who opened an email in the last 90 days"
        name="engaged_only"
        defaultChecked={campaign.engaged_only}
        onChange={({ target }) => note({ engaged_only: target.checked })}
      />
      <div className="flex flex-wrap gap-x-6">
        <Checkbox
          label="Track opens"
          name="track_opens"
          defaultChecked={campaign.track_opens}
          onChange={({ target }) => note({ track_opens: target.checked })}
        />
        <Checkbox
          label="Track clicks"
          name="track_clicks"
          defaultChecked={campaign.track_clicks}
          onChange={({ target }) => note({ track_clicks: target.checked })}
        />
      </div>
    </div>
  );
}

function Group(props: {
  readonly label: string;
  readonly name: string;
  readonly offered: ReturnType<typeof useLists>;
  readonly ids: readonly number[];
  readonly note: (change: Change) => void;
  readonly problem: ApiProblem | null;
}): ReactNode {
  const { ids, label, name, note, offered, problem } = props;
  const [values, setValues] = useState<readonly string[]>(ids.map(String));
  return (
    <MultiSelect
      label={label}
      name={name}
      choices={offered.choices}
      creation={offered.creation}
      values={values}
      onChange={(next) => {
        setValues(next);
        note({ [name]: next.map(Number) });
      }}
      problem={problem}
    />
  );
}
