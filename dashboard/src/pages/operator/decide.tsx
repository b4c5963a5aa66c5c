import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { FormDialog } from '../../components/dialog.tsx';
import { TextArea } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { ACCOUNT_CHANGED } from './refreshed.ts';

type Review = NonNullable<Answer<'GET /dashboard/operator/accounts/{id}'>['review']>;

const DECISIONS = [
  { value: 'approve', label: 'Approve: grant the request' },
  { value: 'decline', label: 'Decline: make no changes' },
];

/**
 * Renders the dialog in which the operator decides a review. The user who requested the review is notified by email.
 */
export function Decide(props: {
  readonly review: Review;
  readonly account: { readonly id: number; readonly name: string };
  readonly onClose: () => void;
}): ReactNode {
  const { account, onClose, review } = props;
  const [isApproved, setApproved] = useState(true);
  const decide = useAct('POST /dashboard/operator/accounts/{id}/review', {
    refresh: ACCOUNT_CHANGED,
    onDone: () => {
      toast(`The review request from ${account.name} was ${isApproved ? 'approved' : 'declined'}.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Review ${account.name}`}
      description={review.sentence}
      isOpen
      onClose={onClose}
      action={isApproved ? 'Approve' : 'Decline'}
      isBusy={decide.isPending}
      problem={decide.error}
      fields={['reason']}
      onSubmit={(form) =>
        decide.act({
          params: { id: String(account.id) },
          body: { decision: isApproved ? 'approve' : 'decline', reason: textOf(form, 'reason') || null },
        })
      }
    >
      <blockquote className="border-l-2 border-line pl-3 whitespace-pre-wrap text-ink-2">{review.message}</blockquote>
      <Select
        label="Decision"
        isLabelShown
        choices={DECISIONS}
        value={isApproved ? 'approve' : 'decline'}
        onChange={(value) => setApproved(value === 'approve')}
      />
      <TextArea
        label="Reason"
        name="reason"
        rows={3}
        hint={
          isApproved
            ? 'Optional. The members of the account can see this reason.'
            : 'The members of the account can see this reason.'
        }
        problem={decide.error}
      />
    </FormDialog>
  );
}
