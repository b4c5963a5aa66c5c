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
      title={`Cancel ${campaign.title}?`}
      isOpen
      onClose={onClose}
      action="Cancel the campaign"
      isBusy={cancel.isPending}
      problem={cancel.error}
      onConfirm={() => cancel.act({ params: { id: String(campaign.id) } })}
    >
      Whoever was not sent it yet does not get it any more. It cannot be taken back; to go on later, pause it.
    </ConfirmDialog>
  );
}
