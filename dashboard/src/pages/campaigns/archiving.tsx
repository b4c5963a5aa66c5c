import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Switch } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { useProblemToast } from '../../problem-toast.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';

/** Whether everybody may read a campaign in the archive, and where. */
export function Archiving({ id }: { readonly id: string }): ReactNode {
  const read = useRead('GET /campaigns/{id}/archive', { params: { id } });
  const mayChange = useMay('account');
  const change = useAct('PATCH /campaigns/{id}/archive', { refresh: ['GET /campaigns/{id}/archive'] });
  useProblemToast(change.error);
  return (
    <Card title="Archive">
      <Loaded read={read} lines={2}>
        {({ is_archived: isArchived, url }) => (
          <Switch
            label="Show in the public archive"
            hint={url === null ? <Hidden isArchived={isArchived} /> : <Address of={url} />}
            checked={isArchived}
            disabled={!mayChange || change.isPending}
            onChange={({ target }) => change.act({ params: { id }, body: { is_archived: target.checked } })}
          />
        )}
      </Loaded>
    </Card>
  );
}

function Hidden({ isArchived }: { readonly isArchived: boolean }): ReactNode {
  if (!isArchived) return 'This campaign isn’t listed in the archive.';
  return (
    <>
      The archive is turned off for this account.{' '}
      <Link to="/campaign-settings" className="text-accent-ink underline underline-offset-2">
        Turn it on
      </Link>
    </>
  );
}

function Address({ of }: { readonly of: string }): ReactNode {
  return (
    <>
      Anyone can read it at{' '}
      <a href={of} target="_blank" rel="noreferrer" className="break-all text-accent-ink underline underline-offset-2">
        {of}
      </a>
    </>
  );
}
