import type { ReactNode } from 'react';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import type { Campaign } from './campaign-words.ts';

/** Renders the dialog that deletes a draft. Campaigns that were sent cannot be deleted. */
export function DeleteDraft(props: {
  readonly campaign: Pick<Campaign, 'id' | 'title'>;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}): ReactNode {
  const { campaign, onClose, onDeleted } = props;
  return (
    <DeleteDialog
      operation="DELETE /campaigns/{id}"
      id={campaign.id}
      noun="draft"
      name={campaign.title}
      refresh={['GET /dashboard/campaigns']}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      The draft and its content are deleted. This can’t be undone.
    </DeleteDialog>
  );
}
