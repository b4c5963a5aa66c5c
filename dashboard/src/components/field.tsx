import { useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import type { ApiProblem } from '../api.ts';
import { plural } from '../words.ts';

/** Shared styles of form controls. */
export const CONTROL =
  'w-full rounded-control border border-line-strong bg-surface px-2.5 text-base text-ink placeholder:text-ink-3 ' +
  'disabled:bg-sunken disabled:text-ink-3 aria-invalid:border-bad max-sm:text-lg';

interface FieldFrame {
  readonly label: string;
  /** Help text below the field. */
  readonly hint?: ReactNode;
  /** Problem that the API returned for the last submission. The field shows the errors for its `name`. */
  readonly problem?: ApiProblem | null | undefined;
  /** Hides the label visually, because adjacent text already names the field. Screen readers still read the label. */
  readonly isLabelHidden?: boolean;
}

/** Renders an input with its label and the errors of the API. `name` is the path of the field in the API. */
export function Field({
  label,
  hint,
  problem,
  isLabelHidden = false,
  className = '',
  ...rest
}: FieldFrame & ComponentProps<'input'>): ReactNode {
  const id = useId();
  const faults = faultsOf(problem, rest.name);
  return (
    <Frame id={id} label={label} hint={hint} faults={faults} isLabelHidden={isLabelHidden} className={className}>
      <input {...rest} {...described(id, hint, faults)} className={`${CONTROL} h-8 max-sm:h-10`} />
    </Frame>
  );
}

/** Renders a text area with its label and its errors, like `Field` does for an input. */
export function TextArea({
  label,
  hint,
  problem,
  isLabelHidden = false,
  className = '',
  ...rest
}: FieldFrame & ComponentProps<'textarea'>): ReactNode {
  const id = useId();
  const faults = faultsOf(problem, rest.name);
  return (
    <Frame id={id} label={label} hint={hint} faults={faults} isLabelHidden={isLabelHidden} className={className}>
      <textarea rows={4} {...rest} {...described(id, hint, faults)} className={`${CONTROL} py-1.5`} />
    </Frame>
  );
}

/** Renders a switch that takes effect immediately, without a submit button. */
export function Switch({
  label,
  hint,
  ...rest
}: ComponentProps<'input'> & { readonly label: ReactNode; readonly hint?: ReactNode }): ReactNode {
  return (
    <label className="flex items-start gap-3 py-0.5">
      <input
        type="checkbox"
        role="switch"
        {...rest}
        className="mt-0.5 h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-full bg-line-strong p-0.5 transition-colors before:block before:size-4 before:rounded-full before:bg-surface before:transition-transform checked:bg-accent checked:before:translate-x-4 disabled:cursor-not-allowed disabled:opacity-55"
      />
      <span>
        <span className="font-medium">{label}</span>
        {hint !== undefined && <span className="block text-sm text-ink-3">{hint}</span>}
      </span>
    </label>
  );
}

/** Renders a checkbox with its label next to it. */
export function Checkbox({
  label,
  hint,
  ...rest
}: ComponentProps<'input'> & { readonly label: ReactNode; readonly hint?: ReactNode }): ReactNode {
  return (
    <label className="flex items-start gap-2.5 py-0.5">
      <input type="checkbox" {...rest} className="mt-0.5 size-4.5 shrink-0 accent-accent" />
      <span>
        <span className="font-medium">{label}</span>
        {hint !== undefined && <span className="block text-sm text-ink-3">{hint}</span>}
      </span>
    </label>
  );
}

/** Returns the attributes that connect an input with its label and with the text below the input. */
export function described(
  id: string,
  hint: ReactNode,
  faults: readonly string[],
): ComponentProps<'input'> & ComponentProps<'textarea'> {
  const isDescribed = hint !== undefined || faults.length > 0;
  return { id, 'aria-invalid': faults.length > 0, ...(isDescribed && { 'aria-describedby': `${id}-note` }) };
}

/** Renders the label above a field, and the errors below it, or the hint if there are no errors. */
export function Frame(props: {
  readonly id: string;
  readonly label: string;
  readonly hint: ReactNode;
  readonly faults: readonly string[];
  readonly isLabelHidden: boolean;
  readonly className: string;
  readonly children: ReactNode;
}): ReactNode {
  const { id, label, hint, faults, isLabelHidden, className, children } = props;
  return (
    <div className={`flex flex-col gap-1.5 ${className}`}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-sm font-medium text-ink-2'}>
        {label}
      </label>
      {children}
      {(faults.length > 0 || hint !== undefined) && (
        <p id={`${id}-note`} className={`text-sm ${faults.length > 0 ? 'text-bad' : 'text-ink-3'}`}>
          {faults.length > 0 ? faults.map((fault) => sentence(label, fault)).join(' ') : hint}
        </p>
      )}
    </div>
  );
}

/** Returns the errors that a problem contains for the field with this name. */
export function faultsOf(problem: ApiProblem | null | undefined, name: string | undefined): readonly string[] {
  return Object.entries(problem?.errors ?? {}).flatMap(([path, faults]) => (isOf(path, name) ? faults : []));
}

/** Returns whether an error belongs to a field. For example, an error at the path `to.0` belongs to the field `to`. */
function isOf(path: string, name: string | undefined): boolean {
  return name !== undefined && (path === name || path.startsWith(`${name}.`));
}

/** Puts the label of the field before an error that starts with a lowercase letter, such as `is required.` */
function sentence(label: string, fault: string): string {
  return /^[a-z]/.test(fault) ? `${label} ${fault}` : fault;
}

/**
 * Renders the errors that no field of the form shows. If there are no field errors, renders the message of the problem.
 * Moves the focus to the first invalid field, and announces the number of errors to screen readers.
 */
export function FormProblem({
  problem,
  fields = [],
}: {
  readonly problem: ApiProblem | null | undefined;
  /** Names of the fields that show their errors themselves. */
  readonly fields?: readonly string[];
}): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [wrong, setWrong] = useState(0);
  useEffect(() => {
    const faulty = problem ? place.current?.closest('form')?.querySelectorAll<HTMLElement>('[aria-invalid=true]') : [];
    setWrong(faulty?.length ?? 0);
    faulty?.[0]?.focus();
  }, [problem]);
  const text = problem && sayingOf(problem, fields);
  return (
    <div ref={place} className="contents">
      <p role="status" className="sr-only">
        {wrong > 0 && `${plural(wrong, 'field needs', 'fields need')} your attention.`}
      </p>
      {text && (
        <p role="alert" className="rounded-control bg-bad-soft px-3 py-2 text-sm text-bad">
          {text}
        </p>
      )}
    </div>
  );
}

/**
 * Returns the errors of all fields except the given ones, as text. Returns undefined if only the given fields have
 * errors. If the problem has no field errors, returns its message and fix.
 */
function sayingOf(problem: ApiProblem, fields: readonly string[]): string | undefined {
  const others = Object.entries(problem.errors).filter(([path]) => !fields.some((name) => isOf(path, name)));
  if (others.length > 0) {
    return others.map(([name, faults]) => faults.map((fault) => sentence(name, fault)).join(' ')).join(' ');
  }
  return Object.keys(problem.errors).length > 0 ? undefined : `${problem.message} ${problem.fix}`;
}
