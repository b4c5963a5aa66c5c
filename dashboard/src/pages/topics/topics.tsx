import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api.ts';
import { CREATED_COLUMN } from '../../components/created-column.tsx';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { ListPage, useListQuery } from '../../components/list-page.tsx';
import { RadioGroup } from '../../components/radio-group.tsx';
import type { Column } from '../../components/table.tsx';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';

type Topic = Answer<'GET /topics'>['data'][number];
const CHANGED = ['GET /topics'] as const;

/** Whether contacts without a choice are subscribed to a topic. */
const DEFAULTS = [
  { value: 'true', label: 'Subscribed', hint: 'Contacts receive email about this topic until they unsubscribe.' },
  { value: 'false', label: 'Not subscribed', hint: 'Only contacts who subscribe receive email about this topic.' },
] as const;

/** Renders the topics that contacts can unsubscribe from. */
export default function Topics(): ReactNode {
  const read = useRead('GET /topics', { query: useListQuery().pages }, { keep: true });
  return (
    <ListPage
      title="Topics"
      summary="Contacts choose their topics on the preferences page. Emails and broadcasts from Resend clients can have a topic."
      one="topic"
      read={read}
      columns={COLUMNS}
      nameOf={({ name }) => name}
      actions={[{ label: 'Edit' }, { label: 'Delete', isDanger: true }]}
      empty="With topics, contacts can unsubscribe from some of your emails and still receive the others."
      dialogOf={({ row, what }, close) =>
        row && what === 'delete' ? (
          <Delete topic={row} onClose={close} />
        ) : (
          <TopicForm {...(row && { topic: row })} onClose={close} />
        )
      }
    />
  );
}

const COLUMNS: readonly Column<Topic>[] = [
  {
    key: 'name',
    header: 'Name',
    isMain: true,
    isClipped: true,
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  { key: 'description', header: 'Description', isClipped: true, isExtra: true, cell: ({ description }) => description },
  {
    key: 'default',
    header: 'Default',
    width: 'w-40',
    isNamed: true,
    cell: ({ subscribed_by_default: isSubscribed }) => (isSubscribed ? 'Subscribed' : 'Not subscribed'),
  },
  CREATED_COLUMN,
];

function TopicForm({ onClose, topic }: { readonly topic?: Topic; readonly onClose: () => void }): ReactNode {
  const [initial, setInitial] = useState<string>('true');
  const create = useAct('POST /topics', { refresh: CHANGED, onDone: onClose });
  const change = useAct('PATCH /topics/{id}', { refresh: CHANGED, onDone: onClose });
  const act = topic ? change : create;
  const submit = (form: FormData): void => {
    const body = { name: textOf(form, 'name'), description: textOf(form, 'description') };
    if (topic) change.act({ params: { id: String(topic.id) }, body });
    else create.act({ body: { ...body, subscribed_by_default: initial === 'true' } });
  };
  return (
    <FormDialog
      title={topic ? 'Edit topic' : 'Create topic'}
      isOpen
      onClose={onClose}
      action={topic ? 'Save changes' : 'Create topic'}
      isBusy={act.isPending}
      problem={act.error}
      fields={['name', 'description', 'subscribed_by_default']}
      onSubmit={submit}
    >
      <Field
        label="Name"
        name="name"
        defaultValue={topic?.name}
        placeholder="Product news"
        autoComplete="off"
        autoFocus
        problem={act.error}
      />
      <Field
        label="Description"
        name="description"
        defaultValue={topic?.description}
        placeholder="New features, once a month"
        autoComplete="off"
        problem={act.error}
      />
      {!topic && (
        <RadioGroup
          label="Contacts who haven’t made a choice (can’t be changed later)"
          name="subscribed_by_default"
          choices={DEFAULTS}
          value={initial}
          onChange={setInitial}
        />
      )}
    </FormDialog>
  );
}

function Delete({ onClose, topic }: { readonly topic: Topic; readonly onClose: () => void }): ReactNode {
  return (
    <DeleteDialog
      operation="DELETE /topics/{id}"
      id={topic.id}
      noun="topic"
      name={topic.name}
      refresh={CHANGED}
      onClose={onClose}
    >
      The choices of your contacts are deleted too. Broadcasts with this topic can’t be sent.
    </DeleteDialog>
  );
}
