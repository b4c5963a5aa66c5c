import type { ReactNode } from 'react';
import type { ApiProblem } from '../../api.ts';
import { Field } from '../../components/field.tsx';
import type { Campaign, Change } from './campaign-words.ts';

interface Props {
  readonly campaign: Campaign;
  readonly note: (change: Change) => void;
  readonly problem: ApiProblem | null;
}

/** Renders the fields above an email: its subject and its preview text. */
export function EditSubject(props: {
  readonly of: Pick<Campaign, 'subject' | 'preview_text'>;
  readonly note: (change: { subject?: string; preview_text?: string | null }) => void;
  readonly problem: ApiProblem | null;
  /** Example of a merge tag. */
  readonly example: string;
  /** Prefix of the field names, so that they match the field paths in API errors. */
  readonly prefix?: string;
}): ReactNode {
  const { example, note, of, prefix = '', problem } = props;
  return (
    <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
      <Field
        label="Subject"
        name={`${prefix}subject`}
        defaultValue={of.subject}
        hint={`You can use merge tags, such as {{ ${example} }}.`}
        onChange={({ target }) => note({ subject: target.value })}
        autoComplete="off"
        problem={problem}
      />
      <Field
        label="Preview text"
        name={`${prefix}preview_text`}
        defaultValue={of.preview_text ?? ''}
        hint="Inboxes show this text after the subject."
        onChange={({ target }) => note({ preview_text: target.value || null })}
        autoComplete="off"
        problem={problem}
      />
    </div>
  );
}

/** Renders the fields for the title, the reply-to address, and the sender of a campaign. */
export function EditSender({ campaign, note, problem }: Props): ReactNode {
  return (
    <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
      <Field
        label="Title"
        name="title"
        defaultValue={campaign.title}
        hint="The title is for internal use and isn’t shown to recipients."
        onChange={({ target }) => note({ title: target.value })}
        autoComplete="off"
        problem={problem}
      />
      <Field
        label="Reply-to"
        name="reply_to"
        type="email"
        defaultValue={campaign.reply_to ?? ''}
        hint="Leave empty to receive replies at the sender’s email address."
        onChange={({ target }) => note({ reply_to: target.value || null })}
        problem={problem}
      />
      <Field
        label="Sender name"
        name="from_name"
        defaultValue={campaign.from_name}
        onChange={({ target }) => note({ from_name: target.value })}
        problem={problem}
      />
      <Field
        label="Sender email"
        name="from_email"
        type="email"
        defaultValue={campaign.from_email}
        onChange={({ target }) => note({ from_email: target.value })}
        problem={problem}
      />
    </div>
  );
}
