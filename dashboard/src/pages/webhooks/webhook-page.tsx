import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Page } from '../../components/page.tsx';

const PARTS = [
  { to: '/webhooks', label: 'Settings' },
  { to: '/webhooks/log', label: 'Log' },
  { to: '/webhooks/time-machine', label: 'Replay' },
  { to: '/webhooks/signature', label: 'Signature debugger' },
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
      <nav aria-label="Webhook" className="-mb-1 flex gap-1 overflow-x-auto border-b border-line">
        {PARTS.map(({ label, to }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: true, includeSearch: false }}
            className="-mb-px border-b-2 border-transparent px-2 py-2 font-medium whitespace-nowrap text-ink-3 outline-offset-[-2px] hover:text-ink max-sm:py-3"
            activeProps={{ className: 'border-accent! text-ink!' }}
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  );
}
