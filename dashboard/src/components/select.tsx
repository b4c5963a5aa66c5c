import type { ReactNode } from 'react';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { Choice } from './choice.ts';

interface SelectProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether the label is visible above the field. If false, only screen readers read the label. */
  readonly isLabelShown?: boolean;
  readonly isDisabled?: boolean;
  /** Name of the value in the form. If a name is set, the form detects changes to the value. */
  readonly name?: string;
  /** Text that is shown if there is no value. */
  readonly placeholder?: string;
  /** Whether the field receives focus when it appears. */
  readonly isFocused?: boolean;
  readonly className?: string;
}

/** Renders a select. A click, the arrow keys, or typing opens it. */
export function Select(props: SelectProps): ReactNode {
  const { label, choices, value, onChange, placeholder, className = '' } = props;
  const { isLabelShown = false, isDisabled = false, isFocused = false, name } = props;
  return (
    <Base.Root
      items={[...choices]}
      {...(name !== undefined && { name })}
      value={value === '' && placeholder !== undefined ? null : value}
      onValueChange={(next: string | null) => onChange(next ?? '')}
      disabled={isDisabled}
    >
      <div className={`flex flex-col gap-1.5 ${className}`}>
        <Base.Label className={isLabelShown ? 'text-sm font-medium text-ink-2' : 'sr-only'}>{label}</Base.Label>
        <Base.Trigger
          autoFocus={isFocused}
          className="flex h-8 items-center justify-between gap-2 rounded-control border border-line bg-surface px-3 text-base font-medium whitespace-nowrap hover:bg-sunken disabled:opacity-55 max-sm:h-10"
        >
          <Base.Value placeholder={placeholder} className="truncate" />
          <Base.Icon>
            <ChevronsUpDown className="size-3.5 text-ink-3" aria-hidden />
          </Base.Icon>
        </Base.Trigger>
      </div>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-hidden">
          <Base.Popup className="max-h-80 min-w-[var(--anchor-width)] overflow-y-auto card py-1 outline-hidden">
            <Base.List>
              {choices.map((choice) => (
                <Base.Item
                  key={choice.value}
                  value={choice.value}
                  className="flex cursor-pointer items-center gap-2 py-1.5 pr-4 pl-2.5 text-base outline-hidden select-none data-highlighted:bg-sunken max-sm:py-2.5"
                >
                  <span className="flex size-4 items-center">
                    <Base.ItemIndicator>
                      <Check className="size-3.5 text-accent-ink" aria-hidden />
                    </Base.ItemIndicator>
                  </span>
                  <Base.ItemText>{choice.label}</Base.ItemText>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
