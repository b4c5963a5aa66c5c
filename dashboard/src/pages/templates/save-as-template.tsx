import { useState, type ReactNode } from 'react';
import { FormDialog } from '../../components/dialog.tsx';
import { Combobox } from '../../components/combobox.tsx';
import { Field } from '../../components/field.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import type { Campaign } from '../campaigns/campaign-words.ts';
import { useTemplates } from './use-templates.ts';

const NEW = { value: '', label: 'New template' };

/** Renders the form that saves an email as a new template, or replaces the content of a template with the email. */
export function SaveAsTemplate(props: { readonly campaign: Campaign; readonly onClose: () => void }): ReactNode {
  const { campaign, onClose } = props;
  const templates = useTemplates();
  const [target, setTarget] = useState('');
  const options = {
    refresh: ['GET /email-templates', 'GET /email-templates/{id}'] as const,
    onDone: ({ name }: { readonly name: string }) => {
      toast(`Template “${name}” saved.`);
      onClose();
    },
  };
  const create = useAct('POST /email-templates', options);
  const update = useAct('PATCH /email-templates/{id}', options);
  const problem = create.error ?? update.error;
  const { design, html, inline_css, preview_text, subject, text } = campaign;
  const content = { subject, preview_text, text, inline_css, ...(design === null ? { html } : { design }) };
  return (
    <FormDialog
      title="Save as template"
      description="The last saved version of this email becomes the content of the template."
      isOpen
      onClose={onClose}
      action="Save template"
      isBusy={create.isPending || update.isPending}
      problem={problem}
      fields={['name']}
      onSubmit={(form) =>
        target === ''
          ? create.act({ body: { ...content, name: textOf(form, 'name') } })
          : update.act({ params: { id: target }, body: content })
      }
    >
      <Combobox
        label="Template"
        name="template"
        choices={[NEW, ...templates]}
        value={target}
        onChange={setTarget}
        problem={problem}
      />
      {target === '' && (
        <Field label="Name" name="name" defaultValue={campaign.title} autoComplete="off" problem={problem} />
      )}
    </FormDialog>
  );
}
