import { useState, type ReactNode } from 'react';
import { FormDialog } from '../../components/dialog.tsx';
import { MultiSelect } from '../../components/combobox.tsx';
import { Field, TextArea } from '../../components/field.tsx';
import { toast } from '../../components/toast.tsx';
import { useGo } from '../../filters.ts';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { BY_GROUPS } from './bulk-job.tsx';
import { useLists } from './choices.ts';

/**
 * Renders the form that adds or updates a contact. Opens the contact once it is saved, unless the form was opened from
 * the page of a list.
 */
export function AddContact({ list, onClose }: { readonly list?: number; readonly onClose: () => void }): ReactNode {
  const [lists, setLists] = useState<readonly string[]>(list === undefined ? [] : [String(list)]);
  const { choices, creation } = useLists();
  const go = useGo();
  const add = useAct('POST /contacts', {
    refresh: BY_GROUPS,
    onDone: ({ email, id }) => {
      toast(`Contact ${email} saved.`);
      onClose();
      if (list === undefined) go(`/contacts/${id}`);
    },
  });
  return (
    <FormDialog
      title="Add contact"
      description="If the contact already exists, these details are added to the contact. Unsubscribed contacts stay unsubscribed."
      isOpen
      onClose={onClose}
      action="Add contact"
      isBusy={add.isPending}
      problem={add.error}
      fields={['email', 'first_name', 'last_name', 'lists', 'consent']}
      onSubmit={(form) => add.act({ body: { ...contactIn(form), lists: lists.map(Number) } })}
    >
      <Field label="Email address" name="email" type="email" autoComplete="off" autoFocus problem={add.error} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" name="first_name" autoComplete="off" problem={add.error} />
        <Field label="Last name" name="last_name" autoComplete="off" problem={add.error} />
      </div>
      <MultiSelect
        label="Lists"
        name="lists"
        choices={choices}
        creation={creation}
        values={lists}
        onChange={setLists}
        problem={add.error}
      />
      <TextArea
        label="Consent text"
        name="consent"
        rows={2}
        hint="Optional. Enter the exact wording that the person agreed to. The wording is stored as proof of consent."
        problem={add.error}
      />
    </FormDialog>
  );
}

function contactIn(form: FormData) {
  const [email, first, last] = [textOf(form, 'email'), textOf(form, 'first_name'), textOf(form, 'last_name')];
  const consent = textOf(form, 'consent');
  return {
    email,
    ...(first !== '' && { first_name: first }),
    ...(last !== '' && { last_name: last }),
    ...(consent !== '' && { consent: { text: consent } }),
  };
}
