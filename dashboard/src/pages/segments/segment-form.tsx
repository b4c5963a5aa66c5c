import { useState, type ReactNode } from 'react';
import type { ApiProblem, Answer } from '../../api.ts';
import { Dialog, FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { FilterBuilder } from '../../components/filter-builder.tsx';
import { Loaded } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { partsOf, type FilterChanges } from '../../filter-parts.ts';
import type { useFilters } from '../../filters.ts';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { count, noun } from '../../words.ts';
import { useCampaigns, useLists, useTags } from '../contacts/choices.ts';
import {
  addressedBy,
  conditionsOf,
  filterOf,
  isNarrowed,
  queryOf,
  SEARCH,
  type Filter,
} from '../contacts/contact-filters.ts';
import { Outcome, useCount } from '../contacts/counting.tsx';

type Segment = Answer<'GET /contact-segments/{id}'>;

/** Operations whose responses contain segments or depend on them. */
const SEGMENTS = ['GET /contact-segments', 'GET /contact-segments/{id}', 'GET /contacts'] as const;

/**
 * Renders the form that creates a segment, with the given conditions if there are any. If `id` is given, the form
 * changes that segment.
 */
export function SegmentForm(props: {
  readonly id?: number;
  readonly filter?: Filter;
  readonly onClose: () => void;
}): ReactNode {
  const { filter = {}, id, onClose } = props;
  return id === undefined ? <Creating filter={filter} onClose={onClose} /> : <Changing id={id} onClose={onClose} />;
}

function Creating({ filter, onClose }: { readonly filter: Filter; readonly onClose: () => void }): ReactNode {
  const create = useAct('POST /contact-segments', {
    refresh: SEGMENTS,
    onDone: ({ name }) => {
      toast(`Segment “${name}” created.`);
      onClose();
    },
  });
  return (
    <Asking
      title="Save segment"
      action="Save segment"
      name=""
      filter={filter}
      act={create}
      onSave={(body) => create.act({ body })}
      onClose={onClose}
    />
  );
}

function Changing({ id, onClose }: { readonly id: number; readonly onClose: () => void }): ReactNode {
  const params = { id: String(id) };
  const read = useRead('GET /contact-segments/{id}', { params });
  const change = useAct('PATCH /contact-segments/{id}', {
    refresh: SEGMENTS,
    onDone: ({ name }) => {
      toast(`Segment “${name}” updated.`);
      onClose();
    },
  });
  if (!read.data) {
    return (
      <Dialog title="Edit segment" isOpen onClose={onClose} width="wide">
        <Loaded read={read}>{() => null}</Loaded>
      </Dialog>
    );
  }
  const { error, filter, name }: Segment = read.data;
  return (
    <Asking
      title="Edit segment"
      action="Save changes"
      name={name}
      filter={filter}
      fault={error}
      act={change}
      onSave={(body) => change.act({ params, body })}
      onClose={onClose}
    />
  );
}

interface AskingProps {
  readonly title: string;
  readonly action: string;
  readonly name: string;
  readonly filter: Filter;
  /** Reason why the segment cannot be used now. */
  readonly fault?: string | null;
  readonly act: { readonly isPending: boolean; readonly error: ApiProblem | null };
  readonly onSave: (body: { readonly name: string; readonly filter: Filter }) => void;
  readonly onClose: () => void;
}

function Asking(props: AskingProps): ReactNode {
  const { act, action, fault = null, name, onClose, onSave, title } = props;
  const filtering = useLocalFilters(addressedBy(props.filter));
  const filter = filterOf(filtering);
  const faulty = Object.keys(act.error?.errors ?? {}).filter((path) => path.startsWith('filter'));
  return (
    <FormDialog
      title={title}
      description="A segment is evaluated each time it is used, so it includes contacts that match later."
      isOpen
      onClose={onClose}
      width="wide"
      action={action}
      isBusy={act.isPending}
      problem={act.error}
      fields={['name']}
      onSubmit={(form) => onSave({ name: textOf(form, 'name'), filter })}
    >
      <Field
        label="Name"
        name="name"
        defaultValue={name}
        placeholder="Engaged readers"
        autoComplete="off"
        autoFocus
        problem={act.error}
      />
      <Conditions filtering={filtering} />
      {fault !== null && faulty.length === 0 && <p className="text-sm text-bad">{fault}</p>}
      {/* Hidden input, so that the form detects changes of the conditions. */}
      <input type="hidden" name="filter" value={JSON.stringify(filter)} />
    </FormDialog>
  );
}

type Filtering = ReturnType<typeof useFilters>;

function Conditions({ filtering }: { readonly filtering: Filtering }): ReactNode {
  const [lists, tags, campaigns] = [useLists(), useTags(), useCampaigns()];
  const conditions = conditionsOf({ lists: lists.choices, tags: tags.choices, campaigns: campaigns.choices });
  const words = { name: SEARCH, label: 'Name or email contains', kind: 'text' } as const;
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 text-sm font-medium text-ink-2">Conditions (all must match)</legend>
      <div className="flex flex-wrap gap-2">
        <FilterBuilder
          conditions={[...conditions, words]}
          filtering={filtering}
          outcome={(changes) =>
            !isOfCampaigns(filtering) &&
            !isOfCampaigns(partsOf(changes)) && <Outcome changes={changes} filtering={filtering} />
          }
        />
      </div>
      <Size filtering={filtering} />
    </fieldset>
  );
}

function Size({ filtering }: { readonly filtering: Filtering }): ReactNode {
  const isEmpty = !isNarrowed(filtering);
  const isUncounted = isOfCampaigns(filtering);
  const counted = useCount(queryOf(filtering), !isEmpty && !isUncounted);
  return (
    <p role="status" className="text-sm text-ink-2">
      {isEmpty && 'Add at least one condition.'}
      {isUncounted && 'Contacts that match campaign conditions are counted after you save the segment.'}
      {!isEmpty && !isUncounted && counted && (
        <>
          <span className="font-semibold text-ink">{count(counted.count)}</span>{' '}
          {noun(counted.count, 'contact matches', 'contacts match')} now.
        </>
      )}
    </p>
  );
}

/**
 * Returns whether the filter contains a condition about campaigns. The list of contacts does not support such
 * conditions, so matching contacts cannot be counted.
 */
function isOfCampaigns({ filters }: Pick<Filtering, 'filters'>): boolean {
  return Object.keys(filters).some((name) => name.endsWith('campaign_id]'));
}

/**
 * Returns conditions like `useFilters` does, for a dialog. A dialog cannot store conditions in the URL, because the URL
 * belongs to the page below the dialog.
 */
function useLocalFilters(given: FilterChanges): Filtering {
  const [held, setHeld] = useState<FilterChanges>(given);
  return {
    ...partsOf(held),
    setFilters: (changes) =>
      setHeld((known) =>
        Object.fromEntries(Object.entries({ ...known, ...changes }).filter(([, value]) => value.length > 0)),
      ),
  };
}
