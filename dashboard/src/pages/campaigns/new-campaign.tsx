import { useState, type ReactNode } from 'react';
import { FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { RadioGroup } from '../../components/radio-group.tsx';
import { useGo } from '../../filters.ts';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { BEGINNING_OF_BLOCKS, BEGINNING_OF_HTML } from './edit-words.ts';

const WAYS = [
  { value: 'blocks', label: 'Blocks', hint: 'Build the email from text, images, buttons, and columns.' },
  { value: 'html', label: 'HTML', hint: 'Write or paste your own HTML.' },
];

/** Renders the form that creates a draft, and then opens the editor. */
export function NewCampaign({ onClose }: { readonly onClose: () => void }): ReactNode {
  const go = useGo();
  const [way, setWay] = useState('blocks');
  const settings = useRead('GET /dashboard/campaign-settings', {});
  const create = useAct('POST /campaigns', {
    refresh: ['GET /dashboard/campaigns'],
    onDone: ({ id }) => {
      onClose();
      go(`/campaigns/${id}/edit`);
    },
  });
  // Wait for the data, because fields that are rendered later than the form would count as changed.
  if (settings.isPending) return null;
  return (
    <FormDialog
      title="Create campaign"
      description="You create a draft first, then add the content and the audience."
      isOpen
      onClose={onClose}
      action="Create draft"
      isBusy={create.isPending}
      problem={create.error}
      fields={['title', 'subject', 'from_name', 'from_email']}
      onSubmit={(form) =>
        create.act({
          body: {
            title: textOf(form, 'subject'),
            subject: textOf(form, 'subject'),
            from_name: textOf(form, 'from_name'),
            from_email: textOf(form, 'from_email'),
            ...(way === 'html' ? { html: BEGINNING_OF_HTML } : { design: BEGINNING_OF_BLOCKS }),
          },
        })
      }
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
      <RadioGroup label="Format" name="way" choices={WAYS} value={way} onChange={setWay} />
    </FormDialog>
  );
}
