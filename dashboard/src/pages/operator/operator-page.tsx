import type { ReactNode } from 'react';
import { Page } from '../../components/page.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useMay } from '../../session.ts';

type PageProps = Omit<Parameters<typeof Page>[0], 'children'>;

/** Renders a page for the operator. For other users, renders a note and does not send requests. */
export function OperatorPage({ children, ...page }: PageProps & { readonly children: () => ReactNode }): ReactNode {
  if (useMay('operator')) return <Page {...page}>{children()}</Page>;
  return (
    <Page title={page.title}>
      <section className="card">
        <EmptyState title="Operators only">
          Owners and admins of the operator’s account manage the installation. If you are a member of that account,
          switch to it.
        </EmptyState>
      </section>
    </Page>
  );
}
