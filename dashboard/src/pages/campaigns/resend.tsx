import { useState, type ReactNode } from 'react';
import { FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { RadioGroup } from '../../components/radio-group.tsx';
import { toast } from '../../components/toast.tsx';
import { useGo } from '../../filters.ts';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import type { Campaign } from './campaign-words.ts';

type Group = NonNullable<Campaign['resend_audience']>;

const GROUPS: readonly { readonly value: Group; readonly label: string; readonly hint: string }[] = [
  {
    value: 'non_openers',
    label: 'Contacts who didn’t open the campaign',
    hint: 'Campaigns are often resent a few days later with a different subject.',
  },
  { value: 'openers', label: 'Contacts who opened the campaign', hint: 'These contacts are your active readers.' },
  { value: 'clickers', label: 'Contacts who clicked a link', hint: 'These contacts showed interest in the content.' },
];

/**
 * Renders the form that creates a draft from a sent campaign. Its audience is a subset of the campaign's recipients.
 */
export function Resend(props: {
  readonly campaign: Pick<Campaign, 'id' | 'subject' | 'title'>;
  readonly onClose: () => void;
}): ReactNode {
  const { campaign, onClose } = props;
  const [group, setGroup] = useState<Group>('non_openers');
  const go = useGo();
  const resend = useAct('POST /campaigns/{id}/resend', {
    refresh: ['GET /dashboard/campaigns'],
    onDone: ({ id, title }) => {
      toast(`Draft “${title}” created.`);
      onClose();
      go(`/campaigns/${id}`);
    },
  });
  const submit = (form: FormData): void => {
    resend.act({
      params: { id: String(campaign.id) },
      body: { audience: group, subject: textOf(form, 'subject'), title: textOf(form, 'title') },
    });
  };
  return (
    <FormDialog
      title="Resend campaign"
      description="This creates a draft with the same content for part of the original audience. No emails are sent until you send the draft."
      isOpen
      onClose={onClose}
      action="Create draft"
      isBusy={resend.isPending}
      problem={resend.error}
      fields={['subject', 'title']}
      onSubmit={submit}
    >
      <RadioGroup
        label="Send to"
        name="audience"
        value={group}
        onChange={(value) => setGroup(GROUPS.find((each) => each.value === value)?.value ?? 'non_openers')}
        choices={GROUPS}
      />
      <Field label="Subject" name="subject" defaultValue={campaign.subject} autoComplete="off" problem={resend.error} />
      <Field
        label="Title"
        name="title"
        defaultValue={`Resend: ${campaign.title}`.slice(0, MAX_TITLE)}
        hint="The title is for internal use and isn’t shown to recipients."
        autoComplete="off"
        problem={resend.error}
      />
    </FormDialog>
  );
}

/** Maximum length of a campaign title in the API, in characters. */
const MAX_TITLE = 191;
