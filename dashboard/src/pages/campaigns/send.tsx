import { useState, type ReactNode } from 'react';
import { DateTimeField } from '../../components/date-time-field.tsx';
import { ConfirmDialog, FormDialog } from '../../components/dialog.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { CHANGED, type Campaign } from './campaign-words.ts';
import { audienceOf, inShort, useGroupNames } from './group-names.ts';

interface Props {
  readonly campaign: Campaign;
  readonly onClose: () => void;
}

const HOUR_MS = 3_600_000;

/** Gives a campaign the time at which it is sent, or another one. */
export function Schedule({ campaign, onClose }: Props): ReactNode {
  const schedule = useAct('PATCH /campaigns/{id}', {
    refresh: CHANGED,
    onDone: () => {
      toast('It is scheduled.');
      onClose();
    },
  });
  const [first] = useState(() =>
    campaign.scheduled_at === null
      ? new Date(Math.ceil((Date.now() + HOUR_MS) / HOUR_MS) * HOUR_MS)
      : new Date(campaign.scheduled_at),
  );
  const submit = (form: FormData): void => {
    const at = textOf(form, 'scheduled_at');
    schedule.act({
      params: { id: String(campaign.id) },
      body: { scheduled_at: at, timezone: campaign.timezone },
    });
  };
  return (
    <FormDialog
      title={campaign.scheduled_at === null ? 'Schedule the campaign' : 'Change the time'}
      description="Until then it can be made a draft again. Who is in its audience is asked when it begins."
      isOpen
      onClose={onClose}
      action="Schedule it"
      isBusy={schedule.isPending}
      problem={schedule.error}
      fields={['scheduled_at']}
      onSubmit={submit}
    >
      <DateTimeField
        label="When"
        name="scheduled_at"
        zone={campaign.timezone}
        defaultValue={first}
        problem={schedule.error}
      />
    </FormDialog>
  );
}

/** Asks before a campaign goes out, with whom it goes to. */
export function SendNow({ campaign, onClose }: Props): ReactNode {
  const names = useGroupNames();
  const send = useAct('POST /campaigns/{id}/send', {
    refresh: CHANGED,
    onDone: () => {
      toast('It begins to go out in a moment.');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Send ${campaign.title} now?`}
      isOpen
      onClose={onClose}
      action="Send it now"
      isBusy={send.isPending}
      problem={send.error}
      onConfirm={() => send.act({ params: { id: String(campaign.id) } })}
    >
      “{campaign.subject}” goes to: {inShort(audienceOf(campaign, names))}. What has gone out cannot be taken back.
    </ConfirmDialog>
  );
}
