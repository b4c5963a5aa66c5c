import { useState, type ReactNode } from 'react';
import { Send } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Combobox } from '../../components/combobox.tsx';
import { DateTimeField } from '../../components/date-time-field.tsx';
import { ConfirmDialog, Dialog, DialogActions } from '../../components/dialog.tsx';
import { Form } from '../../components/form.tsx';
import { Card } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { plural } from '../../words.ts';
import { knownZones } from '../../zoned-time.ts';
import { CHANGED, type Campaign } from './campaign-words.ts';

interface Props {
  readonly campaign: Campaign;
  /** Saves other unsaved changes first. If it resolves with false, the campaign is neither sent nor scheduled. */
  readonly onSend?: (() => Promise<boolean>) | undefined;
  /** Called after sending was started or the campaign was scheduled. */
  readonly onSent: () => void;
}

const HOUR_MS = 3_600_000;
const ZONES = knownZones().map((zone) => ({ value: zone, label: zone }));

/**
 * Renders the last section of a campaign's review page, where the user sends the campaign now, or schedules it for a date
 * and time in any time zone.
 */
export function SendOrSchedule(props: Props): ReactNode {
  const { campaign } = props;
  return (
    <Card
      title={campaign.status === 'scheduled' ? 'Reschedule' : 'Schedule'}
      summary={
        campaign.scheduled_at === null || campaign.status !== 'scheduled' ? (
          'Send the campaign now, or choose a date and time in any time zone.'
        ) : (
          <>
            Scheduled for <Time at={campaign.scheduled_at} style="full" />.
          </>
        )
      }
      actions={campaign.status === 'draft' && <SendNow {...props} />}
    >
      <Schedule key={campaign.scheduled_at} {...props} />
    </Card>
  );
}

async function nothing(): Promise<boolean> {
  return Promise.resolve(true);
}

/** Renders the form that schedules or reschedules a campaign. */
function Schedule({ campaign, onSend = nothing, onSent }: Props): ReactNode {
  const [zone, setZone] = useState(campaign.timezone);
  const schedule = useAct('PATCH /campaigns/{id}', {
    refresh: [...CHANGED, 'GET /dashboard/campaigns/{id}/safeguards'],
    onDone: () => {
      toast('Campaign scheduled.');
      onSent();
    },
  });
  const [first] = useState(() =>
    campaign.scheduled_at === null
      ? new Date(Math.ceil((Date.now() + HOUR_MS) / HOUR_MS) * HOUR_MS)
      : new Date(campaign.scheduled_at),
  );
  return (
    <Form
      action="Schedule campaign"
      isBusy={schedule.isPending}
      problem={schedule.error}
      fields={['scheduled_at', 'timezone']}
      onSubmit={(form) => {
        const body = { scheduled_at: textOf(form, 'scheduled_at'), timezone: zone };
        void onSend().then((isSaved) => isSaved && schedule.act({ params: { id: String(campaign.id) }, body }));
      }}
    >
      <Combobox
        label="Time zone"
        name="timezone"
        choices={ZONES}
        value={zone}
        onChange={setZone}
        problem={schedule.error}
      />
      <DateTimeField
        label="Date and time"
        name="scheduled_at"
        zone={zone}
        defaultValue={first}
        problem={schedule.error}
      />
    </Form>
  );
}

/** Renders the button that sends a campaign now, and a confirmation dialog that shows the number of recipients. */
function SendNow({ campaign, onSend = nothing, onSent }: Props): ReactNode {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="primary" onClick={() => void onSend().then(setAsking)}>
        <Send className="size-4" aria-hidden /> Send now
      </Button>
      {isAsking && <Asking campaign={campaign} onSent={onSent} onClose={() => setAsking(false)} />}
    </>
  );
}

function Asking({ campaign, onClose, onSent }: Props & { readonly onClose: () => void }): ReactNode {
  const audience = useRead('GET /dashboard/campaigns/{id}/audience', { params: { id: String(campaign.id) } });
  const send = useAct('POST /campaigns/{id}/send', {
    refresh: [...CHANGED, 'GET /dashboard/campaigns/{id}/safeguards'],
    onDone: () => {
      toast('Sending starts in a moment.');
      onSent();
    },
  });
  if (audience.data?.contacts === 0) return <NoRecipients onClose={onClose} />;
  return (
    <ConfirmDialog
      title={`Send “${campaign.title}” now?`}
      isOpen
      onClose={onClose}
      action="Send campaign"
      isBusy={send.isPending}
      problem={send.error}
      onConfirm={() => send.act({ params: { id: String(campaign.id) } })}
    >
      “{campaign.subject}” will be sent to {audience.data ? plural(audience.data.contacts, 'contact') : 'its audience'}.
      You can’t recall emails that have been sent.
    </ConfirmDialog>
  );
}

function NoRecipients({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title="This campaign has no recipients" isOpen onClose={onClose} width="narrow">
      <p className="text-ink-2">
        No contacts in the audience can receive email. Unsubscribed, bounced, unconfirmed, and suppressed contacts are
        excluded.
      </p>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
