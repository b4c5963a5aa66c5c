import { useState, type ReactNode } from 'react';
import { useParams } from '@tanstack/react-router';
import { Download, RefreshCw, Trash2 } from 'lucide-react';
import { addressOf, type Answer } from '../../api.ts';
import { Status } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { DownloadLink } from '../../components/download-link.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Card, Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { isUnknown, Unknown } from '../../components/unknown.tsx';
import { useGo } from '../../filters.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { plural } from '../../words.ts';
import { DomainKeys } from './domain-keys.tsx';
import { LinkHost } from './link-host.tsx';
import { RecordList } from './record-list.tsx';
import { useChecking } from './use-checking.ts';

type DomainPage = Answer<'GET /dashboard/domains/{id}'>;

/**
 * Renders a sender domain: the required DNS records next to the published ones, the host name of its tracking links,
 * its keys, and an action that removes the domain. The records are checked automatically.
 */
export default function Domain(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const read = useRead('GET /dashboard/domains/{id}', { params: { id } });
  if (isUnknown(read)) {
    return (
      <Unknown noun="domain" list={{ to: '/domains', label: 'Domains' }}>
        The domain may have been removed, or it may belong to another account.
      </Unknown>
    );
  }
  const title = read.data?.name ?? 'Domain';
  return (
    <Page
      title={title}
      back={{ to: '/domains', label: 'Domains' }}
      summary={read.data && <Summary domain={read.data} />}
      actions={read.data && <Actions domain={read.data} />}
    >
      <Loaded read={read}>
        {(domain) => (
          <>
            <Records domain={domain} />
            <LinkHost domain={domain} />
            <DomainKeys domain={domain} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Summary({ domain }: { readonly domain: DomainPage }): ReactNode {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Status state={domain.status} />
      {domain.status === 'verified' ? (
        <span>
          Verified on <Time at={domain.verified_at} style="date" />. You can send from this domain.
        </span>
      ) : (
        <span>You can send from this domain once its required records are found.</span>
      )}
      {domain.missing_since !== null && (
        <span className="text-bad">
          The DKIM record has been missing since <Time at={domain.missing_since} />. If the record is still missing
          after 48 hours, you can no longer send from this domain.
        </span>
      )}
    </span>
  );
}

function Actions({ domain }: { readonly domain: DomainPage }): ReactNode {
  const [isRemoving, setRemoving] = useState(false);
  const go = useGo();
  const mayChange = useMay('dashboard:write');
  const remove = useAct('DELETE /domains/{id}', {
    refresh: ['GET /domains'],
    onDone: ({ campaigns = [] }) => {
      const stopped = campaigns.map(({ title }) => `“${title}”`).join(', ');
      toast(`${domain.name} removed.${stopped === '' ? '' : ` Paused campaigns: ${stopped}.`}`);
      go('/domains');
    },
  });
  if (!mayChange) return null;
  return (
    <>
      <Button look="danger" onClick={() => setRemoving(true)}>
        <Trash2 className="size-4" aria-hidden /> Remove domain
      </Button>
      <ConfirmDialog
        title={`Remove ${domain.name}?`}
        action="Remove domain"
        isOpen={isRemoving}
        isBusy={remove.isPending}
        problem={remove.error}
        onConfirm={() => remove.act({ params: { id: String(domain.id) } })}
        onClose={() => setRemoving(false)}
      >
        You won’t be able to send from this domain. Campaigns in progress are paused, and automation emails are put on
        hold. Messages that have already been accepted are still signed and delivered, so keep the DNS records for a few
        days.
      </ConfirmDialog>
    </>
  );
}

function Records({ domain }: { readonly domain: DomainPage }): ReactNode {
  const { check, isAwaited } = useChecking(domain);
  const found = domain.records.filter(({ valid }) => valid).length;
  return (
    <Card
      title="Records to publish"
      isMain
      isFlush
      summary={
        <span aria-live="polite">
          {found} of {plural(domain.records.length, 'record')} found.{' '}
          {isAwaited && check
            ? 'Records are checked every 5 seconds while this page is open'
            : 'Records are checked at least once a day'}
          {domain.checked_at === null ? '.' : '. Last check: '}
          {domain.checked_at !== null && <Time at={domain.checked_at} />}
        </span>
      }
      actions={
        <>
          <DownloadLink
            href={addressOf('/domains/{id}/zone-file', { params: { id: String(domain.id) } })}
            className="inline-flex h-8 items-center gap-1.5 rounded-control px-3 font-medium text-accent-ink hover:bg-sunken max-sm:h-10"
          >
            <Download className="size-4" aria-hidden /> Download zone file
          </DownloadLink>
          {check && (
            <Button onClick={check.now} disabled={check.isPending}>
              <RefreshCw className="size-4" aria-hidden /> Check now
            </Button>
          )}
        </>
      }
    >
      {domain.before_publishing !== null && (
        <p className="mx-6 mb-3 rounded-control bg-bad-soft px-3 py-2 text-bad max-sm:mx-4" data-before-publishing>
          {domain.before_publishing}
        </p>
      )}
      {domain.to_do.length > 0 && (
        <ul className="mx-6 mb-4 flex flex-col gap-1 rounded-control bg-warn-soft px-3 py-2 text-sm text-warn max-sm:mx-4">
          {domain.to_do.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <p className="px-6 pb-3 text-sm text-ink-3 max-sm:px-4">
        If your DNS provider appends the domain automatically, enter only the part of the host that isn’t gray.
      </p>
      <RecordList records={domain.records} />
    </Card>
  );
}
