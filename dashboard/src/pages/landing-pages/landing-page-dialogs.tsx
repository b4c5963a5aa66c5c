import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Combobox } from '../../components/combobox.tsx';
import { ConfirmDialog, Dialog, DialogActions, FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { toast } from '../../components/toast.tsx';
import { useGo } from '../../filters.ts';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { useFreeForms } from './choices.ts';

/** Makes a landing page and leads to it; where no form is free for it, says so. */
export function NewLandingPage({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [chosen, setChosen] = useState<string>();
  const { choices, isThere } = useFreeForms();
  const go = useGo();
  const create = useAct('POST /landing-pages', {
    refresh: ['GET /landing-pages', 'GET /forms'],
    onDone: ({ id, title }) => {
      toast(`The landing page “${title}” is there. Nobody else sees it yet.`);
      onClose();
      go(`/landing-pages/${id}`);
    },
  });
  // What is chosen counts as changed if it comes later than the form.
  if (!isThere) return null;
  if (choices.length === 0) return <NoForm onClose={onClose} />;
  const form = chosen ?? choices[0]?.value ?? '';
  return (
    <FormDialog
      title="Create a landing page"
      description="Its words and its picture come next. Nobody sees it before you publish it."
      isOpen
      onClose={onClose}
      action="Create the landing page"
      isBusy={create.isPending}
      problem={create.error}
      fields={['title', 'form_id']}
      onSubmit={(filled) => create.act({ body: { title: textOf(filled, 'title'), form_id: Number(form) } })}
    >
      <Field
        label="Title"
        name="title"
        placeholder="The Garden Post"
        hint="The heading of the page."
        autoComplete="off"
        autoFocus
        problem={create.error}
      />
      <Combobox
        label="Form"
        name="form_id"
        choices={choices}
        value={form}
        onChange={setChosen}
        hint="What people sign up with. A page has a form of its own."
        problem={create.error}
      />
    </FormDialog>
  );
}

function NoForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const go = useGo();
  return (
    <Dialog
      title="Create a landing page"
      description="A landing page needs a form of its own, and none is free. Create the form first."
      isOpen
      onClose={onClose}
      width="narrow"
    >
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" onClick={() => go('/forms', { do: 'create' })}>
          Create a form
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Deletes a page; its form and its picture stay. */
export function DeleteLandingPage(props: {
  readonly page: { readonly id: number; readonly title: string };
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}): ReactNode {
  const { onClose, onDeleted, page } = props;
  const remove = useAct('DELETE /landing-pages/{id}', {
    refresh: ['GET /landing-pages', 'GET /forms'],
    onDone: () => {
      toast(`The landing page “${page.title}” is deleted.`);
      onDeleted();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete the landing page ${page.title}?`}
      isOpen
      onClose={onClose}
      action="Delete the landing page"
      isBusy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.act({ params: { id: String(page.id) } })}
    >
      Its address leads nowhere from then on. Its form, its picture and whoever has signed up stay. It cannot be taken
      back.
    </ConfirmDialog>
  );
}
