import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { addressOf, type Answer } from '../../api.ts';
import { useDoParameter } from '../../do-parameter.ts';
import { Button } from '../../components/button.tsx';
import { MailThumbnail } from '../../components/mail-thumbnail.tsx';
import { Page } from '../../components/page.tsx';
import { Pager, pagesNumbered } from '../../components/pager.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { useFilters } from '../../filters.ts';
import { useProblemToast } from '../../problem-toast.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { plural } from '../../words.ts';
import { NewCampaign } from '../campaigns/new-campaign.tsx';
import { DeleteTemplate } from './delete-template.tsx';
import { NewTemplate } from './new-template.tsx';
import { startOf } from './use-start.ts';

type Template = Answer<'GET /email-templates'>['data'][number];
type Opened =
  | { readonly what: 'create' }
  | { readonly what: 'campaign'; readonly start: string }
  | { readonly what: 'delete'; readonly template: Template };

/** Small page size, because each template on the page is rendered. */
const PER_PAGE = '12';

/** Renders the templates of the account as thumbnails. */
export default function Templates(): ReactNode {
  const [opened, setOpened] = useState<Opened>();
  const { filters, setFilters } = useFilters();
  const { page, query } = filters;
  const read = useRead(
    'GET /email-templates',
    { query: { ...(query && { query }), ...(page && { page }), per_page: PER_PAGE } },
    { keep: true },
  );
  const mayChange = useMay('account');
  useDoParameter(mayChange && 'create', () => setOpened({ what: 'create' }));
  const create = mayChange && (
    <Button look="primary" onClick={() => setOpened({ what: 'create' })}>
      <Plus className="size-4" aria-hidden /> Create template
    </Button>
  );
  return (
    <Page
      title="Templates"
      summary="Start campaigns from templates, or send templates through the API with values for each recipient."
      actions={create}
    >
      <div className="max-w-md">
        <SearchField label="Search by name" value={query ?? ''} onSearch={(text) => setFilters({ query: text })} />
      </div>
      <Loaded read={read} lines={6}>
        {(answer) => (
          <Own
            answer={answer}
            empty={<Empty isFiltered={Boolean(query)} create={create} />}
            onOpen={mayChange ? setOpened : undefined}
          />
        )}
      </Loaded>
      {mayChange && !query && !page && <Designs onChoose={(start) => setOpened({ what: 'campaign', start })} />}
      {opened && <Dialog opened={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}

function Dialog({ onClose, opened }: { readonly opened: Opened; readonly onClose: () => void }): ReactNode {
  if (opened.what === 'create') return <NewTemplate onClose={onClose} />;
  if (opened.what === 'campaign') return <NewCampaign start={opened.start} onClose={onClose} />;
  return <DeleteTemplate template={opened.template} onClose={onClose} />;
}

/** Renders a page of the account's templates. */
function Own(props: {
  readonly answer: Answer<'GET /email-templates'>;
  readonly empty: ReactNode;
  readonly onOpen: ((opened: Opened) => void) | undefined;
}): ReactNode {
  const { answer, empty, onOpen } = props;
  const { setFilters } = useFilters();
  if (answer.data.length === 0) return <section className="card">{empty}</section>;
  return (
    <section aria-label="Templates" className="flex flex-col gap-4">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(16rem,1fr))] gap-4">
        {answer.data.map((template) => (
          <Tile key={template.id} template={template} onOpen={onOpen} />
        ))}
      </ul>
      <Pager {...pagesNumbered(answer)} onPageChange={setFilters} total={plural(answer.total, 'template')} />
    </section>
  );
}

function Empty({ create, isFiltered }: { readonly isFiltered: boolean; readonly create: ReactNode }): ReactNode {
  return isFiltered ? (
    <EmptyState title="No templates match your search">Try another name.</EmptyState>
  ) : (
    <EmptyState title="No templates yet" action={create}>
      A template is an email that you can reuse. You can also save any email as a template in the email editor.
    </EmptyState>
  );
}

/** Renders the starter designs, which are available to every account. */
function Designs({ onChoose }: { readonly onChoose: (start: string) => void }): ReactNode {
  const [, ...designs] = useRead('GET /starting-designs', {}).data?.data ?? [];
  return (
    <section aria-labelledby="starting-designs" className="flex flex-col gap-4">
      <h2 id="starting-designs" className="text-lg font-semibold">
        Starter designs
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(16rem,1fr))] gap-4">
        {designs.map(({ description, key, name }) => (
          <li key={key} className="relative min-w-0 card">
            <MailThumbnail
              source={addressOf('/dashboard/starting-designs/{key}/preview', { params: { key }, query: {} })}
            />
            <div className="p-3">
              <h3 className="font-medium">
                <button
                  type="button"
                  onClick={() => onChoose(startOf(key))}
                  className="cursor-pointer text-left after:absolute after:inset-0 after:rounded-card"
                >
                  {name}
                </button>
              </h3>
              <p className="text-sm text-ink-3">{description}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Tile(props: {
  readonly template: Template;
  /** Opens a dialog for the template. Undefined if the user may not change templates. */
  readonly onOpen: ((opened: Opened) => void) | undefined;
}): ReactNode {
  const { onOpen, template } = props;
  const { alias, id, name, subject, updated_at: version } = template;
  const source = addressOf('/dashboard/templates/{id}/preview', { params: { id: String(id) }, query: {} });
  return (
    <li className="relative min-w-0 card">
      <MailThumbnail key={version} source={source} />
      <div className="flex items-start gap-1 p-3">
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-medium">
            <Link to={`/templates/${id}`} className="after:absolute after:inset-0 after:rounded-card">
              {name}
            </Link>
          </h2>
          <p className="truncate text-sm text-ink-3">{subject || 'No subject'}</p>
          {alias !== null && <p className="truncate text-sm text-ink-3">Alias: {alias}</p>}
        </div>
        {onOpen && <Actions template={template} onOpen={onOpen} />}
      </div>
    </li>
  );
}

function Actions(props: { readonly template: Template; readonly onOpen: (opened: Opened) => void }): ReactNode {
  const { onOpen, template } = props;
  const duplicate = useAct('POST /email-templates/{id}/duplicate', {
    refresh: ['GET /email-templates'],
    onDone: ({ name }) => toast(`Template “${name}” created.`),
  });
  useProblemToast(duplicate.error);
  return (
    <RowMenu
      label={`Actions for ${template.name}`}
      actions={[
        { label: 'Create campaign', onClick: () => onOpen({ what: 'campaign', start: String(template.id) }) },
        { label: 'Duplicate', onClick: () => duplicate.act({ params: { id: String(template.id) } }) },
        { label: 'Delete', onClick: () => onOpen({ what: 'delete', template }), isDanger: true },
      ]}
    />
  );
}
