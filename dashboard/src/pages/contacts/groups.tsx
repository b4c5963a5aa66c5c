import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api.ts';
import { MultiSelect } from '../../components/combobox.tsx';
import { Card } from '../../components/page.tsx';
import { TagChip } from '../contact-tags/tag-chip.tsx';
import { callWith } from '../../api.ts';
import { refreshed, useRead } from '../../reading.ts';
import { useTask } from '../../use-task.ts';
import { FormProblem } from '../../components/field.tsx';
import { BY_GROUPS } from './bulk-job.tsx';
import { useLists, useTags } from './choices.ts';

interface Props {
  readonly contact: Answer<'GET /contacts/{id}'>;
  readonly mayChange: boolean;
}

/** Renders the lists and tags of a contact. Changes take effect immediately. */
export function Groups({ contact, mayChange }: Props): ReactNode {
  const id = String(contact.id);
  const tags = useRead('GET /contacts/{contact_id}/tags', { params: { contact_id: id } });
  const offeredTags = useTags();
  const offeredLists = useLists();
  const inLists = contact.lists.map((list) => String(list.id));
  const withTags = (tags.data ?? []).map((tag) => String(tag.id));
  const lists = useChanges(id, 'list');
  const tagging = useChanges(id, 'tag');
  if (!mayChange) return <Shown lists={contact.lists} tags={tags.data ?? []} />;
  return (
    <Card title="Lists and tags">
      <div className="flex flex-col gap-4">
        <MultiSelect
          label="Lists"
          name="lists"
          choices={offeredLists.choices}
          creation={offeredLists.creation}
          values={lists.wanted ?? inLists}
          onChange={(values) => lists.change({ from: inLists, to: values })}
          isDisabled={lists.wanted !== undefined || !offeredLists.isThere}
        />
        <MultiSelect
          label="Tags"
          name="tags"
          choices={offeredTags.choices}
          creation={offeredTags.creation}
          values={tagging.wanted ?? withTags}
          onChange={(values) => tagging.change({ from: withTags, to: values })}
          isDisabled={tagging.wanted !== undefined || !tags.data}
        />
        <FormProblem problem={lists.problem ?? tagging.problem} />
      </div>
    </Card>
  );
}

interface Change {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/**
 * Returns an action that changes the lists or tags of a contact. `wanted` contains the new values until they have been
 * loaded from the server.
 */
function useChanges(id: string, kind: 'list' | 'tag') {
  const { error, given, isPending, run } = useTask(
    async ({ from, to }: Change) => {
      for (const each of to.filter((group) => !from.includes(group))) await join(kind, id, each);
      for (const each of from.filter((group) => !to.includes(group))) await leave(kind, id, each);
    },
    () => undefined,
    () => refreshed(BY_GROUPS),
  );
  return { change: run, problem: error, wanted: isPending ? given?.to : undefined };
}

async function join(kind: 'list' | 'tag', id: string, group: string): Promise<unknown> {
  return kind === 'tag'
    ? callWith('POST /contacts/{contact_id}/tags/{tag_id}', { params: { contact_id: id, tag_id: group } })
    : callWith('POST /lists/{list_id}/contacts', { params: { list_id: group }, body: { contact_id: Number(id) } });
}

async function leave(kind: 'list' | 'tag', id: string, group: string): Promise<unknown> {
  return kind === 'tag'
    ? callWith('DELETE /contacts/{contact_id}/tags/{tag_id}', { params: { contact_id: id, tag_id: group } })
    : callWith('DELETE /lists/{list_id}/contacts/{contact_id}', { params: { list_id: group, contact_id: id } });
}

function Shown(props: {
  readonly lists: Props['contact']['lists'];
  readonly tags: Answer<'GET /contacts/{contact_id}/tags'>;
}): ReactNode {
  const { lists, tags } = props;
  return (
    <Card title="Lists and tags">
      <ul className="flex flex-wrap gap-2">
        {lists.map(({ id, name }) => (
          <li key={`list ${id}`}>
            <Link to={`/lists/${id}`} className="text-accent-ink underline">
              {name}
            </Link>
          </li>
        ))}
        {tags.map(({ color, id, name }) => (
          <li key={`tag ${id}`}>
            <TagChip colour={color}>{name}</TagChip>
          </li>
        ))}
        {lists.length + tags.length === 0 && <li className="text-ink-3">No lists or tags.</li>}
      </ul>
    </Card>
  );
}
