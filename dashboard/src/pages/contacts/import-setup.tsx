import { useRef, useState, type ReactNode } from 'react';
import type { ApiProblem, Answer } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Combobox, MultiSelect } from '../../components/combobox.tsx';
import { Checkbox, TextArea } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Card } from '../../components/page.tsx';
import { Select } from '../../components/select.tsx';
import { Loaded } from '../../components/states.tsx';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { plural, size } from '../../words.ts';
import { useLists, useTags } from './choices.ts';
import { EncodingField, FileNotes, type Encoding } from './import-encoding.tsx';
import { ImportPreview } from './import-preview.tsx';
import { Cancel } from './import-state.tsx';
import { chosenIn, focusUnmapped, ImportStatuses, unmappedOf, type Meanings } from './import-statuses.tsx';
import { DATE_ORDERS, hasDates, CONSENT_STATUSES, targetsFor, type Import } from './import-words.ts';

type Preview = Answer<'GET /contacts/imports/{id}/preview'>;

/** Import settings that the user has changed. */
interface Wanted {
  readonly mapping?: readonly string[];
  readonly has_header?: boolean;
  readonly date_order?: NonNullable<Preview['date_order']>;
  readonly encoding?: Encoding;
}

/** Renders the setup of an import: the columns and the first rows of the file, the settings, and the start button. */
export function ImportSetup({ of }: { readonly of: Import }): ReactNode {
  const [wanted, setWanted] = useState<Wanted>({});
  const [meanings, setMeanings] = useState<Meanings>({});
  const [isCancelling, setCancelling] = useState(false);
  const consent = useRef<HTMLDivElement>(null);
  const { has_header: header, ...rest } = wanted;
  const query = { ...rest, ...(header !== undefined && ({ has_header: header ? 'true' : 'false' } as const)) };
  const read = useRead('GET /contacts/imports/{id}/preview', { params: { id: of.id }, query }, { keep: true });
  return (
    <>
      <Loaded read={read} lines={10}>
        {(preview) => (
          <>
            <Columns
              of={of}
              preview={preview}
              wanted={wanted}
              onChange={setWanted}
              cancel={
                <Button look="quiet" onClick={() => setCancelling(true)}>
                  Cancel import
                </Button>
              }
            />
            <ImportStatuses
              ref={consent}
              preview={preview}
              chosen={meanings}
              onChange={setMeanings}
              onIgnore={(column) =>
                setWanted({ ...wanted, mapping: mappingOf(preview, wanted).with(column, 'ignore') })
              }
            />
            <ImportPreview
              preview={preview}
              mapping={mappingOf(preview, wanted)}
              hasHeader={header ?? preview.has_header}
            />
            <Settings
              of={of}
              preview={preview}
              wanted={wanted}
              meanings={meanings}
              onUnmapped={() => focusUnmapped(consent.current)}
            />
          </>
        )}
      </Loaded>
      {isCancelling && <Cancel of={of} onClose={() => setCancelling(false)} />}
    </>
  );
}

function mappingOf({ columns }: Preview, { mapping }: Wanted): readonly string[] {
  return mapping ?? columns.map(({ target }) => target);
}

const VENDORS: Readonly<Record<string, string>> = {
  mailchimp: 'Mailchimp',
  listmonk: 'listmonk',
  kit: 'Kit',
  sendfox: 'SendFox',
  mailtrain: 'Mailtrain',
  phplist: 'phpList',
};

interface ColumnsProps {
  readonly of: Import;
  readonly preview: Preview;
  readonly wanted: Wanted;
  readonly onChange: (wanted: Wanted) => void;
  readonly cancel: ReactNode;
}

function Columns({ cancel, of, onChange, preview, wanted }: ColumnsProps): ReactNode {
  const fields = useRead('GET /contact-fields', { query: { per_page: '1000' } });
  const mapping = mappingOf(preview, wanted);
  const hasHeader = wanted.has_header ?? preview.has_header;
  const own = fields.data?.data ?? [];
  const dates = new Set(own.filter(({ type }) => type === 'date').map(({ name }) => `field:${name}`));
  const order = orderOf(preview, wanted, hasDates(mapping, dates));
  const vendor = preview.vendor === null ? undefined : (VENDORS[preview.vendor] ?? preview.vendor);
  return (
    <Card
      title={of.file_name}
      summary={`${size(of.bytes)}, ${preview.encoding}, ${plural(preview.columns.length, 'column')}`}
      isMain
      actions={
        <>
          {vendor !== undefined && <Badge tone="ok">{`${vendor} export`}</Badge>}
          {cancel}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
          {preview.columns.map(({ heading }, at) => (
            <Combobox
              key={`${at} ${heading}`}
              label={heading || `Column ${at + 1}`}
              name={`mapping.${at}`}
              choices={targetsFor(heading, own)}
              value={mapping[at] ?? 'ignore'}
              onChange={(target) => onChange({ ...wanted, mapping: mapping.with(at, target) })}
              hint={samplesOf(preview, at, hasHeader)}
            />
          ))}
        </div>
        <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
          <Checkbox
            label="The first row contains headings"
            checked={hasHeader}
            onChange={({ target }) => onChange({ ...wanted, has_header: target.checked })}
          />
          {order !== undefined && (
            <Dates order={order} onChange={(next) => onChange({ ...wanted, date_order: next })} />
          )}
          {/* Discard the other settings, because another encoding can also change the columns. */}
          <EncodingField value={preview.encoding} onChange={(encoding) => onChange({ encoding })} />
        </div>
        <FileNotes preview={preview} />
        {!mapping.includes('email') && <p className="text-bad">Map one of the columns to the email address.</p>}
      </div>
    </Card>
  );
}

/** Returns the order of day and month, '' if the user must choose it, or undefined if the import does not need it. */
function orderOf({ date_order: shown, needs_date_order: isNeeded }: Preview, wanted: Wanted, hasAny: boolean) {
  if (!isNeeded && (shown === null || !hasAny)) return undefined;
  return wanted.date_order ?? shown ?? '';
}

function Dates(props: {
  readonly order: NonNullable<Wanted['date_order']> | '';
  readonly onChange: (order: NonNullable<Wanted['date_order']>) => void;
}): ReactNode {
  const { onChange, order } = props;
  return (
    <>
      <Select
        label="Dates"
        choices={order === '' ? [UNSET_ORDER, ...DATE_ORDERS] : DATE_ORDERS}
        value={order}
        onChange={(next) => next !== '' && onChange(next === 'day_first' ? next : 'month_first')}
      />
      {order === '' && (
        <p className="text-bad">Some dates are ambiguous. Choose whether the month or the day comes first.</p>
      )}
    </>
  );
}

const UNSET_ORDER = { value: '', label: 'Choose the day and month order' };

const MAX_SAMPLES = 3;

/** Returns the first distinct nonempty cells of a column as text, or a note if there are none. */
function samplesOf({ rows }: Preview, at: number, hasHeader: boolean): string {
  const cells = rows.slice(hasHeader ? 1 : 0).map((row) => row[at]?.trim() ?? '');
  const samples = [...new Set(cells.filter((cell) => cell !== ''))].slice(0, MAX_SAMPLES);
  return samples.length === 0 ? 'No sample values.' : samples.map((cell) => cell.slice(0, 40)).join(', ');
}

interface SettingsProps {
  readonly of: Import;
  readonly preview: Preview;
  readonly wanted: Wanted;
  readonly meanings: Meanings;
  /** Moves the focus to the first value that still needs a status. */
  readonly onUnmapped: () => void;
}

/** Renders the settings for all rows, and the button that starts the import. */
function Settings({ meanings, of, onUnmapped, preview, wanted }: SettingsProps): ReactNode {
  const [chosen, setChosen] = useState<Chosen>({ lists: [], tags: [] });
  const [status, setStatus] = useState<string>(preview.status);
  const start = useAct('POST /contacts/imports/{id}/start', {
    refresh: ['GET /contacts/imports/{id}', 'GET /contacts/imports'],
  });
  const submit = (form: FormData): void => {
    if (unmappedOf(preview, meanings) > 0) return onUnmapped();
    const consent = textOf(form, 'consent');
    start.act({
      params: { id: of.id },
      body: {
        ...wanted,
        list_ids: chosen.lists.map(Number),
        tag_ids: chosen.tags.map(Number),
        // Safe cast: the value is one of the choices below, or the value of the preview.
        status: status as Preview['status'],
        update_existing: form.has('update_existing'),
        statuses: chosenIn(preview, meanings),
        ...(consent !== '' && { consent }),
      },
    });
  };
  return (
    <Card title="Import settings">
      <Form
        action="Start import"
        isMain
        isBusy={start.isPending}
        problem={start.error}
        fields={['consent', 'list_ids', 'tag_ids']}
        onSubmit={submit}
      >
        <GroupFields chosen={chosen} onChange={setChosen} problem={start.error} />
        <Select
          label="Status if the file doesn’t contain one"
          isLabelShown
          choices={CONSENT_STATUSES}
          value={status}
          onChange={setStatus}
        />
        <TextArea
          label="Source of consent"
          name="consent"
          rows={2}
          placeholder="Signed up at our booth in May"
          hint="Optional. This text is stored with each contact as proof of consent."
          problem={start.error}
        />
        <Checkbox
          name="update_existing"
          defaultChecked
          label="Update existing contacts"
          hint="Names and fields from the file replace existing values. Lists, tags, unsubscribes, and bounces are always applied. Unsubscribed contacts stay unsubscribed."
        />
      </Form>
    </Card>
  );
}

interface Chosen {
  readonly lists: readonly string[];
  readonly tags: readonly string[];
}

function GroupFields(props: {
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
  readonly problem: ApiProblem | null;
}): ReactNode {
  const { chosen, onChange, problem } = props;
  const [lists, tags] = [useLists(), useTags()];
  return (
    <>
      <MultiSelect
        label="Add to lists"
        name="list_ids"
        choices={lists.choices}
        creation={lists.creation}
        values={chosen.lists}
        onChange={(values) => onChange({ ...chosen, lists: values })}
        problem={problem}
      />
      <MultiSelect
        label="Add tags"
        name="tag_ids"
        choices={tags.choices}
        creation={tags.creation}
        values={chosen.tags}
        onChange={(values) => onChange({ ...chosen, tags: values })}
        problem={problem}
      />
    </>
  );
}
