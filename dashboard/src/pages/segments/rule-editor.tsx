import type { ReactNode } from 'react';
import { FolderPlus, Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../components/button.tsx';
import { Combobox, MultiSelect } from '../../components/combobox.tsx';
import { Field } from '../../components/field.tsx';
import { Segments } from '../../components/segments.tsx';
import { Select } from '../../components/select.tsx';
import type { Input, RuleKind } from './rule-kinds.ts';
import { emptyRule, newKey, type Group, type How, type Rule, type Rules } from './rules.ts';

const HOW = [
  { value: 'all', label: 'All' },
  { value: 'any', label: 'Any' },
] as const;
const HOW_GROUP = [...HOW, { value: 'none', label: 'None' }] as const;

interface EditorProps {
  readonly kinds: readonly RuleKind[];
  readonly rules: Rules;
  readonly onChange: (rules: Rules) => void;
}

/** Renders the conditions of a segment and its groups of conditions. */
export function RuleEditor({ kinds, onChange, rules }: EditorProps): ReactNode {
  const { groups } = rules;
  const change = (group: Group): void =>
    onChange({ ...rules, groups: groups.map((each) => (each.key === group.key ? group : each)) });
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 text-sm font-medium text-ink-2">Conditions</legend>
      <How
        label="Match conditions"
        choices={HOW}
        how={rules.how}
        of="of these must match"
        onChange={(how) => onChange({ ...rules, how: how === 'any' ? 'any' : 'all' })}
      />
      <RuleRows kinds={kinds} rules={rules.rules} onChange={(own) => onChange({ ...rules, rules: own })} />
      {groups.map((group, index) => (
        <div
          key={group.key}
          role="group"
          aria-label={`Group ${index + 1}`}
          className="flex flex-col gap-3 rounded-control border border-line bg-sunken p-3"
        >
          <div className="flex items-center justify-between gap-2">
            <How
              label={`Match conditions in group ${index + 1}`}
              choices={HOW_GROUP}
              how={group.how}
              of="of this group must match"
              onChange={(how) => change({ ...group, how })}
            />
            <IconButton
              label={`Remove group ${index + 1}`}
              onClick={() => onChange({ ...rules, groups: groups.filter(({ key }) => key !== group.key) })}
            >
              <X aria-hidden />
            </IconButton>
          </div>
          <RuleRows kinds={kinds} rules={group.rules} onChange={(own) => change({ ...group, rules: own })} />
        </div>
      ))}
      <div>
        <Button
          look="quiet"
          onClick={() =>
            onChange({ ...rules, groups: [...groups, { key: newKey(), how: 'any', rules: [emptyRule()] }] })
          }
        >
          <FolderPlus className="size-4" aria-hidden /> Add group
        </Button>
      </div>
    </fieldset>
  );
}

function How(props: {
  readonly label: string;
  readonly choices: readonly { readonly value: How; readonly label: string }[];
  readonly how: How;
  readonly of: string;
  readonly onChange: (how: How) => void;
}): ReactNode {
  const { choices, how, label, of, onChange } = props;
  return (
    <div className="flex flex-wrap items-center gap-2 text-ink-2">
      {/* Safe cast: the choices have only these values. */}
      <Segments label={label} choices={choices} value={how} onChange={(value) => onChange(value as How)} /> {of}
    </div>
  );
}

function RuleRows(props: {
  readonly kinds: readonly RuleKind[];
  readonly rules: readonly Rule[];
  readonly onChange: (rules: readonly Rule[]) => void;
}): ReactNode {
  const { kinds, onChange, rules } = props;
  return (
    <>
      {rules.length > 0 && (
        <ul className="flex flex-col gap-2">
          {rules.map((rule) => (
            <li key={rule.key} className="flex items-start gap-2 max-sm:border-b max-sm:border-line max-sm:pb-2">
              <RuleRow
                kinds={kinds}
                rule={rule}
                onChange={(changed) => onChange(rules.map((each) => (each.key === rule.key ? changed : each)))}
              />
              <IconButton
                label={`Remove condition ${labelOf(kinds, rule)}`.trimEnd()}
                onClick={() => onChange(rules.filter(({ key }) => key !== rule.key))}
              >
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button look="quiet" onClick={() => onChange([...rules, emptyRule()])}>
          <Plus className="size-4" aria-hidden /> Add condition
        </Button>
      </div>
    </>
  );
}

function labelOf(kinds: readonly RuleKind[], { kind }: Rule): string {
  return kinds.find(({ id }) => id === kind)?.label ?? '';
}

interface RowProps {
  readonly kinds: readonly RuleKind[];
  readonly rule: Rule;
  readonly onChange: (rule: Rule) => void;
}

function RuleRow({ kinds, onChange, rule }: RowProps): ReactNode {
  const kind = kinds.find(({ id }) => id === rule.kind);
  const operator = kind?.operators.find(({ id }) => id === rule.operator) ?? kind?.operators[0];
  const pick = (next: RuleKind | undefined): void => {
    if (next) onChange({ ...rule, kind: next.id, operator: next.operators[0].id, values: [] });
  };
  return (
    <div className="grid min-w-0 flex-1 grid-cols-[12rem_9rem_1fr] gap-2 max-sm:grid-cols-1">
      <Select
        label="Condition"
        choices={kinds.map(({ id, label }) => ({ value: id, label }))}
        value={rule.kind}
        placeholder="Choose a condition"
        isFocused={rule.kind === ''}
        onChange={(id) => pick(kinds.find((each) => each.id === id))}
      />
      {kind && operator && (
        <>
          {kind.operators.length === 1 ? (
            <span className="flex h-8 items-center text-ink-2">{operator.label}</span>
          ) : (
            <Select
              label={`Comparison for ${kind.label}`}
              choices={kind.operators.map(({ id, label }) => ({ value: id, label }))}
              value={operator.id}
              onChange={(id) => {
                const next = kind.operators.find((each) => each.id === id);
                const values = next?.input === operator.input ? rule.values : [];
                onChange({ ...rule, operator: id, values });
              }}
            />
          )}
          <Value
            kind={kind}
            input={operator.input}
            words={operator.label}
            values={rule.values}
            onChange={(values) => onChange({ ...rule, values })}
          />
        </>
      )}
    </div>
  );
}

interface ValueProps {
  readonly kind: RuleKind;
  readonly input: Input;
  /** Label of the comparison. */
  readonly words: string;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

function Value(props: ValueProps): ReactNode {
  const { input, kind, onChange, values, words } = props;
  const { choices = [], label } = kind;
  const [value = ''] = values;
  switch (input) {
    case 'none':
      return null;
    case 'one':
      return <OneOf {...props} />;
    case 'many':
      return <MultiSelect label={label} isLabelHidden name="" choices={choices} values={values} onChange={onChange} />;
    case 'days':
      return (
        <span className="flex items-center gap-2">
          <Amount label={`Days for ${label}`} value={value} onChange={(next) => onChange([next])} />
          {words === 'more than' ? 'days ago' : 'days'}
        </span>
      );
    case 'emails':
      return <Emails {...props} />;
    default:
      return (
        <Field
          label={`Value of ${label}`}
          isLabelHidden
          type={input === 'date' && value.length <= DAY_CHARACTERS ? 'date' : 'text'}
          {...(input === 'number' && { inputMode: 'decimal' })}
          value={value}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange([target.value])}
        />
      );
  }
}

function OneOf({ kind: { choices = [], label }, onChange, values: [value = ''] }: ValueProps): ReactNode {
  const props = { choices, value, onChange: (id: string) => onChange([id]) };
  return choices.length > FEW ? (
    <Combobox label={`Value of ${label}`} isLabelHidden name="" {...props} />
  ) : (
    <Select label={`Value of ${label}`} placeholder="Choose" {...props} />
  );
}

/** Renders the inputs for a number of emails and a number of days. Without days, all emails count. */
function Emails({ kind: { label }, onChange, values: [number = '', days = ''] }: ValueProps): ReactNode {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Amount label={`Number for ${label}`} value={number} onChange={(next) => onChange([next, days])} />
      in the last
      <Amount
        label={`Days for ${label}`}
        value={days}
        placeholder="all"
        onChange={(next) => onChange([number, next])}
      />
      days
    </span>
  );
}

/** Maximum number of choices in a field without a search. */
const FEW = 8;
/** Length of a date like 2026-01-31. Longer values also contain a time, which a date input does not support. */
const DAY_CHARACTERS = 10;

function Amount(props: {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string | undefined;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const { label, onChange, placeholder, value } = props;
  return (
    <Field
      label={label}
      isLabelHidden
      className="w-20"
      inputMode="numeric"
      autoComplete="off"
      value={value}
      placeholder={placeholder}
      onChange={({ target }) => onChange(target.value.replaceAll(/\D/g, ''))}
    />
  );
}
