import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Combobox } from '../../components/combobox.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { FormProblem } from '../../components/field.tsx';
import { RadioGroup } from '../../components/radio-group.tsx';
import type { Selection } from '../../components/selection.tsx';
import type { useFilters } from '../../filters.ts';
import { plural } from '../../words.ts';
import { useLists, useTags } from './choices.ts';
import { filterOf, isNarrowed, type Filter } from './contact-filters.ts';
import { ACTIONS, sentenceOf, WRAPPING, type Action } from './bulk-words.ts';
import { BulkJob, useBulkJob, useDryRun } from './bulk-job.tsx';
import { ChangeTicked } from './change-ticked.tsx';

type Contact = Answer<'GET /contacts/{id}'>;

/**
 * Renders the dialog that adds a tag or list to the selected contacts, or removes it from them. If the user has
 * selected all matching contacts, the dialog first shows how many contacts would change.
 */
export function BulkAction(props: {
  readonly selection: Selection;
  readonly filtering: ReturnType<typeof useFilters>;
  readonly rows: readonly Contact[];
  readonly onClose: () => void;
}): ReactNode {
  const { filtering, onClose, rows, selection } = props;
  const { isAll, keys } = selection;
  const [wanted, setWanted] = useState<Wanted>({ action: 'apply_tag', target: '', name: '' });
  // If all contacts are selected without a filter, contacts that were created after the dialog was opened are not
  // changed.
  const [openedAt] = useState(() => new Date().toISOString());
  const job = useBulkJob();
  if (job.id !== undefined) return <BulkJob id={job.id} what={wanted} selection={selection} onClose={onClose} />;
  const filter = isNarrowed(filtering) ? filterOf(filtering) : { created_before: openedAt };
  // The count and the error apply only to the current choice, so discard them when the choice changes.
  const key = `${wanted.action} ${wanted.target}`;
  return (
    <Dialog
      title={
        isAll
          ? 'Edit tags and lists for all matching contacts'
          : `Edit tags and lists for ${plural(keys.size, 'contact')}`
      }
      description={isAll ? 'Matching contacts are counted first. Nothing changes until you confirm.' : undefined}
      isOpen
      onClose={onClose}
    >
      <Choice wanted={wanted} onChange={setWanted} />
      {isAll ? (
        <OfAll key={key} wanted={wanted} filter={filter} job={job} onClose={onClose} />
      ) : (
        <ChangeTicked key={key} {...wanted} selection={selection} rows={rows} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** The chosen action, and the ID and name of its tag or list. */
interface Wanted {
  readonly action: Action;
  readonly target: string;
  readonly name: string;
}

function Choice(props: { readonly wanted: Wanted; readonly onChange: (wanted: Wanted) => void }): ReactNode {
  const { onChange, wanted } = props;
  const [lists, tags] = [useLists(), useTags()];
  const { kind, label } = ACTIONS[wanted.action];
  const { choices, creation, isThere } = kind === 'tag' ? tags : lists;
  return (
    <>
      <RadioGroup
        label="Action"
        name="action"
        value={wanted.action}
        choices={Object.entries(ACTIONS).map(([value, { verb }]) => ({ value, label: verb }))}
        onChange={(next) => {
          // Safe cast: the value is one of the names above.
          const action = next as Action;
          onChange(ACTIONS[action].kind === kind ? { ...wanted, action } : { action, target: '', name: '' });
        }}
      />
      <Combobox
        key={kind}
        label={label}
        name="target_id"
        choices={choices}
        creation={creation}
        value={wanted.target}
        onChange={(target, name) => onChange({ ...wanted, target, name })}
        {...(isThere && choices.length === 0 && { hint: `No ${kind}s yet. Type a name to create a ${kind}.` })}
      />
    </>
  );
}

function OfAll(props: {
  readonly wanted: Wanted;
  readonly filter: Filter;
  readonly job: ReturnType<typeof useBulkJob>;
  readonly onClose: () => void;
}): ReactNode {
  const { filter, job, onClose, wanted } = props;
  const { action, name, target } = wanted;
  const dry = useDryRun({ action, target, filter });
  const matched = (dry.run?.status === 'completed' && dry.run.matched_count) || 0;
  return (
    <>
      <p role="status" className="min-h-11 text-ink-2">
        {target !== '' && !dry.error && <Counted run={dry.run} />}
      </p>
      <FormProblem problem={dry.error ?? job.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          className={WRAPPING}
          isBusy={job.isPending}
          disabled={matched === 0}
          onClick={() => job.begin({ action, target_id: Number(target), filter })}
        >
          {matched > 0 ? sentenceOf(action, name, matched) : ACTIONS[action].verb}
        </Button>
      </DialogActions>
    </>
  );
}

function Counted({ run }: { readonly run: ReturnType<typeof useDryRun>['run'] }): ReactNode {
  if (run?.status === 'failed') return <span className="text-bad">{run.error}</span>;
  if (run?.status !== 'completed') return 'Counting contacts…';
  return (
    <>
      <span className="font-semibold text-ink">{plural(run.matched_count ?? 0, 'contact')}</span>: {run.filter}
    </>
  );
}
