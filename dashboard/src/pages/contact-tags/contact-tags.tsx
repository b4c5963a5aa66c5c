import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api.ts';
import { ConfirmDialog, FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { ListPage, useListQuery } from '../../components/list-page.tsx';
import type { Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { stringifySearch } from '../../filters.ts';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { count, plural } from '../../words.ts';
import { TAG_COLOURS } from './palette.ts';
import { TagChip } from './tag-chip.tsx';

type Tag = Answer<'GET /contact-tags'>['data'][number];
const CHANGED = ['GET /contact-tags', 'GET /contacts/{contact_id}/tags'] as const;

/** Renders the tags that contacts can have. */
export default function ContactTags(): ReactNode {
  const read = useRead('GET /contact-tags', { query: useListQuery().pages }, { keep: true });
  return (
    <ListPage
      title="Contact tags"
      summary="Label your contacts and target campaigns by tag. Contacts never see their tags."
      one="tag"
      read={read}
      columns={COLUMNS}
      nameOf={({ name }) => name}
      linkOf={({ id }) => `/contacts${stringifySearch({ 'filter[tag_ids][]': [String(id)] })}`}
      actions={[{ label: 'Edit' }, { label: 'Delete', isDanger: true }]}
      empty="Use tags to label contacts, for example customers, event attendees, or people who replied."
      dialogOf={({ row, what }, close) =>
        row && what === 'delete' ? (
          <Delete tag={row} onClose={close} />
        ) : (
          <TagForm {...(row && { tag: row })} onClose={close} />
        )
      }
    />
  );
}

const COLUMNS: readonly Column<Tag>[] = [
  {
    key: 'name',
    header: 'Name',
    isMain: true,
    isClipped: true,
    cell: ({ color, name }) => <TagChip colour={color}>{name}</TagChip>,
  },
  {
    key: 'contacts',
    header: 'Contacts',
    isRight: true,
    width: 'w-32',
    cell: ({ contacts_count: contacts }) => count(contacts),
  },
  {
    key: 'created',
    header: 'Created',
    isRight: true,
    isExtra: true,
    width: 'w-36',
    cell: ({ created_at: at }) => (
      <span className="text-ink-3">
        <Time at={at} />
      </span>
    ),
  },
];

function TagForm({ onClose, tag }: { readonly tag?: Tag; readonly onClose: () => void }): ReactNode {
  const [name, setName] = useState(tag?.name ?? '');
  const [colour, setColour] = useState(tag?.color ?? TAG_COLOURS[0]?.value ?? '');
  const create = useAct('POST /contact-tags', { refresh: CHANGED, onDone: onClose });
  const change = useAct('PATCH /contact-tags/{id}', { refresh: CHANGED, onDone: onClose });
  const act = tag ? change : create;
  const submit = (form: FormData): void => {
    const body = { name: textOf(form, 'name'), color: colour };
    if (tag) change.act({ params: { id: String(tag.id) }, body });
    else create.act({ body });
  };
  return (
    <FormDialog
      title={tag ? 'Edit tag' : 'Create tag'}
      isOpen
      onClose={onClose}
      action={tag ? 'Save changes' : 'Create tag'}
      isBusy={act.isPending}
      problem={act.error}
      fields={['name', 'color']}
      onSubmit={submit}
    >
      <Field
        label="Name"
        name="name"
        value={name}
        onChange={({ target }) => setName(target.value)}
        placeholder="Customer"
        autoComplete="off"
        autoFocus
        problem={act.error}
      />
      <Swatches value={colour} onChange={setColour} />
      <div className="flex min-h-7 items-center gap-2 text-sm text-ink-3">
        Preview: <TagChip colour={colour}>{name.trim() || 'Customer'}</TagChip>
      </div>
    </FormDialog>
  );
}

function Delete({ onClose, tag }: { readonly tag: Tag; readonly onClose: () => void }): ReactNode {
  const remove = useAct('DELETE /contact-tags/{id}', {
    refresh: [...CHANGED, 'GET /contact-segments'],
    onDone: () => {
      toast(`Tag “${tag.name}” deleted.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete tag “${tag.name}”?`}
      isOpen
      onClose={onClose}
      action="Delete tag"
      isBusy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.act({ params: { id: String(tag.id) } })}
    >
      The tag is removed from {plural(tag.contacts_count, 'contact')}. Segments that use the tag stop working until you
      edit them.
    </ConfirmDialog>
  );
}

/** Renders the colors that a tag can have. Arrow keys move between the colors. */
function Swatches(props: { readonly value: string; readonly onChange: (value: string) => void }): ReactNode {
  const { onChange, value } = props;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium text-ink-2">Color</legend>
      <div className="flex flex-wrap gap-2">
        {TAG_COLOURS.map((colour) => (
          <label
            key={colour.value}
            title={colour.label}
            className="relative size-8 cursor-pointer rounded-full p-1 ring-2 ring-transparent has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-accent max-sm:size-10"
          >
            <input
              type="radio"
              name="color"
              value={colour.value}
              aria-label={colour.label}
              checked={colour.value === value}
              onChange={() => onChange(colour.value)}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full"
            />
            <span
              aria-hidden
              className="block size-full rounded-full ring-1 ring-line"
              style={{ background: colour.value }}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
