import { useState, type ReactNode } from 'react';
import { call } from '../../api.ts';
import { FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import type { Selection } from '../../components/selection.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { refresh } from '../../reading.ts';
import { useTask } from '../../use-task.ts';
import { count, plural } from '../../words.ts';

/**
 * Renders the dialog that removes the selected addresses from the suppression list and records the reason. If the user
 * has selected all matching addresses, removes them in batches.
 */
export function RemoveMany(props: {
  readonly selection: Selection;
  /** Description of the selection if all matching addresses are selected, such as their number. */
  readonly all: string;
  readonly matching: { readonly reason?: string; readonly query?: string };
  readonly onClose: () => void;
}): ReactNode {
  const { all, matching, onClose, selection } = props;
  const { isAll, keys } = selection;
  // Do not remove addresses that were added after the dialog was opened.
  const [until] = useState(() => new Date().toISOString());
  const [removed, setRemoved] = useState(0);
  const what = isAll ? all : plural(keys.size, 'address', 'addresses');
  const remove = useTask(
    async (why: string) => {
      const body = isAll ? { why, matching: { ...matching, until } } : { why, addresses: [...keys] };
      for (let done = 0; ;) {
        const answer = await call('POST /dashboard/suppressions/removal', { body });
        done += answer.removed;
        setRemoved(done);
        if (answer.has_more) continue;
        toast(`${plural(done, 'address', 'addresses')} removed from the suppression list.`);
        return;
      }
    },
    () => {
      selection.set([]);
      refresh(['GET /transactional/suppressions', 'GET /dashboard/suppressions/count']);
      onClose();
    },
  );
  return (
    <FormDialog
      title={`Remove ${what} from the suppression list?`}
      description="Emails can be sent to these addresses again. Addresses that hard bounce again are suppressed again, and the bounces hurt your sender reputation."
      isOpen
      onClose={() => {
        // If an error occurs, the addresses that were already removed stay removed.
        if (removed > 0) refresh(['GET /transactional/suppressions', 'GET /dashboard/suppressions/count']);
        onClose();
      }}
      action="Remove from list"
      isDanger
      isBusy={remove.isPending}
      problem={remove.error}
      fields={['why']}
      onSubmit={(form) => remove.run(textOf(form, 'why'))}
    >
      <Field
        label="Reason"
        name="why"
        autoFocus
        placeholder="The recipients’ provider rejected all email for an hour"
        hint="The reason is recorded in the account’s audit log."
        problem={remove.error}
      />
      {removed > 0 && <p role="status">{`${count(removed)} removed so far.`}</p>}
    </FormDialog>
  );
}
