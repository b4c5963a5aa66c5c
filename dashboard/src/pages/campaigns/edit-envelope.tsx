import type { ReactNode } from 'react';
import type { ApiProblem } from '../../api.ts';
import { Field } from '../../components/field.tsx';
import type { Campaign, Change } from './campaign-words.ts';

interface Props {
  readonly campaign: Campaign;
  readonly note: (change: Change) => void;
  readonly problem: ApiProblem | null;
  /** Whether there is enough space for two fields next to each other. */
  readonly isWide?: boolean;
}

/** Renders the fields for the subject, the preview text, and the sender of an email. */
export function EditEnvelope({ campaign, isWide = false, note, problem }: Props): ReactNode {
  return (
    <div className={isWide ? 'grid grid-cols-2 gap-4 max-md:grid-cols-1' : 'flex flex-col gap-4'}>
      <Field
        label="Title"
        name="title"
        defaultValue={campaign.title}
        hint="The title is for internal use. Recipients don’t see it."
        onChange={({ target }) => note({ title: target.value })}
        autoComplete="off"
        problem={problem}
      />
      <Field
        label="Subject"
        name="subject"
        defaultValue={campaign.subject}
        hint="You can use merge tags, such as {{ contact.first_name }}."
        onChange={({ target }) => note({ subject: target.value })}
        autoComplete="off"
        problem={problem}
      />
      <Field
        label="Preview text"
        name="preview_text"
        defaultValue={campaign.preview_text ?? ''}
        hint="Inboxes show this text after the subject."
        onChange={({ target }) => note({ preview_text: target.value || null })}
        autoComplete="off"
        problem={problem}
      />
      <div className={isWide ? 'contents' : 'grid grid-cols-2 gap-4 max-sm:grid-cols-1'}>
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
      <Field
        label="Reply-to"
        name="reply_to"
        type="email"
        defaultValue={campaign.reply_to ?? ''}
        hint="Leave empty to send replies to the sender."
        onChange={({ target }) => note({ reply_to: target.value || null })}
        problem={problem}
      />
    </div>
  );
}
