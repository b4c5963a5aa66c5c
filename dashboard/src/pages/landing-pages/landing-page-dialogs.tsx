import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Combobox } from '../../components/combobox.tsx';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { Dialog, DialogActions, FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { toast } from '../../components/toast.tsx';
import { useGo } from '../../filters.ts';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { useFreeForms } from './choices.ts';

/**
 * Renders the form that creates a landing page, and then opens the landing page. If no sign-up form is available for
 * the page, renders a note instead.
 */
export function NewLandingPage({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [chosen, setChosen] = useState<string>();
  const { choices, isThere } = useFreeForms();
  const go = useGo();
  const create = useAct('POST /landing-pages', {
    refresh: ['GET /landing-pages', 'GET /forms'],
    onDone: ({ id, title }) => {
      toast(`Landing page “${title}” created. The page isn’t published yet.`);
      onClose();
      go(`/landing-pages/${id}`);
    },
  });
  // Wait until the choices have loaded. If they appeared later, the form would treat the selected choice as an unsaved
  // change.
  if (!isThere) return null;
  if (choices.length === 0) return <NoForm onClose={onClose} />;
  const form = chosen ?? choices[0]?.value ?? '';
  return (
    <FormDialog
      title="Create landing page"
      description="You can add text and an image in the next step. The page isn’t public until you publish it."
      isOpen
      onClose={onClose}
      action="Create landing page"
      isBusy={create.isPending}
      problem={create.error}
      fields={['title', 'form_id']}
      onSubmit={(filled) => create.act({ body: { title: textOf(filled, 'title'), form_id: Number(form) } })}
    >
      <Field
        label="Title"
        name="title"
        placeholder="The Garden Post"
        hint="The title is the heading of the page."
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
        hint="Choose a sign-up form. Each landing page needs its own form."
        problem={create.error}
      />
    </FormDialog>
  );
}

function NoForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const go = useGo();
  return (
    <Dialog
      title="Create landing page"
      description="A landing page needs its own form, but you have no unused forms. Create a form first."
      isOpen
      onClose={onClose}
      width="narrow"
    >
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" onClick={() => go('/forms', { do: 'create' })}>
          Create form
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Renders the dialog that deletes a landing page. Its sign-up form and its image are kept. */
export function DeleteLandingPage(props: {
  readonly page: { readonly id: number; readonly title: string };
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}): ReactNode {
  const { onClose, onDeleted, page } = props;
  return (
    <DeleteDialog
      operation="DELETE /landing-pages/{id}"
      id={page.id}
      noun="landing page"
      name={page.title}
      refresh={['GET /landing-pages', 'GET /forms']}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      The page’s URL stops working. The form, the image, and the contacts who signed up are kept. This can’t be undone.
    </DeleteDialog>
  );
}
