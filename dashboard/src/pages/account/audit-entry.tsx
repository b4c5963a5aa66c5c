import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Facts } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { actionInWords, changesOf, viaInWords } from './audit-words.ts';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { IconButton } from '../../components/button.tsx';
import { useReturn } from '../../components/dialog.tsx';

type Entry = Answer<'GET /dashboard/account/audit'>['data'][number];

/**
 * Renders the details of an audit log entry next to the log: the user, the credential or interface, the exact time, and
 * each changed field.
 */
export function AuditEntry({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }): ReactNode {
  const { action, by, occurred_at: at, subject, via } = entry;
  const changes = changesOf(entry.before, entry.after);
  const who = [by?.name, by?.email].filter(Boolean).join(', ') || 'Unknown user';
  return (
    <Sheet title={`${by?.name || by?.email || 'Someone'} ${actionInWords(action)}`} onClose={onClose}>
      <Facts
        rows={[
          ['User', entry.is_operator ? `${who} (operator)` : who],
          ['Object', subject ?? 'the account'],
          ['Source', viaInWords(via)],
          [
            'Time',
            <span key="when" className="[&>time]:whitespace-normal">
              <Time at={at} style="full" />
            </span>,
          ],
          [
            'Action',
            <code key="action" className="font-mono text-sm">
              {action}
            </code>,
          ],
        ]}
      />
      <section>
        <h3 className="mb-1 text-sm font-medium text-ink-2">Changes</h3>
        {changes.length === 0 ? (
          <p className="text-ink-3">No field changes were recorded.</p>
        ) : (
          <ul className="flex flex-col divide-y divide-line">
            {changes.map((change) => (
              <li key={change} className="py-1.5">
                {change}
              </li>
            ))}
          </ul>
        )}
      </section>
    </Sheet>
  );
}

/**
 * Renders the details of a list entry next to the list, which stays visible and usable. If the user selects another
 * row, the details of that row are shown. Escape and the close button close the details. On phones, they use the whole
 * width of the page.
 */
function Sheet(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const { children, onClose, title } = props;
  const popup = useReturn();
  return (
    <Base.Root open modal={false} disablePointerDismissal onOpenChange={(open) => (open ? undefined : onClose())}>
      <Base.Portal>
        <Base.Popup
          ref={popup}
          data-sheet
          finalFocus={false}
          className="fixed inset-y-0 right-0 z-40 flex w-[min(26rem,100vw)] flex-col gap-4 overflow-y-auto border-l border-line bg-surface p-6 shadow-card outline-hidden max-sm:p-4"
        >
          <div className="flex items-start justify-between gap-4">
            <Base.Title className="text-xl font-semibold">{title}</Base.Title>
            <Base.Close render={<IconButton label="Close" className="-mt-1 -mr-2" />}>
              <X aria-hidden />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
