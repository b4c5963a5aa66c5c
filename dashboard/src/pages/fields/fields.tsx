import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { Copyable } from '../../components/copy.tsx';
import { CREATED_COLUMN } from '../../components/created-column.tsx';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { ListPage, useListQuery } from '../../components/list-page.tsx';
import { RadioGroup } from '../../components/radio-group.tsx';
import type { Column } from '../../components/table.tsx';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';

type OwnField = Answer<'GET /contact-fields'>['data'][number];
const CHANGED = ['GET /contact-fields', 'GET /contacts/{id}'] as const;

/** Field types. Their IDs are the same on every server. */
const TYPES = [
  {
    value: '0abe5601-7738-43c8-858f-81911ecf89ee',
    label: 'Text',
    hint: 'For example, a city or a salutation. Up to 2,000 characters.',
  },
  {
    value: 'e43c6471-b3ff-4541-80c5-964c62decd15',
    label: 'Number',
    hint: 'For example, a quantity such as 42 or an amount such as -1.5.',
  },
  {
    value: 'fe7dd76c-5113-4159-bc7c-0dbf0ed8d404',
    label: 'Date',
    hint: 'For example, a birthday or the end date of a contract.',
  },
] as const;

/** Renders the custom fields of contacts. */
export default function Fields(): ReactNode {
  const read = useRead('GET /contact-fields', { query: useListQuery().pages }, { keep: true });
  return (
    <ListPage
      title="Custom fields"
      summary="Store additional data about your contacts, and insert it into emails with merge tags."
      one="field"
      read={read}
      columns={COLUMNS}
      nameOf={({ label }) => label}
      actions={[{ label: 'Rename' }, { label: 'Delete', isDanger: true }]}
      emptyTitle="No custom fields yet"
      empty="Store additional data about contacts, such as a city or a birthday. Imports create missing fields automatically."
      dialogOf={({ row, what }, close) => {
        if (!row) return <Create onClose={close} />;
        return what === 'rename' ? <Rename field={row} onClose={close} /> : <Delete field={row} onClose={close} />;
      }}
    />
  );
}

const COLUMNS: readonly Column<OwnField>[] = [
  {
    key: 'label',
    header: 'Label',
    isMain: true,
    isClipped: true,
    cell: ({ label }) => <span className="font-medium">{label}</span>,
  },
  {
    key: 'tag',
    header: 'Merge tag',
    width: 'w-80',
    cell: ({ name }) => <Copyable text={`{{ contact.${name} }}`} label={`Copy merge tag for ${name}`} />,
  },
  { key: 'type', header: 'Type', isSide: true, width: 'w-32', cell: ({ type }) => <Badge>{type}</Badge> },
  CREATED_COLUMN,
];

function Create({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [type, setType] = useState<string>(TYPES[0].value);
  const create = useAct('POST /contact-fields', { refresh: CHANGED, onDone: onClose });
  return (
    <FormDialog
      title="Create field"
      isOpen
      onClose={onClose}
      action="Create field"
      isBusy={create.isPending}
      problem={create.error}
      fields={['label', 'contact_field_type_id']}
      onSubmit={(form) => create.act({ body: { label: textOf(form, 'label'), contact_field_type_id: type } })}
    >
      <Field
        label="Label"
        name="label"
        placeholder="City"
        hint="Merge tags and the API use a name derived from the label."
        autoComplete="off"
        autoFocus
        problem={create.error}
      />
      <RadioGroup
        label="Type (can’t be changed later)"
        name="contact_field_type_id"
        choices={TYPES}
        value={type}
        onChange={setType}
      />
    </FormDialog>
  );
}

interface OneProps {
  readonly field: OwnField;
  readonly onClose: () => void;
}

function Rename({ field, onClose }: OneProps): ReactNode {
  const rename = useAct('PATCH /contact-fields/{id}', { refresh: CHANGED, onDone: onClose });
  return (
    <FormDialog
      title={`Rename ${field.label}`}
      description="Changing the label also changes the field’s name. Update merge tags and API clients that use the old name. Values are kept."
      isOpen
      onClose={onClose}
      action="Rename field"
      isBusy={rename.isPending}
      problem={rename.error}
      fields={['label']}
      onSubmit={(form) => rename.act({ params: { id: String(field.id) }, body: { label: textOf(form, 'label') } })}
    >
      <Field
        label="Label"
        name="label"
        defaultValue={field.label}
        autoComplete="off"
        autoFocus
        problem={rename.error}
      />
    </FormDialog>
  );
}

function Delete({ field, onClose }: OneProps): ReactNode {
  return (
    <DeleteDialog
      operation="DELETE /contact-fields/{id}"
      id={field.id}
      noun="field"
      name={field.label}
      refresh={CHANGED}
      onClose={onClose}
    >
      The field’s values are deleted from all contacts immediately. This can’t be undone.
    </DeleteDialog>
  );
}
