import type { ReactNode } from 'react';
import { DeleteDialog } from '../../components/delete-dialog.tsx';

export function DeleteTemplate(props: {
  readonly template: { readonly id: number; readonly name: string };
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}): ReactNode {
  const { onClose, onDeleted, template } = props;
  return (
    <DeleteDialog
      operation="DELETE /email-templates/{id}"
      id={template.id}
      noun="template"
      name={template.name}
      refresh={['GET /email-templates']}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      Campaigns created from the template aren’t affected. Apps can no longer send emails with this template. This can’t
      be undone.
    </DeleteDialog>
  );
}
