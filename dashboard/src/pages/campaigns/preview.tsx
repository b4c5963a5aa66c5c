import type { ReactNode } from 'react';
import type { ApiProblem } from '../../api.ts';
import { MailFrame, type FrameView } from '../../components/mail-frame.tsx';
import { Loaded } from '../../components/states.tsx';
import { useRead } from '../../reading.ts';
import type { Campaign } from './campaign-words.ts';
import { PreviewContact } from './preview-contact.tsx';

/** Renders the email as a contact would receive it. If the content has errors, renders the errors instead. */
export function Preview(props: {
  readonly campaign: Campaign;
  /** ID of the contact. If undefined, the server chooses a contact. */
  readonly contact: number | undefined;
  readonly onContact: (id: number) => void;
  readonly view?: FrameView;
  /** Number of the variant. Default: the campaign's own content. */
  readonly variant?: number;
}): ReactNode {
  const { campaign, contact, onContact, variant = 0, view } = props;
  const id = String(campaign.id);
  const body = { ...(contact !== undefined && { contact_id: contact }), ...(variant > 0 && { variant }) };
  const read = useRead(
    'POST /campaigns/{id}/preview',
    { params: { id }, ...(Object.keys(body).length > 0 && { body }) },
    { keep: true },
  );
  if (read.error?.status === 422) return <Faults problem={read.error} />;
  return (
    <Loaded read={read} lines={8}>
      {({ email, subject }) => (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-3">
            <p className="min-w-60 flex-1 text-ink-2">
              “{subject}” <span className="text-ink-3">as seen by {email}</span>
            </p>
            <PreviewContact onChoose={onContact} />
          </div>
          <MailFrame
            path="/dashboard/campaigns/{id}/preview"
            id={id}
            query={{
              contact_id: contact === undefined ? undefined : String(contact),
              variant: variant === 0 ? undefined : String(variant),
            }}
            version={campaign.updated_at}
            {...(view && { view })}
          />
        </>
      )}
    </Loaded>
  );
}

function Faults({ problem }: { readonly problem: ApiProblem }): ReactNode {
  return (
    <div className="px-6 py-5 max-sm:px-4">
      <p className="font-medium">Fix these errors before sending:</p>
      <ul className="mt-1 list-disc pl-5 text-ink-2">
        {Object.entries(problem.errors).flatMap(([field, sentences]) =>
          sentences.map((sentence) => <li key={`${field} ${sentence}`}>{withoutPath(sentence)}</li>),
        )}
      </ul>
    </div>
  );
}

/** Removes the path in the design from an error message, because only API clients can use the path. */
function withoutPath(sentence: string): string {
  return sentence.replace(/^has an error at [\w.]+: /, '');
}
