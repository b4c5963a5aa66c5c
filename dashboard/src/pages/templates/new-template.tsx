import { useState, type ReactNode } from 'react';
import { FormDialog } from '../../components/dialog.tsx';
import { Combobox } from '../../components/combobox.tsx';
import { Field } from '../../components/field.tsx';
import { RadioGroup } from '../../components/radio-group.tsx';
import { useGo } from '../../filters.ts';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { FORMATS } from '../campaigns/edit-words.ts';
import { useStart } from './use-start.ts';

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
