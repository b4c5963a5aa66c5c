import { useRef, type ReactNode } from 'react';
import { Search } from 'lucide-react';

/** A search of a list: Enter searches, and emptying it shows everything again. Its value is the page's filter. */
export function SearchField(props: {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}): ReactNode {
  const { label, value, onSearch } = props;
  // What stands in the field is asked for, not what once did: others clear it, too.
  const field = useRef<HTMLInputElement>(null);
  return (
    <form
      role="search"
      className="relative min-w-0 flex-1 basis-60"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(field.current?.value.trim() ?? '');
      }}
    >
      <Search className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3" aria-hidden />
      <input
        ref={field}
        type="search"
        key={value}
        defaultValue={value}
        onBlur={(event) => event.target.value.trim() === '' && value !== '' && onSearch('')}
        aria-label={label}
        placeholder={label}
        className="h-8 w-full rounded-control border border-line-strong bg-surface pr-2 pl-8 text-base placeholder:text-ink-3 max-sm:h-10 max-sm:text-lg"
      />
    </form>
  );
}
