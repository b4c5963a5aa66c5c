import { useState, type ReactNode } from 'react';
import { Search } from 'lucide-react';

/** A search of a list: Enter searches, and emptying it shows everything again. Its value is the page's filter. */
export function SearchField(props: {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}): ReactNode {
  const { label, value, onSearch } = props;
  const [text, setText] = useState(value);
  return (
    <form
      role="search"
      className="relative min-w-0 flex-1 basis-60"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
    >
      <Search className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3" aria-hidden />
      <input
        type="search"
        key={value}
        defaultValue={value}
        onChange={(event) => setText(event.target.value)}
        onBlur={(event) => event.target.value.trim() === '' && value !== '' && onSearch('')}
        aria-label={label}
        placeholder={label}
        className="h-8 w-full rounded-control border border-line-strong bg-surface pr-2 pl-8 text-base placeholder:text-ink-3 max-sm:h-10 max-sm:text-lg"
      />
    </form>
  );
}
