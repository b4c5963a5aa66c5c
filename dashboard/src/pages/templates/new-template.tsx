import type { ReactNode } from 'react';
import { FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { useGo } from '../../filters.ts';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { useStartFields } from './start-fields.tsx';

/** Renders the form that creates a template, and then opens its editor. */
export function NewTemplate({ onClose }: { readonly onClose: () => void }): ReactNode {
  const go = useGo();
  const start = useStartFields();
  const create = useAct('POST /email-templates', {
    refresh: ['GET /email-templates'],
    onDone: ({ id }) => {
      onClose();
      go(`/templates/${id}`);
    },
  });
  return (
    <FormDialog
      title="Create template"
      isOpen
      onClose={onClose}
      action="Create template"
      isBusy={create.isPending || start.content === undefined}
      problem={create.error}
      fields={['name']}
      onSubmit={(form) => create.act({ body: { name: textOf(form, 'name'), ...start.content } })}
    >
      <Field label="Name" name="name" autoComplete="off" autoFocus problem={create.error} />
      {start.fields}
    </FormDialog>
  );
}
