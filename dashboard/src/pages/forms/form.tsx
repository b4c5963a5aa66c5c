import { type ReactNode, useState } from 'react';
import { useParams } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { Card, Facts, Page } from '../../components/page.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { Loaded } from '../../components/states.tsx';
import { isUnknown, Unknown } from '../../components/unknown.tsx';
import { useGo } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { languageName, plural } from '../../words.ts';
import { DeleteForm } from './form-dialogs.tsx';
import { FormSettings } from './form-settings.tsx';
import { useDuplicate } from '../../components/use-duplicate.ts';
import { CodeBlock } from '../../components/copy.tsx';
import { Segments } from '../../components/segments.tsx';

type Embed = Answer<'GET /forms/{id}'>['embed'];
type Way = keyof Embed;

const WAYS: Readonly<Record<Way, { readonly label: string; readonly text: string }>> = {
  script: {
    label: 'Script',
    text: 'The form appears where you place the script and uses its own styles. If your site has a Content Security Policy, allow scripts from this server and connections to this server.',
  },
  html: {
    label: 'HTML',
    text: 'The HTML form uses the styles of your site, and you can edit the HTML. With the script, visitors stay on the page when they sign up. The form also works without the script.',
  },
  link: {
    label: 'Link',
    text: 'Use a link to the form’s page in emails, profiles, and sites that can’t embed forms.',
  },
};

const CHOICES = Object.entries(WAYS).map(([value, { label }]) => ({
  value,
  label,
}));

type Shown = Answer<'GET /forms/{id}'>;

const FORMS = { to: '/forms', label: 'Forms' };

/** Renders a sign-up form: its settings, its preview, and its embed code. */
export default function Form(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const read = useRead('GET /forms/{id}', { params: { id } });
  const mayChange = useMay('account');
  if (isUnknown(read) || read.error?.status === 403) {
    return (
      <Unknown noun="form" list={FORMS}>
        The form may have been deleted.
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
  const duplicate = useDuplicate('form');
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
        <RowMenu
          label={`More actions for ${form.title}`}
          actions={[
            { label: 'Duplicate', onClick: () => duplicate.act({ params: { id: String(form.id) } }) },
            { label: 'Delete', onClick: () => setDeleting(true), isDanger: true },
          ]}
        />
      )}
      {isDeleting && <DeleteForm form={form} onClose={() => setDeleting(false)} onDeleted={() => go('/forms')} />}
    </>
  );
}

/** Renders the settings for users who may not change them. */
function Settings({ of }: { readonly of: Shown }): ReactNode {
  const { double_opt_in: isDouble } = of;
  return (
    <Facts
      rows={[
        ['Lists', of.lists.map(({ name }) => name).join(', ')],
        ['Redirect URL', of.redirect_url ?? 'Thank-you page'],
        ['Language', of.language === null ? 'The visitor’s language' : languageName(of.language)],
        ['Consent checkbox', of.gdpr_required ? 'Yes' : 'No'],
        ['Double opt-in', isDouble === null ? 'Account default' : isDouble ? 'Always' : 'Never'],
      ]}
    />
  );
}

/** Renders the code that embeds the sign-up form in other pages. */
function Embeds({ of }: { readonly of: Embed }): ReactNode {
  const [way, setWay] = useState<Way>('script');
  const { label, text } = WAYS[way];
  return (
    <Card
      title="Embed the form"
      actions={
        <Segments
          label="Embed method"
          choices={CHOICES}
          value={way}
          onChange={(value) => isWay(value) && setWay(value)}
        />
      }
    >
      <p className="mb-3 max-w-prose text-ink-2">{text}</p>
      <CodeBlock label={`The ${label}`} code={of[way]} />
    </Card>
  );
}

function isWay(value: string): value is Way {
  return Object.hasOwn(WAYS, value);
}

/** Renders a preview of the sign-up form's page at the width of a phone. The frame cannot submit the form. */
function FormPreview({ form }: { readonly form: Answer<'GET /forms/{id}'> }): ReactNode {
  const { updated_at: changedAt, url } = form;
  return (
    <figure className="flex w-[377px] max-w-full flex-col gap-2 lg:sticky lg:top-5 max-lg:mx-auto">
      <iframe
        // Reload the frame when the sign-up form changes.
        key={changedAt}
        title="Form preview"
        // Use the origin of this page. The server can have several host names, but only pages of the same origin may
        // show the sign-up form's page in a frame.
        src={new URL(url).pathname}
        sandbox=""
        className="block h-[42rem] w-full rounded-card border border-line-strong bg-surface"
      />
      <figcaption className="text-sm text-ink-3">
        The preview shows the saved form on a phone. You can’t submit the form here.
      </figcaption>
    </figure>
  );
}
