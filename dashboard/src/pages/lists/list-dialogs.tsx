import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Usage } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog, Dialog, DialogActions, FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { plural, words } from '../../words.ts';
import { BY_GROUPS } from '../contacts/bulk-job.tsx';

/** Properties of a list that the dialogs need. */
export interface NamedList {
  readonly id: number;
  readonly name: string;
}

/** Renders the form that creates or renames a list. */
export function NameList({ list, onClose }: { readonly list?: NamedList; readonly onClose: () => void }): ReactNode {
  const create = useAct('POST /lists', {
    refresh: BY_GROUPS,
    onDone: ({ name }) => {
      toast(`List “${name}” created.`);
      onClose();
    },
  });
  const rename = useAct('PATCH /lists/{id}', { refresh: BY_GROUPS, onDone: onClose });
  const act = list ? rename : create;
  const submit = (form: FormData): void => {
    const body = { name: textOf(form, 'name') };
    if (list) rename.act({ params: { id: String(list.id) }, body });
    else create.act({ body });
  };
  return (
    <FormDialog
      title={list ? 'Rename list' : 'Create list'}
      isOpen
      onClose={onClose}
      action={list ? 'Rename list' : 'Create list'}
      isBusy={act.isPending}
      problem={act.error}
      fields={['name']}
      onSubmit={submit}
    >
      <Field
        label="Name"
        name="name"
        defaultValue={list?.name}
        placeholder="Newsletter"
        hint="Contacts see this name when they manage their subscriptions."
        autoComplete="off"
        autoFocus
        problem={act.error}
      />
    </FormDialog>
  );
}

/**
 * Renders the dialog that deletes a list. If other objects use the list, the list cannot be deleted, and the dialog
 * shows these objects.
 */
export function DeleteList(props: {
  readonly list: NamedList;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}): ReactNode {
  const { list, onClose, onDeleted } = props;
  const remove = useAct('DELETE /lists/{id}', {
    refresh: ['GET /lists', 'GET /contacts', 'GET /contacts/{id}', 'GET /contact-segments'],
    onDone: () => {
      toast(`List “${list.name}” deleted.`);
      (onDeleted ?? onClose)();
    },
  });
  const usages = remove.error?.usages ?? [];
  if (usages.length > 0) return <InUse list={list} usages={usages} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={`Delete list “${list.name}”?`}
      isOpen
      onClose={onClose}
      action="Delete list"
      isBusy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.act({ params: { id: String(list.id) } })}
    >
      The list’s contacts are kept. This can’t be undone.
    </ConfirmDialog>
  );
}

/** Dashboard page for each type of object that can use a list. */
const PATHS: Readonly<Record<string, string>> = {
  form: '/forms/$id',
  landing_page: '/landing-pages/$id',
  automation: '/automations/$id',
};

function InUse(props: {
  readonly list: NamedList;
  readonly usages: readonly Usage[];
  readonly onClose: () => void;
}): ReactNode {
  const { list, onClose, usages } = props;
  return (
    <Dialog
      title={`${list.name} is in use`}
      description={`This list can’t be deleted because ${plural(usages.length, 'item adds', 'items add')} contacts to it. Edit these items to use another list, or delete the items that you no longer need.`}
      isOpen
      onClose={onClose}
    >
      <ul className="flex flex-col divide-y divide-line rounded-control border border-line">
        {usages.map(({ id, title, type }) => {
          const to = PATHS[type]?.replace('$id', String(id));
          return (
            <li key={`${type} ${id}`} className="flex items-baseline justify-between gap-4 px-4 py-2.5">
              {to === undefined ? (
                <span className="font-medium">{title}</span>
              ) : (
                <Link to={to} className="font-medium text-accent-ink underline underline-offset-2">
                  {title}
                </Link>
              )}
              <span className="text-sm whitespace-nowrap text-ink-3">{words(type)}</span>
            </li>
          );
        })}
      </ul>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
