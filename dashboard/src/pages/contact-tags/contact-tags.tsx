import { type ReactNode, useState } from 'react';
import { Plus } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { useAsked } from '../../asked.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog, FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Page } from '../../components/page.tsx';
import { Pager, pagesNumbered } from '../../components/pager.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { stringifySearch, useFilters } from '../../filters.ts';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { count, plural } from '../../words.ts';
import { TAG_COLOURS } from './palette.ts';
import { TagChip } from './tag-chip.tsx';

type Tag = Answer<'GET /contact-tags'>['data'][number];
type Opened = { readonly what: 'create' } | { readonly what: 'change' | 'delete'; readonly tag: Tag };

const PER_PAGE = '50';
const CHANGED = ['GET /contact-tags', 'GET /contacts/{contact_id}/tags'] as const;

/** Renders the tags that contacts can have. */
export default function ContactTags(): ReactNode {
  const [opened, setOpened] = useState<Opened>();
  const { filters, setFilters } = useFilters();
  const { page } = filters;
  const read = useRead('GET /contact-tags', { query: { ...(page && { page }), per_page: PER_PAGE } }, { keep: true });
  const mayChange = useMay('account');
  useAsked(mayChange && 'create', () => setOpened({ what: 'create' }));
  const close = (): void => setOpened(undefined);
  const create = mayChange && (
    <Button look="primary" onClick={() => setOpened({ what: 'create' })}>
      <Plus className="size-4" aria-hidden /> Create tag
    </Button>
  );
  return (
    <Page
      title="Contact tags"
      summary="Label your contacts and target campaigns by tag. Contacts never see their tags."
      actions={create}
    >
      <section className="card" aria-label="Contact tags">
        <Loaded read={read} lines={6}>
          {(answer) => (
            <>
              <Table
                label="Contact tags"
                columns={mayChange ? [...COLUMNS, actionsColumn(setOpened)] : COLUMNS}
                rows={answer.data}
                keyOf={({ id }) => String(id)}
                linkOf={({ id }) => `/contacts${stringifySearch({ 'filter[tag_ids][]': [String(id)] })}`}
                empty={
                  <EmptyState title="No tags yet" action={create}>
                    Use tags to label contacts, for example customers, event attendees, or people who replied.
                  </EmptyState>
                }
              />
              <Pager
                {...pagesNumbered(answer)}
                onPageChange={setFilters}
                total={answer.total === 0 ? undefined : plural(answer.total, 'tag')}
              />
            </>
          )}
        </Loaded>
      </section>
      {opened?.what === 'create' && <TagForm onClose={close} />}
      {opened?.what === 'change' && <TagForm tag={opened.tag} onClose={close} />}
      {opened?.what === 'delete' && <Delete tag={opened.tag} onClose={close} />}
    </Page>
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

function actionsColumn(onOpen: (opened: Opened) => void): Column<Tag> {
  return {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    isRight: true,
    width: 'w-16',
    cell: (tag) => (
      <RowMenu
        label={`Actions for ${tag.name}`}
        actions={[
          { label: 'Edit', onClick: () => onOpen({ what: 'change', tag }) },
          { label: 'Delete', onClick: () => onOpen({ what: 'delete', tag }), isDanger: true },
        ]}
      />
    ),
  };
}

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
      title={`Delete the tag ${tag.name}?`}
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
