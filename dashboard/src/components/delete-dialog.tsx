import type { ReactNode } from 'react';
import type { OperationName } from '../api.ts';
import { useAct } from '../reading.ts';
import { capitalized } from '../words.ts';
import { ConfirmDialog } from './dialog.tsx';
import { toast } from './toast.tsx';

/** Operation that deletes the object with the ID in its path. */
type Deletion = Extract<OperationName, `DELETE ${string}/{id}`>;

interface DeleteDialogProps<Name extends Deletion> {
  readonly operation: Name;
  readonly id: number | string;
  /** Noun and name that the dialog and its messages show, such as `tag` and `Customers`. */
  readonly noun: string;
  readonly name: string;
  /** Operations whose responses are outdated after the deletion. */
  readonly refresh: readonly OperationName[];
  readonly onClose: () => void;
  /** Called instead of `onClose` if the object was deleted. */
  readonly onDeleted?: (() => void) | undefined;
  /** Describes the effect of the deletion. */
  readonly children: ReactNode;
}

/** Renders a dialog that deletes an object when the user confirms, and shows a message afterward. */
export function DeleteDialog<Name extends Deletion>(props: DeleteDialogProps<Name>): ReactNode {
  const { children, id, name, noun, onClose, onDeleted = onClose, operation, refresh } = props;
  const remove = useAct(operation, {
    refresh,
    onDone: () => {
      toast(`${capitalized(noun)} “${name}” deleted.`);
      onDeleted();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${noun} “${name}”?`}
      isOpen
      onClose={onClose}
      action={`Delete ${noun}`}
      isBusy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.act({ params: { id: String(id) } })}
    >
      {children}
    </ConfirmDialog>
  );
}
