import { useState, type ReactNode } from 'react';
import type { ApiProblem } from '../../api.ts';
import { MultiSelect } from '../../components/combobox.tsx';
import { Field } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { Skeleton } from '../../components/states.tsx';
import { useLists, useTags } from '../contacts/choices.ts';
import { useKnown } from '../segments/known.ts';
import { RuleEditor } from '../segments/rule-editor.tsx';
import { ruleKindsOf, type RuleKind } from '../segments/rule-kinds.ts';
import { filterOfRules, rulesOf } from '../segments/rules.ts';
import { WEEKDAYS } from './flow-words.ts';
import { OPERATORS, TESTS, TIME_ZONES, UNITS, WAITS, type Draft } from './step-draft.ts';

const OF_CONTACT = 'If the time zone of a contact is unknown, the time is in the account’s time zone.';

interface Props {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  /** Path of the step in the request, which starts the names of its fields. */
  readonly path: string;
  readonly problem: ApiProblem | null;
}

export function StepFields(props: Props): ReactNode {
  const { draft, onChange, path, problem } = props;
  switch (draft.type) {
    case 'wait':
      return <WaitFields {...props} />;
    case 'condition':
      return <ConditionFields {...props} />;
    case 'update':
      return <UpdateFields {...props} />;
    case 'webhook':
      return (
        <Field
          label="Name"
          name={`${path}.name`}
          value={draft.name}
          onChange={(change) => onChange({ ...draft, name: change.target.value })}
          placeholder="trial.ending"
          hint="Your webhook receives an event with this name."
          autoComplete="off"
          problem={problem}
        />
      );
    default:
      return <p className="text-sm text-ink-2">Contacts who reach this step leave the automation.</p>;
  }
}

function WaitFields(props: Props): ReactNode {
  const { draft, onChange, path, problem } = props;
  return (
    <>
      <Select
        label="Wait"
        name="wait"
        isLabelShown
        choices={WAITS}
        value={draft.wait}
        onChange={(value) => onChange({ ...draft, wait: knownIn(WAITS, value) })}
      />
      {draft.wait === 'weekdays' && <WeekdayFields {...props} />}
      {draft.wait === 'event' && <EventField {...props} />}
      {draft.wait === 'filter' && <FilterFields {...props} />}
      {draft.wait !== 'weekdays' && (
        <div className="flex flex-wrap items-start gap-2">
          <Field
            label={draft.wait === 'minutes' ? 'Duration' : 'At most'}
            name={`${path}.${draft.wait === 'minutes' ? 'minutes' : 'timeout_minutes'}`}
            type="number"
            min={1}
            value={draft.number}
            onChange={(change) => onChange({ ...draft, number: change.target.value })}
            problem={problem}
            className="w-28"
          />
          <Select
            label="Unit"
            name="unit"
            isLabelShown
            choices={UNITS}
            value={draft.unit}
            onChange={(value) => onChange({ ...draft, unit: knownIn(UNITS, value) })}
          />
        </div>
      )}
    </>
  );
}

function WeekdayFields({ draft, onChange, path, problem }: Props): ReactNode {
  return (
    <>
      <MultiSelect
        label="Weekdays"
        name={`${path}.weekdays`}
        choices={WEEKDAYS.map((label, index) => ({ value: String(index + 1), label }))}
        values={draft.weekdays}
        onChange={(weekdays) => onChange({ ...draft, weekdays })}
        problem={problem}
      />
      <Field
        label="Time"
        name={`${path}.time`}
        type="time"
        value={draft.time}
        onChange={(change) => onChange({ ...draft, time: change.target.value })}
        hint={draft.timezone === 'contact' ? OF_CONTACT : undefined}
        problem={problem}
      />
      <Select
        label="Time zone"
        name={`${path}.timezone`}
        isLabelShown
        choices={TIME_ZONES}
        value={draft.timezone}
        onChange={(value) => onChange({ ...draft, timezone: knownIn(TIME_ZONES, value) })}
      />
    </>
  );
}

function ConditionFields(props: Props): ReactNode {
  const { draft, onChange, path, problem } = props;
  const hasValue = draft.operator !== 'is_set' && draft.operator !== 'is_not_set';
  return (
    <>
      <Select
        label="Test"
        name="test"
        isLabelShown
        choices={TESTS}
        value={draft.test}
        onChange={(value) => onChange({ ...draft, test: knownIn(TESTS, value) })}
      />
      {draft.test === 'event' && <EventField {...props} />}
      {draft.test === 'filter' && <FilterFields {...props} />}
      {draft.test === 'event_property' && (
        <>
          <Field
            label="Property"
            name={`${path}.event_property`}
            value={draft.property}
            onChange={(change) => onChange({ ...draft, property: change.target.value })}
            placeholder="order.total"
            hint="A property of the event that started the automation or ended the last wait."
            autoComplete="off"
            problem={problem}
          />
          <Select
            label="Comparison"
            name="operator"
            isLabelShown
            choices={OPERATORS}
            value={draft.operator}
            onChange={(value) => onChange({ ...draft, operator: knownIn(OPERATORS, value) })}
          />
          {hasValue && (
            <Field
              label="Value"
              name="value"
              value={draft.value}
              onChange={(change) => onChange({ ...draft, value: change.target.value })}
              autoComplete="off"
            />
          )}
        </>
      )}
    </>
  );
}

function EventField({ draft, onChange, path, problem }: Props): ReactNode {
  const isTest = draft.type === 'condition';
  return (
    <Field
      label="Event name"
      name={`${path}.event`}
      value={draft.event}
      onChange={(change) => onChange({ ...draft, event: change.target.value })}
      placeholder="order.placed"
      hint={isTest ? 'Only events that occur after the contact enters the automation are considered.' : undefined}
      autoComplete="off"
      problem={problem}
    />
  );
}

function UpdateFields({ draft, onChange, path, problem }: Props): ReactNode {
  const [lists, tags] = [useLists(), useTags()];
  const fields = [
    { label: 'Add tags', name: 'add_tag_ids', key: 'addTags', of: tags },
    { label: 'Remove tags', name: 'remove_tag_ids', key: 'removeTags', of: tags },
    { label: 'Add to lists', name: 'add_list_ids', key: 'addLists', of: lists },
    { label: 'Remove from lists', name: 'remove_list_ids', key: 'removeLists', of: lists },
  ] as const;
  return fields.map(({ key, label, name, of }) => (
    <MultiSelect
      key={key}
      label={label}
      name={`${path}.${name}`}
      choices={of.choices}
      creation={key === 'addTags' || key === 'addLists' ? of.creation : undefined}
      values={draft[key]}
      onChange={(values) => onChange({ ...draft, [key]: values })}
      problem={problem}
    />
  ));
}

function FilterFields(props: Props): ReactNode {
  const known = useKnown();
  return known ? <FilterRules {...props} kinds={ruleKindsOf(known)} /> : <Skeleton lines={3} />;
}

function FilterRules({ draft, kinds, onChange }: Props & { readonly kinds: readonly RuleKind[] }): ReactNode {
  const [rules, setRules] = useState(() => rulesOf(kinds, draft.filter));
  if (!rules) {
    return (
      <p className="text-sm text-ink-2">
        The conditions were saved through the API and can’t be shown here. To change the conditions, use the API.
      </p>
    );
  }
  return (
    <RuleEditor
      kinds={kinds}
      rules={rules}
      onChange={(next) => {
        setRules(next);
        onChange({ ...draft, filter: filterOfRules(kinds, next) });
      }}
    />
  );
}

/** Returns the choice with this value, or the first choice. */
function knownIn<Value extends string>(choices: readonly { readonly value: Value }[], value: string): Value {
  // The cast is safe because no list of choices is empty.
  return (choices.find((each) => each.value === value) ?? choices[0])?.value as Value;
}
