import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { useAct } from '../../reading.ts';
import { CHANGED, type Campaign } from './campaign-words.ts';

/** Stops a campaign in the middle, for good. */
export function CancelSending(props: { readonly campaign: Campaign; readonly onClose: () => void }): ReactNode {
  const { campaign, onClose } = props;
  const cancel = useAct('POST /campaigns/{id}/cancel', { refresh: CHANGED, onDone: onClose });
  return (
    <ConfirmDialog
      title={`Cancel “${campaign.title}”?`}
      isOpen
      onClose={onClose}
      action="Cancel campaign"
      isBusy={cancel.isPending}
      problem={cancel.error}
      onConfirm={() => cancel.act({ params: { id: String(campaign.id) } })}
    >
      Contacts who haven’t received it yet won’t get it. This can’t be undone. To continue later, pause the campaign
      instead.
    </ConfirmDialog>
  );
}
