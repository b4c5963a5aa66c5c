import { useEffect, useState, type ReactNode } from 'react';
import type { ApiProblem, Answer } from '../../api.ts';
import { Dialog, FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Loaded, Skeleton } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { count, noun } from '../../words.ts';
import type { Filter } from '../contacts/contact-filters.ts';
import { useCount } from '../contacts/counting.tsx';
import { RuleEditor } from './rule-editor.tsx';
import { ruleKindsOf, type RuleKind } from './rule-kinds.ts';
import { filterOfRules, hasGap, rulesOf } from './rules.ts';
import { useKnown } from './known.ts';

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
  const known = useKnown();
  if (known) return <Editing {...props} kinds={ruleKindsOf(known)} />;
  return (
    <Dialog title={props.title} isOpen onClose={props.onClose} width="wide">
      <Skeleton lines={6} />
    </Dialog>
  );
}

function Editing(props: AskingProps & { readonly kinds: readonly RuleKind[] }): ReactNode {
  const { act, action, fault = null, kinds, name, onClose, onSave, title } = props;
  const [rules, setRules] = useState(() => rulesOf(kinds, props.filter));
  const [hasTried, setTried] = useState(false);
  const filter = rules ? filterOfRules(kinds, rules) : props.filter;
  const isIncomplete = rules !== undefined && hasGap(kinds, rules);
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
      onSubmit={(form) => {
        setTried(true);
        if (!isIncomplete) onSave({ name: textOf(form, 'name'), filter });
      }}
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
      {rules ? (
        <RuleEditor kinds={kinds} rules={rules} onChange={setRules} />
      ) : (
        <p className="text-sm text-ink-2">
          The conditions were saved through the API and can’t be shown here. You can change the segment’s name. To
          change the conditions, use the API.
        </p>
      )}
      {isIncomplete && hasTried && (
        <p role="alert" className="text-sm text-bad">
          A condition has no value. Enter a value, or remove the condition.
        </p>
      )}
      <Size filter={filter} />
      {fault !== null && faulty.length === 0 && <p className="text-sm text-bad">{fault}</p>}
      {/* Hidden input, so that the form detects changes to the conditions. */}
      <input type="hidden" name="filter" value={JSON.stringify(filter)} />
    </FormDialog>
  );
}

/** Debounce delay in milliseconds. Contacts are counted when the conditions have not changed for this time. */
const PAUSE_MS = 300;

function Size({ filter }: { readonly filter: Filter }): ReactNode {
  const wanted = JSON.stringify(filter);
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const isEmpty = Object.keys(filter).length === 0;
  const counted = useCount({ filter: asked }, !isEmpty);
  const isCurrent = asked === wanted && counted !== undefined;
  return (
    <p role="status" className="min-h-5 text-sm text-ink-2">
      {isEmpty && 'Add at least one condition.'}
      {!isEmpty && isCurrent && (
        <>
          <span className="font-semibold text-ink">{count(counted.count)}</span>{' '}
          {noun(counted.count, 'contact matches', 'contacts match')} now.
        </>
      )}
    </p>
  );
}
