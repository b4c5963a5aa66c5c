import type { ReactNode } from 'react';
import { ConfirmDialog, FormDialog } from '../../components/dialog.tsx';
import { Field, TextArea } from '../../components/field.tsx';
import { toast } from '../../components/toast.tsx';
import { useGo } from '../../filters.ts';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { noun, plural } from '../../words.ts';
import { CHANGED, designOf, type Automation, type Item } from './words.ts';
import type { ApiProblem } from '../../api.ts';

const ENVELOPE = ['subject', 'preview_text', 'from_name', 'from_email'];

/** Adds an email after the others and leads to where it is written. */
export function NewMail(props: { readonly automation: Automation; readonly onClose: () => void }): ReactNode {
  const { automation, onClose } = props;
  const go = useGo();
  const settings = useRead('GET /dashboard/campaign-settings', {});
  const create = useAct('POST /automations/{id}/emails', {
    refresh: CHANGED,
    onDone: ({ campaign }) => {
      toast(`“${campaign.subject}” is the last mail now.`);
      onClose();
      go(`/campaigns/${campaign.id}/edit`);
    },
  });
  // Fields that come later than their form count as filled in.
  if (settings.isPending) return null;
  return (
    <FormDialog
      title="Add a mail"
      description="The editor opens next, for pictures, buttons and columns. It stands behind the others until you move it."
      isOpen
      onClose={onClose}
      action="Add the mail"
      isBusy={create.isPending}
      problem={create.error}
      fields={[...ENVELOPE, 'design']}
      onSubmit={(form) =>
        create.act({
          params: { id: String(automation.id) },
          body: { ...envelopeIn(form), design: designOf(textOf(form, 'design')) },
        })
      }
    >
      <Envelope
        of={{
          subject: '',
          preview_text: null,
          from_name: settings.data?.from_name ?? '',
          from_email: settings.data?.from_email ?? '',
        }}
        problem={create.error}
      />
      <TextArea label="Text" name="design" rows={6} hint="An empty line begins a paragraph." problem={create.error} />
    </FormDialog>
  );
}

/** Changes what stands around a mail. */
export function ChangeMail({ item, onClose }: { readonly item: Item; readonly onClose: () => void }): ReactNode {
  const change = useAct('PATCH /automation-emails/{id}', { refresh: CHANGED, onDone: onClose });
  return (
    <FormDialog
      title="Subject and sender"
      description="Of what is sent from now on."
      isOpen
      onClose={onClose}
      action="Save"
      isBusy={change.isPending}
      problem={change.error}
      fields={ENVELOPE}
      onSubmit={(form) => change.act({ params: { id: String(item.id) }, body: envelopeIn(form) })}
    >
      <Envelope of={item.campaign} problem={change.error} />
    </FormDialog>
  );
}

function Envelope(props: {
  readonly of: Pick<Item['campaign'], 'subject' | 'preview_text' | 'from_name' | 'from_email'>;
  readonly problem: ApiProblem | null;
}): ReactNode {
  const { of, problem } = props;
  return (
    <>
      <Field label="Subject" name="subject" defaultValue={of.subject} autoComplete="off" autoFocus problem={problem} />
      <Field
        label="Preview text"
        name="preview_text"
        defaultValue={of.preview_text ?? ''}
        hint="What mailboxes show behind the subject."
        autoComplete="off"
        problem={problem}
      />
      <Field label="Name of the sender" name="from_name" defaultValue={of.from_name} problem={problem} />
      <Field
        label="Address of the sender"
        name="from_email"
        type="email"
        defaultValue={of.from_email}
        problem={problem}
      />
    </>
  );
}

function envelopeIn(form: FormData) {
  const previewText = textOf(form, 'preview_text');
  return {
    subject: textOf(form, 'subject'),
    preview_text: previewText === '' ? null : previewText,
    from_name: textOf(form, 'from_name'),
    from_email: textOf(form, 'from_email'),
  };
}

/** Takes a mail out; who waits for it goes on to the next. */
export function RemoveMail({ item, onClose }: { readonly item: Item; readonly onClose: () => void }): ReactNode {
  const remove = useAct('DELETE /automation-emails/{id}', {
    refresh: CHANGED,
    onDone: () => {
      toast(`“${item.campaign.subject}” is removed.`);
      onClose();
    },
  });
  const waiting = item.waiting_count;
  return (
    <ConfirmDialog
      title={`Remove “${item.campaign.subject}”?`}
      isOpen
      onClose={onClose}
      action="Remove the mail"
      isBusy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.act({ params: { id: String(item.id) } })}
    >
      {waiting > 0 && `${plural(waiting, 'contact')} that ${noun(waiting, 'waits', 'wait')} for it go on to the next. `}
      What became of those that were sent stays. It cannot be taken back.
    </ConfirmDialog>
  );
}
