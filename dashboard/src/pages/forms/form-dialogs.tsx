import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { MultiSelect } from '../../components/combobox.tsx';
import { ConfirmDialog, Dialog, DialogActions, FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { toast } from '../../components/toast.tsx';
import { useGo } from '../../filters.ts';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { useLists } from '../contacts/choices.ts';

/** Makes a form and leads to it; where there is no list that it could add to, says so. */
export function NewForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [chosen, setChosen] = useState<readonly string[]>();
  const { choices, creation, isThere } = useLists();
  const go = useGo();
  const create = useAct('POST /forms', {
    refresh: ['GET /forms'],
    onDone: ({ id, title }) => {
      toast(`The form “${title}” is there.`);
      onClose();
      go(`/forms/${id}`);
    },
  });
  if (isThere && choices.length === 0) return <NoList onClose={onClose} />;
  // With one list there is nothing to be chosen.
  const lists = chosen ?? (choices.length === 1 ? choices.map(({ value }) => value) : []);
  return (
    <FormDialog
      title="Create a form"
      description="Its words, its looks on pages of yours and what happens then come next."
      isOpen
      onClose={onClose}
      action="Create the form"
      // Before the lists are there, the only one would not be among what is sent.
      isBusy={create.isPending || !isThere}
      problem={create.error}
      fields={['title', 'lists']}
      onSubmit={(form) =>
        create.act({
          body: { title: textOf(form, 'title'), lists: lists.map(Number) },
        })
      }
    >
      <Field
        label="Title"
        name="title"
        placeholder="Newsletter"
        hint="Stands above the form too, until it has a heading."
        autoComplete="off"
        autoFocus
        problem={create.error}
      />
      <MultiSelect
        label="Lists"
        name="lists"
        choices={choices}
        creation={creation}
        values={lists}
        onChange={setChosen}
        hint="Whoever signs up is added to these."
        problem={create.error}
      />
    </FormDialog>
  );
}

function NoList({ onClose }: { readonly onClose: () => void }): ReactNode {
  const go = useGo();
  return (
    <Dialog
      title="Create a form"
      description="Whoever signs up is added to a list, and there is none yet. Create the list first."
      isOpen
      onClose={onClose}
      width="narrow"
    >
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" onClick={() => go('/lists', { do: 'create' })}>
          Create a list
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Deletes a form, which closes its page and its embeds. */
export function DeleteForm(props: {
  readonly form: { readonly id: number; readonly title: string };
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}): ReactNode {
  const { form, onClose, onDeleted } = props;
  const remove = useAct('DELETE /forms/{id}', {
    refresh: ['GET /forms'],
    onDone: () => {
      toast(`The form “${form.title}” is deleted.`);
      (onDeleted ?? onClose)();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete the form ${form.title}?`}
      isOpen
      onClose={onClose}
      action="Delete the form"
      isBusy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.act({ params: { id: String(form.id) } })}
    >
      Nobody can sign up by it any more: its page and every page that it was put on say that it is closed. Whoever has
      signed up stays a contact. It cannot be taken back.
    </ConfirmDialog>
  );
}
