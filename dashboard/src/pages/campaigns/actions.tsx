import { type ReactNode, useState } from 'react';
import { CalendarClock, ClipboardCheck, Pause, Pencil, Play, Repeat } from 'lucide-react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { toast } from '../../components/toast.tsx';
import { useGo } from '../../filters.ts';
import { useProblemToast } from '../../problem-toast.ts';
import { useAct } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { type Campaign, CHANGED } from './campaign-words.ts';
import { DeleteDraft } from './delete-draft.tsx';
import { Resend } from './resend.tsx';
import { useDuplicate } from '../../components/use-duplicate.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';

interface Props {
  readonly campaign: Campaign;
}

type Opened = 'delete' | 'resend';

/** Renders the actions that are available for a campaign. */
export function Actions({ campaign }: Props): ReactNode {
  const mayChange = useMay('account');
  const [opened, setOpened] = useState<Opened>();
  const go = useGo();
  const duplicate = useDuplicate('campaign');
  if (!mayChange) return null;
  const close = (): void => setOpened(undefined);
  return (
    <>
      {campaign.status === 'draft' && <OfDraft campaign={campaign} />}
      {campaign.status === 'scheduled' && <OfScheduled campaign={campaign} />}
      {(campaign.status === 'preparing' || campaign.status === 'sending' || campaign.status === 'paused') && (
        <OfSending campaign={campaign} />
      )}
      {campaign.status === 'sent' && (
        <Button look="primary" onClick={() => setOpened('resend')}>
          <Repeat className="size-4" aria-hidden /> Resend campaign
        </Button>
      )}
      <RowMenu
        label="More actions"
        actions={[
          { label: 'Duplicate', onClick: () => duplicate.act({ params: { id: String(campaign.id) } }) },
          ...(campaign.status === 'draft'
            ? [{ label: 'Delete', onClick: () => setOpened('delete'), isDanger: true }]
            : []),
        ]}
      />
      {opened === 'resend' && <Resend campaign={campaign} onClose={close} />}
      {opened === 'delete' && <DeleteDraft campaign={campaign} onClose={close} onDeleted={() => go('/campaigns')} />}
    </>
  );
}

function OfDraft({ campaign }: Props): ReactNode {
  return (
    <>
      <ButtonLink to={`/campaigns/${campaign.id}/edit`}>
        <Pencil className="size-4" aria-hidden /> Edit campaign
      </ButtonLink>
      <ButtonLink look="primary" to={`/campaigns/${campaign.id}/review`}>
        <ClipboardCheck className="size-4" aria-hidden /> Review and send
      </ButtonLink>
    </>
  );
}

function OfScheduled({ campaign }: Props): ReactNode {
  const unschedule = useAct('PATCH /campaigns/{id}', {
    refresh: CHANGED,
    onDone: () => toast('Campaign unscheduled. The campaign is now a draft.'),
  });
  useProblemToast(unschedule.error);
  return (
    <>
      <Button
        isBusy={unschedule.isPending}
        onClick={() => unschedule.act({ params: { id: String(campaign.id) }, body: { scheduled_at: null } })}
      >
        Unschedule campaign
      </Button>
      <ButtonLink look="primary" to={`/campaigns/${campaign.id}/review`}>
        <CalendarClock className="size-4" aria-hidden /> Reschedule campaign
      </ButtonLink>
    </>
  );
}

function OfSending({ campaign }: Props): ReactNode {
  const [isCancelling, setCancelling] = useState(false);
  const input = { params: { id: String(campaign.id) } };
  const pause = useAct('POST /campaigns/{id}/pause', { refresh: CHANGED });
  const resume = useAct('POST /campaigns/{id}/resume', { refresh: CHANGED });
  useProblemToast(pause.error);
  useProblemToast(resume.error);
  return (
    <>
      <Button look="danger" onClick={() => setCancelling(true)}>
        Cancel campaign
      </Button>
      {campaign.status === 'paused' ? (
        <Button look="primary" isBusy={resume.isPending} onClick={() => resume.act(input)}>
          <Play className="size-4" aria-hidden /> Resume campaign
        </Button>
      ) : (
        <Button look="primary" isBusy={pause.isPending} onClick={() => pause.act(input)}>
          <Pause className="size-4" aria-hidden /> Pause campaign
        </Button>
      )}
      {isCancelling && <CancelSending campaign={campaign} onClose={() => setCancelling(false)} />}
    </>
  );
}

/** Renders the dialog that permanently cancels a campaign while it is being sent. */
function CancelSending(props: { readonly campaign: Campaign; readonly onClose: () => void }): ReactNode {
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
      Contacts who haven’t received the campaign yet won’t receive it. This can’t be undone. To continue later, pause
      the campaign instead.
    </ConfirmDialog>
  );
}
