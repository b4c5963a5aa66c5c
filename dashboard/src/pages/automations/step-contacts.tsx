import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Dialog } from '../../components/dialog.tsx';
import { Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { useRead } from '../../reading.ts';
import { count, plural } from '../../words.ts';

/** Maximum number of contacts in the dialog. The contacts that are due first are shown. */
const SHOWN = '50';

interface Props {
  readonly automationId: number;
  readonly stepId: number;
  readonly waiting: number;
}

/** Renders the number of contacts at a step. A click shows the contacts. */
export function StepContacts(props: Props): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { waiting } = props;
  if (waiting === 0) return count(0);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label={`Show ${plural(waiting, 'waiting contact')}`}
        className="underline decoration-line-strong decoration-dotted underline-offset-4"
      >
        {count(waiting)}
      </button>
      {isOpen && <Contacts {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function Contacts({ automationId, onClose, stepId, waiting }: Props & { readonly onClose: () => void }): ReactNode {
  const read = useRead('GET /automations/{id}/steps/{step_id}/contacts', {
    params: { id: String(automationId), step_id: String(stepId) },
    query: { per_page: SHOWN },
  });
  return (
    <Dialog title={plural(waiting, 'waiting contact')} isOpen onClose={onClose}>
      <Loaded read={read} lines={4}>
        {({ data, total }) => (
          <>
            <ul className="flex flex-col gap-2" aria-label="Waiting contacts">
              {data.map(({ contact_id: id, due_at: due, email }) => (
                <li key={id} className="flex flex-wrap justify-between gap-x-4">
                  <Link to={`/contacts/${id}`} className="min-w-0 truncate text-accent-ink underline">
                    {email}
                  </Link>
                  <span className="text-sm text-ink-3">
                    due <Time at={due} />
                  </span>
                </li>
              ))}
            </ul>
            {total > data.length && (
              <p className="mt-3 text-sm text-ink-3">
                {plural(data.length, 'contact')} of {count(total)} shown, sorted by due time.
              </p>
            )}
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
