import { useState, type ReactNode } from 'react';
import type { Editor } from '@tiptap/react';
import type { Choice } from '../components/choice.ts';
import { Combobox } from '../components/combobox.tsx';
import { FormDialog } from '../components/dialog.tsx';
import { Field } from '../components/field.tsx';
import { textIn } from '../form-text.ts';
import { isFallback, isTagName } from './inline.ts';
import { wrongWith } from './wrong.ts';

/** Asks which field of a contact is put in, and what stands for it where it is empty. */
export function TagDialog(props: {
  readonly editor: Editor;
  readonly fields: readonly Choice[];
  readonly onClose: () => void;
}): ReactNode {
  const { editor, fields, onClose } = props;
  const [name, setName] = useState(fields[0]?.value ?? 'contact.first_name');
  const [problem, setProblem] = useState<ReturnType<typeof wrongWith> | null>(null);
  const put = (fallback: string): void => {
    if (!isTagName(name) || !isFallback(fallback)) {
      setProblem(wrongWith('fallback', 'Don’t use < > { or }.'));
      return;
    }
    editor
      .chain()
      .focus()
      .insertContent({ type: 'mergeTag', attrs: { name, fallback: fallback || null } })
      .run();
    onClose();
  };
  return (
    <FormDialog
      title="Insert merge tag"
      isOpen
      onClose={onClose}
      width="narrow"
      action="Insert"
      isBusy={false}
      problem={problem}
      fields={['fallback']}
      onSubmit={(form) => put(textIn(form, 'fallback'))}
    >
      <Combobox label="Field" name="name" choices={fields} value={name} onChange={setName} />
      <Field
        label="Fallback"
        name="fallback"
        hint="Shown when the field is empty, for example “there” after “Hello”."
        autoComplete="off"
        problem={problem}
      />
    </FormDialog>
  );
}
