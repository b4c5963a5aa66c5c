import { useState, type ReactNode } from 'react';
import { Search } from 'lucide-react';

/**
 * Renders the search field of a list. Pressing Enter starts the search, and clearing the field shows all entries again.
 * If `value` changes, for example because the filter is removed elsewhere, the field shows the new value.
 */
export function SearchField(props: {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}): ReactNode {
  const { label, value, onSearch } = props;
  const [{ of, text }, setDraft] = useState({ of: value, text: value });
  // If Back or a button changed the filter, show the new value and discard the typed text.
  if (of !== value) setDraft({ of: value, text: value });
  return (
    <form
      role="search"
      className="relative min-w-0 flex-1 basis-48"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
    >
      <Search className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3" aria-hidden />
      <input
        type="search"
        value={text}
        onChange={({ target }) => {
          setDraft({ of: value, text: target.value });
          if (target.value === '' && value !== '') onSearch('');
        }}
        aria-label={label}
        placeholder={label}
        className="h-8 w-full rounded-control border border-line-strong bg-surface pr-2 pl-8 text-base placeholder:text-ink-3 max-sm:h-10 max-sm:text-lg"
      />
    </form>
  );
}
