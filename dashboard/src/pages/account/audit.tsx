import type { ReactNode } from 'react';
import { Page } from '../../components/page.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { useFilters } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { AuditList } from './audit-list.tsx';

/** Renders the audit log of the account. */
export default function Audit(): ReactNode {
  const filtering = useFilters();
  const mayRead = useMay('dashboard:admin');
  const { after, before } = filtering.filters;
  const read = useRead(
    'GET /dashboard/account/audit',
    { query: { ...(before && { before }), ...(after && { after }) } },
    { enabled: mayRead, keep: true },
  );
  return (
    <Page
      title="Audit log"
      summary="The log shows changes by members of this account and by the operator."
      back={{ to: '/account', label: 'Account' }}
    >
      <section className="card" aria-label="Audit log">
        {mayRead ? (
          <Loaded read={read}>{(page) => <AuditList page={page} filtering={filtering} />}</Loaded>
        ) : (
          <EmptyState title="Only owners and admins can view the audit log">
            Ask an owner or admin to change your role on the Team page.
          </EmptyState>
        )}
      </section>
    </Page>
  );
}
