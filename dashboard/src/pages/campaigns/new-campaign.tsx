import type { ReactNode } from 'react';
import { FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { useGo } from '../../filters.ts';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { useStartFields } from '../templates/start-fields.tsx';

interface Props {
  /** The template or starter design that is selected initially, as a choice of `useStartFields`. */
  readonly start?: string;
  readonly onClose: () => void;
}

/** Renders the form that creates a draft. Opens the editor once the draft is created. */
export function NewCampaign({ onClose, start: given = '' }: Props): ReactNode {
  const go = useGo();
  const start = useStartFields(given);
  const settings = useRead('GET /dashboard/campaign-settings', {});
  const create = useAct('POST /campaigns', {
    refresh: ['GET /dashboard/campaigns'],
    onDone: ({ id }) => {
      onClose();
      go(`/campaigns/${id}/edit`);
    },
  });
  // Wait for the data, because fields that appear after the form would count as unsaved changes.
  if (settings.isPending) return null;
  return (
    <FormDialog
      title="Create campaign"
      description="You create a draft first, then add the content and the audience."
      isOpen
      onClose={onClose}
      action="Create draft"
      // Wait for the content of the template, because the draft starts with this content.
      isBusy={create.isPending || start.content === undefined}
      problem={create.error}
      fields={['title', 'subject', 'from_name', 'from_email']}
      onSubmit={(form) => create.act({ body: { ...envelopeIn(form), ...start.content } })}
    >
      <Field label="Subject" name="subject" autoComplete="off" autoFocus problem={create.error} />
      <Field
        label="Sender name"
        name="from_name"
        defaultValue={settings.data?.from_name ?? ''}
        problem={create.error}
      />
      <Field
        label="Sender email"
        name="from_email"
        type="email"
        defaultValue={settings.data?.from_email ?? ''}
        problem={create.error}
      />
      {start.fields}
    </FormDialog>
  );
}

function envelopeIn(form: FormData) {
  const subject = textOf(form, 'subject');
  return { title: subject, subject, from_name: textOf(form, 'from_name'), from_email: textOf(form, 'from_email') };
}
