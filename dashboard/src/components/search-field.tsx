import { useState, type ReactNode } from 'react';
import { Search } from 'lucide-react';

/**
 * A search of a list: Enter searches, and emptying it shows everything again. Its value is the page's filter: when that is
 * cleared elsewhere, the field is empty too.
 */
export function SearchField(props: {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}): ReactNode {
  const { label, value, onSearch } = props;
  const [{ of, text }, setDraft] = useState({ of: value, text: value });
  // Another filter, by Back or by a button, is what the field holds now; what was typed before is forgotten.
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
