import type { ReactNode } from 'react';
import { Page } from '../../components/page.tsx';
import { TabLinks } from '../../components/page-tabs.tsx';

const PARTS = [
  { path: '/webhooks', label: 'Settings' },
  { path: '/webhooks/log', label: 'Log' },
  { path: '/webhooks/time-machine', label: 'Replay' },
  { path: '/webhooks/signature', label: 'Signature debugger' },
] as const;

/** Renders the layout of the webhook pages: the title, and links to the other webhook pages. */
export function WebhookPage(props: {
  readonly title: string;
  readonly summary: ReactNode;
  readonly actions?: ReactNode;
  readonly isWhole?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { children, ...rest } = props;
  return (
    <Page {...rest}>
      <TabLinks label="Webhook" tabs={PARTS} />
      {children}
    </Page>
  );
}
