import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { MultiSelect } from '../../components/combobox.tsx';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { Dialog, DialogActions, FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { toast } from '../../components/toast.tsx';
import { useGo } from '../../filters.ts';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { useLists } from '../contacts/choices.ts';

/**
 * Renders the form that creates a sign-up form, and then opens the sign-up form. If there is no list for subscribers,
 * renders a note instead.
 */
export function NewForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [chosen, setChosen] = useState<readonly string[]>();
  const { choices, creation, isThere } = useLists();
  const go = useGo();
  const create = useAct('POST /forms', {
    refresh: ['GET /forms'],
    onDone: ({ id, title }) => {
      toast(`Form “${title}” created.`);
      onClose();
      go(`/forms/${id}`);
    },
  });
  if (isThere && choices.length === 0) return <NoList onClose={onClose} />;
  // If there is only one list, select it.
  const lists = chosen ?? (choices.length === 1 ? choices.map(({ value }) => value) : []);
  return (
    <FormDialog
      title="Create form"
      description="You can set the text and options in the next step."
      isOpen
      onClose={onClose}
      action="Create form"
      // Wait until the lists have loaded. If there is only one list, it is selected automatically, and a request sent
      // earlier would not contain it.
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
        hint="If the form has no heading, the title is shown above the form."
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
        hint="New subscribers are added to these lists."
        problem={create.error}
      />
    </FormDialog>
  );
}

function NoList({ onClose }: { readonly onClose: () => void }): ReactNode {
  const go = useGo();
  return (
    <Dialog
      title="Create form"
      description="A form adds subscribers to a list, but you don’t have any lists yet. Create a list first."
      isOpen
      onClose={onClose}
      width="narrow"
    >
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" onClick={() => go('/lists', { do: 'create' })}>
          Create list
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Renders the dialog that deletes a sign-up form. Its page and its embeds then stop working. */
export function DeleteForm(props: {
  readonly form: { readonly id: number; readonly title: string };
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}): ReactNode {
  const { form, onClose, onDeleted } = props;
  return (
    <DeleteDialog
      operation="DELETE /forms/{id}"
      id={form.id}
      noun="form"
      name={form.title}
      refresh={['GET /forms']}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      The form’s page and all sites that embed the form will show that the form is closed. Contacts who signed up are
      kept. This can’t be undone.
    </DeleteDialog>
  );
}
