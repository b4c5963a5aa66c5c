import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { toast } from '../../components/toast.tsx';
import { useAct } from '../../reading.ts';
import type { Campaign } from './campaign-words.ts';

/** Deletes a draft; nothing that was sent can be deleted. */
export function DeleteDraft(props: {
  readonly campaign: Pick<Campaign, 'id' | 'title'>;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}): ReactNode {
  const { campaign, onClose, onDeleted } = props;
  const remove = useAct('DELETE /campaigns/{id}', {
    refresh: ['GET /campaigns'],
    onDone: () => {
      toast(`The draft “${campaign.title}” is deleted.`);
      (onDeleted ?? onClose)();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete the draft ${campaign.title}?`}
      isOpen
      onClose={onClose}
      action="Delete the draft"
      isBusy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.act({ params: { id: String(campaign.id) } })}
    >
      Nobody was sent it. Its content is gone with it, and it cannot be taken back.
    </ConfirmDialog>
  );
}
