import { useState, type ReactNode } from 'react';
import { FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';

const CHANGED = ['GET /dashboard/operator/queues'] as const;

const TIMES = [
  { value: '15', label: '15 minutes' },
  { value: '60', label: '1 hour' },
  { value: '360', label: '6 hours' },
  { value: '1440', label: '1 day' },
  { value: '10080', label: '7 days' },
];

/** Returns the display name of a stopped site. The site `*` stands for all sites. */
export function siteInWords(site: string): string {
  return site === '*' ? 'all sites' : site;
}

/**
 * Renders the dialog that pauses sending, for a limited time, to all sites whose names end with the text that the
 * operator enters.
 */
export function StopSite({ onClose, site }: { readonly site: string; readonly onClose: () => void }): ReactNode {
  const [minutes, setMinutes] = useState('60');
  const stop = useAct('POST /dashboard/operator/queues/stops', {
    refresh: CHANGED,
    onDone: (answer) => {
      toast(`Sending to ${siteInWords(answer.site)} paused.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={site === '' ? 'Pause site' : `Pause ${site}`}
      description="Email to this destination site stays queued and is sent when the pause ends. The pause takes effect within three seconds."
      isOpen
      onClose={onClose}
      action="Pause site"
      isBusy={stop.isPending}
      problem={stop.error}
      fields={['site', 'reason']}
      onSubmit={(form) =>
        stop.act({ body: { site: textOf(form, 'site'), reason: textOf(form, 'reason'), minutes: Number(minutes) } })
      }
    >
      <Field
        label="Site"
        name="site"
        defaultValue={site}
        placeholder="google.com"
        hint="The pause applies to all destination sites whose names end with this value. Use * for all sites."
        autoComplete="off"
        autoCapitalize="none"
        autoFocus={site === ''}
        problem={stop.error}
      />
      <Field
        label="Reason"
        name="reason"
        placeholder="IP address blocked, removal requested"
        autoComplete="off"
        autoFocus={site !== ''}
        problem={stop.error}
      />
      <Select label="Duration" isLabelShown choices={TIMES} value={minutes} onChange={setMinutes} />
    </FormDialog>
  );
}

/** Renders the dialog that ends a stop. */
export function ResumeSite({ onClose, site }: { readonly site: string; readonly onClose: () => void }): ReactNode {
  const resume = useAct('DELETE /dashboard/operator/queues/stops/{site}', {
    refresh: CHANGED,
    onDone: () => {
      toast(`Sending to ${siteInWords(site)} resumed.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Resume ${siteInWords(site)}?`}
      description="Queued email is sent as fast as the destination site accepts it."
      isOpen
      onClose={onClose}
      action="Resume sending"
      isBusy={resume.isPending}
      problem={resume.error}
      onSubmit={() => resume.act({ params: { site } })}
    >
      {null}
    </FormDialog>
  );
}
