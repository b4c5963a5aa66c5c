import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { toast } from '../../components/toast.tsx';
import { useAct } from '../../reading.ts';
import type { Campaign } from './campaign-words.ts';

/** Renders the dialog that deletes a draft. Campaigns that were sent cannot be deleted. */
export function DeleteDraft(props: {
  readonly campaign: Pick<Campaign, 'id' | 'title'>;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}): ReactNode {
  const { campaign, onClose, onDeleted } = props;
  const remove = useAct('DELETE /campaigns/{id}', {
    refresh: ['GET /dashboard/campaigns'],
    onDone: () => {
      toast(`Draft “${campaign.title}” deleted.`);
      (onDeleted ?? onClose)();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete draft “${campaign.title}”?`}
      isOpen
      onClose={onClose}
      action="Delete draft"
      isBusy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.act({ params: { id: String(campaign.id) } })}
    >
      The draft and its content are deleted. This can’t be undone.
    </ConfirmDialog>
  );
}
