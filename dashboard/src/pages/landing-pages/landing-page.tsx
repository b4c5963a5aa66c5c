import { useState, type ReactNode } from 'react';
import { useParams } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { Card, Facts, Page } from '../../components/page.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { Loaded } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { isUnknown, Unknown } from '../../components/unknown.tsx';
import { useGo } from '../../filters.ts';
import { useProblemToast } from '../../problem-toast.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { DeleteLandingPage } from './landing-page-dialogs.tsx';
import { LandingSettings } from './landing-settings.tsx';

type Shown = Answer<'GET /landing-pages/{id}'>;

const PAGES = { to: '/landing-pages', label: 'Landing pages' };

/** Renders a landing page: its text and its image next to the preview, and whether the page is published. */
export default function LandingPage(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const read = useRead('GET /landing-pages/{id}', { params: { id } });
  const mayChange = useMay('account');
  if (isUnknown(read) || read.error?.status === 403) {
    return (
      <Unknown noun="landing page" list={PAGES}>
        The landing page may have been deleted.
      </Unknown>
    );
  }
  return (
    <Page
      title={read.data?.title ?? 'Landing page'}
      back={PAGES}
      summary={read.data && <PageStatus of={read.data} />}
      actions={read.data && <Actions page={read.data} mayChange={mayChange} />}
    >
      <Loaded read={read} lines={8}>
        {(page) => (
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-5 max-lg:grid-cols-1">
            <Card title="Content" isMain>
              {mayChange ? (
                <LandingSettings key={page.id} page={page} />
              ) : (
                <Facts
                  rows={[
                    ['Title', page.title],
                    ['Text', <span className="whitespace-pre-line">{page.text}</span>],
                  ]}
                />
              )}
            </Card>
            <Preview page={page} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function PageStatus({ of }: { readonly of: Shown }): ReactNode {
  if (!of.is_published) {
    return (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge>unpublished</Badge> <span>Only people with the preview link can see this page.</span>
      </span>
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone="ok">published</Badge>
      <span className="flex min-w-0 items-center gap-1">
        <span className="truncate font-mono text-sm">{of.url}</span>
        <CopyButton text={of.url} label="Copy URL" />
      </span>
    </span>
  );
}

function Actions({ mayChange, page }: { readonly page: Shown; readonly mayChange: boolean }): ReactNode {
  const [isDeleting, setDeleting] = useState(false);
  const go = useGo();
  const publish = useAct('PATCH /landing-pages/{id}', {
    refresh: ['GET /landing-pages', 'GET /landing-pages/{id}'],
    onDone: ({ is_published: isPublished }) =>
      toast(isPublished ? 'Landing page published.' : 'Landing page unpublished.'),
  });
  useProblemToast(publish.error);
  return (
    <>
      <a
        href={page.is_published ? page.url : page.preview_url}
        target="_blank"
        rel="noreferrer"
        className="inline-flex h-8 items-center gap-1.5 rounded-control border border-line bg-surface px-3 font-medium whitespace-nowrap hover:bg-sunken max-sm:h-10"
      >
        <ExternalLink className="size-4" aria-hidden /> {page.is_published ? 'Open page' : 'Open preview'}
      </a>
      {mayChange && (
        <>
          <Button
            look={page.is_published ? 'plain' : 'primary'}
            isBusy={publish.isPending}
            onClick={() => publish.act({ params: { id: String(page.id) }, body: { is_published: !page.is_published } })}
          >
            {page.is_published ? 'Unpublish' : 'Publish'}
          </Button>
          <RowMenu
            label={`More actions for ${page.title}`}
            actions={[{ label: 'Delete', onClick: () => setDeleting(true), isDanger: true }]}
          />
        </>
      )}
      {isDeleting && (
        <DeleteLandingPage page={page} onClose={() => setDeleting(false)} onDeleted={() => go('/landing-pages')} />
      )}
    </>
  );
}

function Preview({ page }: { readonly page: Shown }): ReactNode {
  const { pathname, search } = new URL(page.preview_url);
  return (
    <figure className="flex w-[377px] max-w-full flex-col gap-2 max-lg:mx-auto lg:sticky lg:top-5">
      <iframe
        // Reload the frame when the landing page changes.
        key={page.updated_at}
        title="Landing page preview"
        // Use the origin of this page. The server can have several host names, but the landing page only allows frames
        // from the same origin.
        src={pathname + search}
        sandbox=""
        className="block h-[42rem] w-full rounded-card border border-line-strong bg-surface"
      />
      <figcaption className="text-sm text-ink-3">
        The preview shows the saved page on a phone. You can’t submit the form here.
      </figcaption>
    </figure>
  );
}
