import { useState, type ReactNode } from 'react';
import { useParams } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Card, Facts, Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { isUnknown, Unknown } from '../../components/unknown.tsx';
import { useGo } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { plural } from '../../words.ts';
import { DeleteForm } from './form-dialogs.tsx';
import { Embeds } from './embeds.tsx';
import { FormPreview } from './form-preview.tsx';
import { FormSettings } from './form-settings.tsx';

type Shown = Answer<'GET /forms/{id}'>;

const FORMS = { to: '/forms', label: 'Forms' };

/** A form: what it says and does, how its page looks, and what puts it on other pages. */
export default function Form(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const read = useRead('GET /forms/{id}', { params: { id } });
  const mayChange = useMay('account');
  if (isUnknown(read) || read.error?.status === 403) {
    return (
      <Unknown noun="form" list={FORMS}>
        It may have been deleted.
      </Unknown>
    );
  }
  return (
    <Page
      title={read.data?.title ?? 'Form'}
      back={FORMS}
      summary={read.data && summaryOf(read.data)}
      actions={read.data && <Actions form={read.data} mayChange={mayChange} />}
    >
      <Loaded read={read} lines={8}>
        {(form) => (
          <>
            <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-5 max-lg:grid-cols-1">
              <Card title="Settings" isMain>
                {mayChange ? <FormSettings key={form.id} form={form} /> : <Settings of={form} />}
              </Card>
              <FormPreview form={form} />
            </div>
            <Embeds of={form.embed} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function summaryOf({ submissions_count: submissions }: Shown): string {
  return submissions === 0 ? 'No submissions yet.' : `${plural(submissions, 'submission')}.`;
}

function Actions({ form, mayChange }: { readonly form: Shown; readonly mayChange: boolean }): ReactNode {
  const [isDeleting, setDeleting] = useState(false);
  const go = useGo();
  return (
    <>
      <a
        href={form.url}
        target="_blank"
        rel="noreferrer"
        className="inline-flex h-8 items-center gap-1.5 rounded-control border border-line bg-surface px-3 font-medium whitespace-nowrap hover:bg-sunken max-sm:h-10"
      >
        <ExternalLink className="size-4" aria-hidden /> Open page
      </a>
      {mayChange && (
        <Button look="danger" onClick={() => setDeleting(true)}>
          Delete form
        </Button>
      )}
      {isDeleting && <DeleteForm form={form} onClose={() => setDeleting(false)} onDeleted={() => go('/forms')} />}
    </>
  );
}

/** For whoever may not change it. */
function Settings({ of }: { readonly of: Shown }): ReactNode {
  const { double_opt_in: isDouble } = of;
  return (
    <Facts
      rows={[
        ['Lists', of.lists.map(({ name }) => name).join(', ')],
        ['Redirect URL', of.redirect_url ?? 'Thank-you page'],
        ['Consent checkbox', of.gdpr_required ? 'Yes' : 'No'],
        ['Double opt-in', isDouble === null ? 'Account default' : isDouble ? 'Always' : 'Never'],
      ]}
    />
  );
}
