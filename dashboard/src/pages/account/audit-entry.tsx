import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Facts } from '../../components/page.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { Time } from '../../components/time.tsx';
import { actionInWords, changesOf, viaInWords } from './audit-words.ts';

type Entry = Answer<'GET /dashboard/account/audit'>['data'][number];

/** All of a line of the audit log, beside the log: who, how, when exactly, and each field that changed. */
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
