import { useState, type ReactNode } from 'react';
import { Popover } from '@base-ui/react/popover';
import { ChevronLeft, ListFilter, X } from 'lucide-react';
import { changeTo, choicesOf, noneOf, valuesOf, type Condition } from '../conditions.ts';
import type { FilterChanges, useFilters } from '../filters.ts';
import { Button, IconButton } from './button.tsx';
import { ConditionForm } from './condition-form.tsx';

type Filtering = ReturnType<typeof useFilters>;

/** Renders the expected result of these filter changes, next to the Apply button. */
type Outcome = (changes: FilterChanges) => ReactNode;

/** Renders the filter conditions of a list, which the user can add, change, and remove. */
export function FilterBuilder(props: {
  readonly conditions: readonly Condition[];
  readonly filtering: Filtering;
  readonly outcome?: Outcome;
}): ReactNode {
  const { conditions, filtering, outcome } = props;
  const holding = conditions.filter((condition) => valuesOf(condition, filtering).length > 0);
  return (
    <>
      <ConditionPopover
        conditions={conditions}
        filtering={filtering}
        outcome={outcome}
        trigger={
          <Button>
            <ListFilter className="size-4" aria-hidden /> Filter
          </Button>
        }
      />
      {holding.length > 0 && (
        <ul aria-label="Filters" className="flex w-full flex-wrap gap-2">
          {holding.map((condition) => (
            <Chip key={condition.name} condition={condition} filtering={filtering} outcome={outcome} />
          ))}
          {holding.length > 1 && (
            <li>
              <Button look="quiet" onClick={() => filtering.setFilters(noneOf(conditions))}>
                Clear filters
              </Button>
            </li>
          )}
        </ul>
      )}
    </>
  );
}

interface ChipProps {
  readonly condition: Condition;
  readonly filtering: Filtering;
  readonly outcome: Outcome | undefined;
}

function Chip({ condition, filtering, outcome }: ChipProps): ReactNode {
  const { kind, label } = condition;
  const value = wordsOf(condition, valuesOf(condition, filtering));
  return (
    <li className="flex max-w-full min-w-0 items-center rounded-control border border-line bg-sunken">
      {kind === 'flag' ? (
        <span className="truncate pl-3 font-medium">{label}</span>
      ) : (
        <ConditionPopover
          conditions={[condition]}
          filtering={filtering}
          outcome={outcome}
          trigger={
            <button
              type="button"
              className="flex h-8 min-w-0 items-center gap-1.5 rounded-l-control pl-3 hover:text-accent-ink max-sm:h-10"
            >
              <span className="whitespace-nowrap text-ink-3">{label}</span>
              <span className="truncate font-medium">{value}</span>
            </button>
          }
        />
      )}
      <IconButton
        label={`Remove filter: ${label} ${value}`.trimEnd()}
        onClick={() => filtering.setFilters(changeTo(condition, []))}
      >
        <X aria-hidden />
      </IconButton>
    </li>
  );
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

function wordsOf(condition: Condition, values: readonly string[]): string {
  if (condition.kind === 'date') {
    const day = new Date(values[0] ?? '');
    return Number.isNaN(day.getTime()) ? (values[0] ?? '') : DAY.format(day);
  }
  if (condition.kind === 'flag') return '';
  const choices = choicesOf(condition);
  return values.map((value) => choices?.find((choice) => choice.value === value)?.label ?? value).join(', ');
}

/**
 * Renders a popover in which the user chooses a condition and its value. If there is only one condition, the user only
 * chooses the value.
 */
function ConditionPopover(props: {
  readonly conditions: readonly Condition[];
  readonly filtering: Filtering;
  readonly outcome: Outcome | undefined;
  readonly trigger: ReactNode & object;
}): ReactNode {
  const { conditions, filtering, outcome, trigger } = props;
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<Condition>();
  const condition = picked ?? (conditions.length === 1 ? conditions[0] : undefined);
  const turn = (open: boolean): void => {
    setOpen(open);
    setPicked(undefined);
  };
  const apply = (applied: Condition, values: readonly string[]): void => {
    turn(false);
    filtering.setFilters(changeTo(applied, values));
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={turn}>
      <Popover.Trigger render={trigger as Popover.Trigger.Props['render'] & object} />
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="start" className="z-50">
          <Popover.Popup className="flex max-h-[min(28rem,80dvh)] w-72 max-w-[calc(100vw-2rem)] flex-col overflow-y-auto card p-2 outline-hidden">
            <Popover.Title className="flex items-center gap-1 px-2 py-1 text-sm font-medium text-ink-2">
              {picked && (
                <IconButton label="Back to all filters" className="-my-1 -ml-2" onClick={() => setPicked(undefined)}>
                  <ChevronLeft aria-hidden />
                </IconButton>
              )}
              {condition?.label ?? 'Filter by'}
            </Popover.Title>
            {condition ? (
              <ConditionForm
                key={condition.name}
                condition={condition}
                values={valuesOf(condition, filtering)}
                onApply={(values) => apply(condition, values)}
                outcome={outcome && ((values) => outcome(changeTo(condition, values)))}
              />
            ) : (
              conditions.map((each) => (
                <button
                  key={each.name}
                  type="button"
                  onClick={() => (each.kind === 'flag' ? apply(each, ['true']) : setPicked(each))}
                  className="rounded-control px-2 py-1.5 text-left hover:bg-sunken max-sm:py-2.5"
                >
                  {each.label}
                </button>
              ))
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
