import { useState, type ReactNode } from 'react';
import type { ApiProblem, Input } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Field, TextArea } from '../../components/field.tsx';
import { RadioGroup } from '../../components/radio-group.tsx';
import { variantsOf, type Campaign, type Change, type VariantChange } from './campaign-words.ts';

const MOST = 4;
const RULES = [
  { value: 'opens', label: 'Most opens' },
  { value: 'clicks', label: 'Most clicks' },
];
/** Default settings of a new A/B test. */
const BEGINNING = { share: 20, rule: 'opens', hours: 4 } as const;

type Body = NonNullable<Input<'PATCH /campaigns/{id}'>['body']>;
type Test = NonNullable<Body['ab_test']>;

/** A variant, and a React key that does not change when other variants are removed. */
interface Row {
  readonly key: number;
  readonly variant: VariantChange;
}

interface Props {
  readonly campaign: Campaign;
  readonly note: (change: Change) => void;
  readonly problem: ApiProblem | null;
}

/**
 * Renders the variants of a campaign and the settings of its A/B test. Each variant is sent to part of the audience,
 * and a rule decides which variant the rest of the audience receives.
 */
export function EditVariants({ campaign, note, problem }: Props): ReactNode {
  const [rows, setRows] = useState<readonly Row[]>(() => rowsOf(campaign));
  const [test, setTest] = useState<Test>(() => testOf(campaign));
  // A campaign has either both variants and test settings, or neither.
  const report = (next: readonly Row[], how: Test): void => {
    setRows(next);
    setTest(how);
    note({ variants: next.map(({ variant }) => variant), ab_test: next.length === 0 ? null : how });
  };
  const add = (): void => {
    const key = Math.max(0, ...rows.map((row) => row.key)) + 1;
    report([...rows, { key, variant: { subject: campaign.subject } }], test);
  };
  return (
    <div className="flex flex-col gap-5">
      {rows.map(({ key, variant }, index) => (
        <One
          key={key}
          number={index + 1}
          of={variant}
          problem={problem}
          onChange={(change) => report(rows.with(index, { key, variant: { ...variant, ...change } }), test)}
          onRemove={() => report(rows.toSpliced(index, 1), test)}
        />
      ))}
      {rows.length > 0 && <Rule of={test} problem={problem} onChange={(how) => report(rows, how)} />}
      {rows.length < MOST && (
        <p>
          <Button onClick={add}>{rows.length === 0 ? 'Add variant' : 'Add another variant'}</Button>
        </p>
      )}
    </div>
  );
}

function rowsOf(campaign: Campaign): readonly Row[] {
  return variantsOf(campaign).map((variant, index) => ({ key: index + 1, variant }));
}

function testOf({ ab_test: test }: Campaign): Test {
  if (test === null) return BEGINNING;
  return { share: test.share, rule: test.rule ?? BEGINNING.rule, hours: test.hours ?? BEGINNING.hours };
}

function One(props: {
  readonly number: number;
  readonly of: VariantChange;
  readonly problem: ApiProblem | null;
  readonly onChange: (change: Partial<VariantChange>) => void;
  readonly onRemove: () => void;
}): ReactNode {
  const { number, of, onChange, onRemove, problem } = props;
  const path = `variants.${number - 1}`;
  const isBare = problem?.errors[path] !== undefined;
  return (
    <fieldset className="flex flex-col gap-4 border-b border-line pb-5">
      <legend className="mb-3 font-medium">Variant {number}</legend>
      {isBare && (
        <p role="alert" className="text-bad">
          This variant has no changes. Enter a subject or content, or remove the variant.
        </p>
      )}
      <Field
        label={`Variant ${number} subject`}
        name={`${path}.subject`}
        defaultValue={of.subject ?? ''}
        hint="Leave empty to use the campaign’s subject."
        onChange={({ target }) => onChange({ subject: target.value || null })}
        autoComplete="off"
        problem={problem}
      />
      <Field
        label={`Variant ${number} preview text`}
        name={`${path}.preview_text`}
        defaultValue={of.preview_text ?? ''}
        hint="Leave empty to use the campaign’s preview text."
        onChange={({ target }) => onChange({ preview_text: target.value || null })}
        autoComplete="off"
        problem={problem}
      />
      <TextArea
        label={`Variant ${number} HTML`}
        name={`${path}.html`}
        rows={of.html ? 10 : 2}
        defaultValue={of.html ?? ''}
        spellCheck={false}
        className="[&_textarea]:font-mono [&_textarea]:text-sm"
        hint={
          of.design
            ? 'This variant uses blocks. HTML entered here replaces the blocks.'
            : 'Leave empty to use the campaign’s content.'
        }
        // If the field is cleared, keep the design, because an API client may have set it.
        onChange={({ target }) => onChange({ html: target.value || null, ...(target.value && { design: null }) })}
        problem={problem}
      />
      <p>
        <Button look="quiet" onClick={onRemove}>
          Remove variant {number}
        </Button>
      </p>
    </fieldset>
  );
}

function Rule(props: {
  readonly of: Test;
  readonly problem: ApiProblem | null;
  readonly onChange: (test: Test) => void;
}): ReactNode {
  const { of, onChange, problem } = props;
  return (
    <div className="grid grid-cols-3 gap-4 max-md:grid-cols-1">
      <Field
        label="Test group (% of the audience)"
        name="ab_test.share"
        type="number"
        min={1}
        max={100}
        defaultValue={of.share}
        onChange={({ target }) => onChange({ ...of, share: Number(target.value) })}
        problem={problem}
      />
      <Field
        label="Test duration (hours)"
        name="ab_test.hours"
        type="number"
        min={1}
        max={168}
        defaultValue={of.hours}
        onChange={({ target }) => onChange({ ...of, hours: Number(target.value) })}
        problem={problem}
      />
      <RadioGroup
        label="Choose the winner by"
        name="ab_test.rule"
        choices={RULES}
        value={of.rule}
        onChange={(rule) => onChange({ ...of, rule: rule === 'clicks' ? 'clicks' : 'opens' })}
      />
    </div>
  );
}
