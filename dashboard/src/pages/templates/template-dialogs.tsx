import { useState, type ReactNode } from 'react';
import { ConfirmDialog, FormDialog } from '../../components/dialog.tsx';
import { Combobox } from '../../components/combobox.tsx';
import { Field } from '../../components/field.tsx';
import { RadioGroup } from '../../components/radio-group.tsx';
import { toast } from '../../components/toast.tsx';
import { useGo } from '../../filters.ts';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import type { Campaign } from '../campaigns/campaign-words.ts';
import { FORMATS } from '../campaigns/edit-words.ts';
import { useStart } from './use-start.ts';
import { useTemplates } from './use-templates.ts';

/** Renders the form that creates a template, and then opens its editor. */
export function NewTemplate({ onClose }: { readonly onClose: () => void }): ReactNode {
  const go = useGo();
  const [format, setFormat] = useState('blocks');
  const [chosen, setChosen] = useState('');
  const start = useStart(chosen, format);
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
      <Combobox
        label="Start with"
        name="start"
        choices={[BLANK, ...start.choices]}
        value={chosen}
        onChange={setChosen}
        problem={start.error}
      />
      {chosen === '' && (
        <RadioGroup label="Format" name="format" choices={FORMATS} value={format} onChange={setFormat} />
      )}
    </FormDialog>
  );
}

const BLANK = { value: '', label: 'Blank email' };
const NEW = { value: '', label: 'New template' };

/** Renders the form that saves an email as a new template, or replaces the content of a template with the email. */
export function SaveAsTemplate({ campaign, onClose }: { readonly campaign: Campaign; readonly onClose: () => void }) {
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

/** Renders the dialog that deletes a template. */
export function DeleteTemplate(props: {
  readonly template: { readonly id: number; readonly name: string };
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}): ReactNode {
  const { onClose, onDeleted, template } = props;
  const remove = useAct('DELETE /email-templates/{id}', {
    refresh: ['GET /email-templates'],
    onDone: () => {
      toast(`Template “${template.name}” deleted.`);
      (onDeleted ?? onClose)();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete template “${template.name}”?`}
      isOpen
      onClose={onClose}
      action="Delete template"
      isBusy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.act({ params: { id: String(template.id) } })}
    >
      Campaigns created from the template aren’t affected. Apps can no longer send emails with this template. This can’t
      be undone.
    </ConfirmDialog>
  );
}
