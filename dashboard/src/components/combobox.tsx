import { useId, useMemo, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown, Plus, X } from 'lucide-react';
import type { ApiProblem } from '../api.ts';
import type { Creation } from './choice.ts';
import { CONTROL, described, faultsOf, Frame } from './field.tsx';
import { isNew, useCreation, type Offered } from './use-creation.ts';

interface Common {
  readonly label: string;
  /** Hides the label visually, because adjacent text says the same. */
  readonly isLabelHidden?: boolean;
  /** Name of the field: its path in the API, and the name of its value in the form. */
  readonly name: string;
  readonly choices: readonly Offered[];
  readonly hint?: string;
  readonly problem?: ApiProblem | null | undefined;
  /** Settings for creating a new choice. Undefined if the user cannot create choices. */
  readonly creation?: Creation | undefined;
}

/** Renders a field in which the user selects one of many choices. Typing part of a name filters the choices. */
export function Combobox({
  choices,
  creation,
  hint,
  isLabelHidden = false,
  label,
  name,
  onChange,
  problem,
  value,
}: Common & {
  readonly value: string;
  /** Called with the value and the label of the selected choice. */
  readonly onChange: (value: string, label: string) => void;
}): ReactNode {
  const id = useId();
  const faults = faultsOf(problem, name);
  const box = useRef<HTMLDivElement>(null);
  const { items, make, making, onTyped } = useCreation({ choices, creation, box, onMade: onChange });
  const shown = choices.find((each) => each.value === value)?.label ?? value;
  // Keep the same object for the selected choice. A new object would count as a new value, and its label would replace
  // the text that the user has typed.
  const chosen = useMemo<Offered>(() => ({ value, label: shown }), [value, shown]);
  return (
    <Base.Root
      items={items}
      value={chosen}
      autoHighlight
      itemToStringLabel={nameOf}
      isItemEqualToValue={(a: Offered, b: Offered) => a.value === b.value}
      onInputValueChange={onTyped}
      onValueChange={(next: Offered | null) => {
        if (next && isNew(next)) make(next.name);
        else if (next) onChange(next.value, next.label);
      }}
    >
      <Frame id={id} label={label} hint={hint} faults={faults} isLabelHidden={isLabelHidden} className="">
        <Base.InputGroup ref={box} className="relative">
          {/* While the list is open, screen readers cannot read the visible label. */}
          <Base.Input
            aria-label={label}
            {...described(id, hint, faults)}
            onKeyDown={keepEnter}
            className={`${CONTROL} h-8 pr-9 max-sm:h-10`}
          />
          <Base.Trigger
            aria-label={`${label}: show all`}
            className="absolute inset-y-0 right-0 flex w-8 items-center justify-center text-ink-3"
          >
            <ChevronsUpDown className="size-3.5" aria-hidden />
          </Base.Trigger>
        </Base.InputGroup>
      </Frame>
      <Given name={name} values={[value]} making={making} />
      <Options />
    </Base.Root>
  );
}

/**
 * Renders a field in which the user selects several choices. The field shows the selected choices, which can be
 * removed.
 */
export function MultiSelect({
  choices,
  creation,
  hint,
  isDisabled = false,
  isLabelHidden = false,
  label,
  name,
  onChange,
  problem,
  values,
}: Common & {
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  readonly isDisabled?: boolean;
}): ReactNode {
  const id = useId();
  const faults = faultsOf(problem, name);
  const box = useRef<HTMLDivElement>(null);
  const chosen = choices.filter(({ value }) => values.includes(value));
  const add = (value: string): void => onChange([...values.filter((each) => each !== value), value]);
  const { items, make, making, onTyped } = useCreation({ choices, creation, box, onMade: add });
  return (
    <Base.Root
      multiple
      items={items}
      value={chosen}
      disabled={isDisabled}
      autoHighlight
      itemToStringLabel={nameOf}
      onInputValueChange={onTyped}
      onValueChange={(next: readonly Offered[], { reason }) => {
        // Escape must only close the list. By default, Escape clears the selection if the list is already closed.
        if (reason === 'escape-key') return;
        const added = next.find(isNew);
        if (added) return make(added.name);
        // Keep the selected choices in the order in which the field lists them, not in the order of selection.
        onChange(choices.filter((each) => next.includes(each)).map(({ value }) => value));
      }}
    >
      <Frame id={id} label={label} hint={hint} faults={faults} isLabelHidden={isLabelHidden} className="">
        <Base.Chips
          ref={box}
          aria-label={`${label}: selected`}
          className="flex min-h-8 flex-wrap items-center gap-1 rounded-control border border-line-strong bg-surface p-1 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent max-sm:min-h-10"
        >
          <Chosen of={chosen} />
          <Base.Input
            aria-label={label}
            {...described(id, hint, faults)}
            onKeyDown={keepEnter}
            placeholder={chosen.length === 0 ? 'None' : ''}
            className="h-6 min-w-16 flex-1 bg-transparent px-1.5 text-base outline-hidden placeholder:text-ink-3 max-sm:text-lg"
          />
        </Base.Chips>
      </Frame>
      <Given name={name} values={chosen.map(({ value }) => value)} making={making} />
      <Options below={box} />
    </Base.Root>
  );
}

/** Makes Enter select the highlighted choice, if there is one, without submitting the form. */
function keepEnter(event: KeyboardEvent<HTMLInputElement> & { readonly preventBaseUIHandler: () => void }): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  if (!event.currentTarget.hasAttribute('aria-activedescendant')) event.preventBaseUIHandler();
}

function nameOf(choice: Offered): string {
  return isNew(choice) ? choice.name : choice.label;
}

/** Renders the hidden inputs of the form. Tells screen readers which choice is being created. */
function Given(props: {
  readonly name: string;
  readonly values: readonly string[];
  readonly making: string | undefined;
}): ReactNode {
  const { making, name, values } = props;
  return (
    <>
      {values.map((value) => (
        <input key={value} type="hidden" name={name} value={value} />
      ))}
      <span role="status" className="sr-only">
        {making}
      </span>
    </>
  );
}

function Chosen({ of }: { readonly of: readonly Offered[] }): ReactNode {
  return of.map(({ colour, label, value }) => (
    <Base.Chip
      key={value}
      aria-label={label}
      className="flex items-center rounded-control bg-sunken pl-2 text-sm outline-hidden data-highlighted:bg-accent-soft focus-within:bg-accent-soft"
    >
      {colour !== undefined && <Dot colour={colour} />}
      {label}
      <Base.ChipRemove
        aria-label={`Remove ${label}`}
        className="inline-flex size-6 items-center justify-center text-ink-3 hover:text-ink"
      >
        <X className="size-3" aria-hidden />
      </Base.ChipRemove>
    </Base.Chip>
  ));
}

/** Renders a dot in the color of an object, such as a tag. */
export function Dot({ colour }: { readonly colour: string }): ReactNode {
  return (
    <span
      aria-hidden
      className="mr-1.5 inline-block size-2.5 shrink-0 rounded-full ring-1 ring-line"
      style={{ background: colour }}
    />
  );
}

/** Renders the list of choices at the width of the whole field, not only of the text input. */
function Options({ below }: { readonly below?: RefObject<HTMLElement | null> }): ReactNode {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} {...(below && { anchor: below })} className="z-50 outline-hidden">
        <Base.Popup className="max-h-80 w-(--anchor-width) min-w-56 overflow-y-auto card py-1 outline-hidden">
          <Base.Empty className="px-3 py-2 text-ink-3 empty:hidden">No matches.</Base.Empty>
          <Base.List>
            {(choice: Offered) => (
              <Base.Item
                key={choice.value}
                value={choice}
                className="flex cursor-pointer items-start gap-2 py-1.5 pr-4 pl-2.5 text-base outline-hidden select-none data-highlighted:bg-sunken max-sm:py-2.5"
              >
                <span className="flex size-4 shrink-0 items-center pt-1">
                  {isNew(choice) ? (
                    <Plus className="size-3.5 text-accent-ink" aria-hidden />
                  ) : (
                    <Base.ItemIndicator>
                      <Check className="size-3.5 text-accent-ink" aria-hidden />
                    </Base.ItemIndicator>
                  )}
                </span>
                <span className="min-w-0">
                  {choice.colour !== undefined && <Dot colour={choice.colour} />}
                  {choice.label}
                  {choice.hint !== undefined && <span className="block text-sm text-ink-3">{choice.hint}</span>}
                </span>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
