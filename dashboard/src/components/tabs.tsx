import { useEffect, useRef, type ReactNode } from 'react';
import { Tabs as Base } from '@base-ui/react/tabs';

export interface Tab {
  readonly value: string;
  readonly label: string;
  readonly content: ReactNode;
}

/** Renders the tabs of a card. Arrow keys move between tabs. Only the content of the active tab is rendered. */
export function Tabs({
  tabs,
  value,
  onChange,
}: {
  readonly tabs: readonly Tab[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On phones, the tabs scroll horizontally. Scroll the active tab into view.
    const active = list.current?.querySelector<HTMLElement>('[aria-selected=true]');
    if (list.current && active) list.current.scrollLeft = active.offsetLeft - 16;
  }, [value]);
  return (
    <Base.Root value={value} onValueChange={(next: string) => onChange(next)} className="card">
      <Base.List
        ref={list}
        className="relative flex overflow-x-auto overflow-y-hidden border-b border-line px-2"
        activateOnFocus
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px border-b-2 border-transparent px-2 py-2.5 font-medium whitespace-nowrap text-ink-3 outline-offset-[-2px] hover:text-ink data-active:border-accent data-active:text-ink max-sm:py-3"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="outline-offset-[-2px]">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
