import type { ReactNode } from 'react';
import { TAG_COLOURS } from './palette.ts';

/** The colour of a tag, chosen by the look of it; arrows go from one to the next. */
export function Swatches(props: { readonly value: string; readonly onChange: (value: string) => void }): ReactNode {
  const { onChange, value } = props;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium text-ink-2">Color</legend>
      <div className="flex flex-wrap gap-2">
        {TAG_COLOURS.map((colour) => (
          <label
            key={colour.value}
            title={colour.label}
            className="relative size-8 cursor-pointer rounded-full p-1 ring-2 ring-transparent has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-accent max-sm:size-10"
          >
            <input
              type="radio"
              name="color"
              value={colour.value}
              aria-label={colour.label}
              checked={colour.value === value}
              onChange={() => onChange(colour.value)}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full"
            />
            <span
              aria-hidden
              className="block size-full rounded-full ring-1 ring-line"
              style={{ background: colour.value }}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
