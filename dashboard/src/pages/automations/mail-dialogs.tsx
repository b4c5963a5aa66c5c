import type { ReactNode } from 'react';
import { ConfirmDialog, FormDialog } from '../../components/dialog.tsx';
import { Field, TextArea } from '../../components/field.tsx';
import { toast } from '../../components/toast.tsx';
import { useGo } from '../../filters.ts';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { noun, plural } from '../../words.ts';
import { designAround, useBlank } from '../templates/use-start.ts';
import { flatSteps, withLocalIds } from './flow-tree.ts';
import { keepDraft } from './use-flow.ts';
import { blocksOf, CHANGED, type Automation, type Item } from './words.ts';
import type { ApiProblem, Input } from '../../api.ts';

const ENVELOPE = ['subject', 'preview_text', 'from_name', 'from_email'];

/**
 * Renders the form that adds an email at the end of an automation or of its draft, and then opens the editor for the
 * email.
 */
export function NewMail(props: {
  readonly automation: Automation;
  /** Whether the email is added to the draft. */
  readonly isDrafting: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const { isDrafting, onClose } = props;
  const settings = useRead('GET /dashboard/campaign-settings', {});
  const blank = useBlank();
  const create = useNewMail(props);
  // Wait for the data, because fields that appear after the form would count as unsaved changes.
  if (settings.isPending || !blank) return null;
  return (
    <FormDialog
      title="Add email"
      description={
        isDrafting
          ? 'The email is added to the end of the draft and then opens in the editor. It isn’t sent until you publish the draft.'
          : 'The email is added to the end of the series and then opens in the editor.'
      }
      isOpen
      onClose={onClose}
      action="Add email"
      isBusy={create.isPending}
      problem={create.error}
      fields={[...ENVELOPE, 'design']}
      onSubmit={(form) =>
        create.add({ ...envelopeIn(form), design: designAround(blank, blocksOf(textOf(form, 'design'))) })
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
      <TextArea
        label="Text"
        name="design"
        rows={6}
        hint="Leave an empty line to start a new paragraph."
        problem={create.error}
      />
    </FormDialog>
  );
}

/** Returns a function that adds an email to an automation or to its draft, and then opens the editor for the email. */
function useNewMail({ automation, isDrafting, onClose }: Parameters<typeof NewMail>[0]) {
  const go = useGo();
  const params = { id: String(automation.id) };
  const done = (subject: string, campaignId: number): void => {
    toast(isDrafting ? `“${subject}” added to the draft.` : `“${subject}” added as the last email.`);
    onClose();
    go(`/campaigns/${campaignId}/edit`);
  };
  const direct = useAct('POST /automations/{id}/emails', {
    refresh: CHANGED,
    onDone: ({ campaign }) => done(campaign.subject, campaign.id),
  });
  const drafted = useAct('POST /automations/{id}/draft/emails', {
    refresh: CHANGED,
    onDone: (draft, { body }) => {
      keepDraft(automation, draft);
      // The campaign of the new email has the highest ID.
      const ids = flatSteps(withLocalIds(draft.steps)).flatMap(({ campaign_id: id }) => id ?? []);
      done(body.subject, Math.max(...ids));
    },
  });
  const { error, isPending } = isDrafting ? drafted : direct;
  const add = (body: Input<'POST /automations/{id}/draft/emails'>['body']): void => {
    if (isDrafting) drafted.act({ params, body });
    else direct.act({ params, body });
  };
  return { add, error, isPending };
}

/** Renders the form that changes the subject and the sender of an email. */
export function ChangeMail({ item, onClose }: { readonly item: Item; readonly onClose: () => void }): ReactNode {
  const change = useAct('PATCH /automation-emails/{id}', { refresh: CHANGED, onDone: onClose });
  return (
    <FormDialog
      title="Subject and sender"
      description="Changes apply only to emails that haven’t been sent yet."
      isOpen
      onClose={onClose}
      action="Save changes"
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
        hint="Inboxes show this text after the subject."
        autoComplete="off"
        problem={problem}
      />
      <Field label="Sender name" name="from_name" defaultValue={of.from_name} problem={problem} />
      <Field label="Sender email" name="from_email" type="email" defaultValue={of.from_email} problem={problem} />
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

/** Renders the dialog that removes an email. Contacts that are waiting for this email continue with the next step. */
export function RemoveMail({ item, onClose }: { readonly item: Item; readonly onClose: () => void }): ReactNode {
  const remove = useAct('DELETE /automation-emails/{id}', {
    refresh: CHANGED,
    onDone: () => {
      toast(`“${item.campaign.subject}” removed.`);
      onClose();
    },
  });
  const waiting = item.waiting_count;
  return (
    <ConfirmDialog
      title={`Remove “${item.campaign.subject}”?`}
      isOpen
      onClose={onClose}
      action="Remove email"
      isBusy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.act({ params: { id: String(item.id) } })}
    >
      {waiting > 0 &&
        `${plural(waiting, 'contact')} waiting for this email ${noun(waiting, 'moves', 'move')} on to the next step. `}
      Results of emails already sent are kept. This can’t be undone.
    </ConfirmDialog>
  );
}
