import type { ReactNode } from 'react';
import { Page } from '../../components/page.tsx';
import { useMay } from '../../session.ts';
import { Clients } from './clients.tsx';
import { Grants } from './grants.tsx';
import { Tokens } from './tokens.tsx';

/**
 * Renders the clients that use the account API on behalf of a user: personal access tokens, grants for applications,
 * and OAuth clients.
 */
export default function Apps(): ReactNode {
  const hasTokens = useMay('dashboard:write');
  return (
    <Page
      title="Apps and tokens"
      summary="Manage programs that use the account API on behalf of a member. To send email from your own programs, use API keys."
    >
      {hasTokens && <Tokens />}
      <Grants />
      <Clients />
    </Page>
  );
}
