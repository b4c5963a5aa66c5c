import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { toast } from '../../components/toast.tsx';
import { useAct } from '../../reading.ts';

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
