import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { ApiProblem, callWith } from '../../api.ts';
import { FormDialog } from '../../components/dialog.tsx';
import type { Selection } from '../../components/selection.tsx';
import { toast } from '../../components/toast.tsx';
import { refresh } from '../../reading.ts';
import { useTask } from '../../use-task.ts';
import { plural } from '../../words.ts';

/** A message that could not be sent again, and the reason. */
interface Failed {
  readonly id: string;
  readonly why: string;
}

/**
 * Renders the dialog that sends each selected message again as a new message. If a message is rejected, the others are
 * still sent. The rejected message stays selected, and the reason is shown.
 */
export function SendManyAgain(props: {
  readonly selection: Selection;
  /** Returns the label of a message in the list of failures. */
  readonly nameOf: (id: string) => string;
  readonly onClose: () => void;
}): ReactNode {
  const { nameOf, onClose, selection } = props;
  const keyOf = useKeyOf();
  const [sent, setSent] = useState(0);
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const again = useTask(
    async () => {
      const left: Failed[] = [];
      let done = 0;
      for (const id of selection.keys) {
        const why = await sendOne(id, keyOf(id));
        if (why === undefined) done += 1;
        else left.push({ id, why });
        setSent(sent + done);
      }
      setFailed(left);
      selection.set(left.map(({ id }) => id));
      refresh(['GET /transactional/emails', 'GET /dashboard/messages/count']);
      if (left.length > 0) return;
      toast(`${plural(sent + done, 'message')} sent again.`);
      onClose();
    },
    () => undefined,
  );
  return (
    <FormDialog
      title={`Send ${plural(selection.keys.size, 'message')} again?`}
      description="The same content is sent as new messages to all original recipients. Quota and suppressions are checked again."
      isOpen
      onClose={onClose}
      action={failed.length > 0 ? 'Try again' : 'Send again'}
      isBusy={again.isPending}
      problem={again.error}
      onSubmit={() => again.run(undefined)}
    >
      <p role="status" className="empty:hidden">
        {again.isPending
          ? `${plural(sent, 'message')} sent so far.`
          : failed.length > 0 && resultOf(sent, failed.length)}
      </p>
      {failed.length > 0 && (
        <ul className="flex max-h-60 flex-col gap-2 overflow-y-auto">
          {failed.map(({ id, why }) => (
            <li key={id}>
              <Link to={`/messages/${id}`} className="font-medium text-accent-ink underline underline-offset-2">
                {nameOf(id)}
              </Link>
              <p className="text-sm text-ink-2">{why}</p>
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  );
}

function resultOf(sent: number, failed: number): string {
  return `${plural(sent, 'message')} sent again, ${failed} failed. Failed messages stay selected.`;
}

/** Sends a message again. Returns the reason if this fails, and undefined otherwise. */
async function sendOne(id: string, idempotencyKey: string): Promise<string | undefined> {
  try {
    await callWith('POST /dashboard/messages/{id}/send-again', { params: { id }, body: {}, idempotencyKey });
    return undefined;
  } catch (error) {
    // Do not show the fix of a validation error, because it is written for the author of the original request.
    if (error instanceof ApiProblem)
      return error.code === 'validation_error' ? error.message : `${error.message} ${error.fix}`;
    throw error;
  }
}

/**
 * Returns an idempotency key for each message. The key is the same for all attempts, so that a message is not sent
 * twice if a response is lost.
 */
function useKeyOf(): (id: string) => string {
  const [begun] = useState(() => crypto.getRandomValues(new Uint32Array(3)).join('-'));
  return (id) => `again-${begun}-${id}`;
}
