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
  { value: 'non_openers', label: 'Who did not open it', hint: 'Often with another subject, some days later.' },
  { value: 'openers', label: 'Who opened it', hint: 'People who read you.' },
  { value: 'clickers', label: 'Who followed a link', hint: 'People who wanted to know more.' },
];

/** Makes a draft of a campaign that was sent, for part of those whom it was sent to. */
export function Resend(props: { readonly campaign: Campaign; readonly onClose: () => void }): ReactNode {
  const { campaign, onClose } = props;
  const [group, setGroup] = useState<Group>('non_openers');
  const go = useGo();
  const resend = useAct('POST /campaigns/{id}/resend', {
    refresh: ['GET /campaigns'],
    onDone: ({ id, title }) => {
      toast(`The draft “${title}” is there.`);
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
      title="Send it again"
      description="Makes a draft with the same content, for part of those whom it was sent to. Nothing is sent yet."
      isOpen
      onClose={onClose}
      action="Make the draft"
      isBusy={resend.isPending}
      problem={resend.error}
      fields={['subject', 'title']}
      onSubmit={submit}
    >
      <RadioGroup
        label="To whom"
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
        hint="For you; nobody who gets it sees it."
        autoComplete="off"
        problem={resend.error}
      />
    </FormDialog>
  );
}

/** Characters of a title, as the API takes it. */
const MAX_TITLE = 191;
