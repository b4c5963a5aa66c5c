import { useState, type ReactNode } from 'react';
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog as Base } from '@base-ui/react/dialog';
import { useGo } from '../filters.ts';
import { usePlaces } from './navigation.tsx';

interface Target {
  readonly label: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** Goes to any page by its name, and to any message, address or domain that is typed. */
export default function Palette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [text, setText] = useState('');
  const goTo = useGo();
  const pages = usePlaces().map(({ path, place }) => ({ label: place.label, to: path }));
  const targets = targetsOf(text, pages);
  const go = ({ to, search = {} }: Target): void => {
    onClose();
    goTo(to, search);
  };
  return (
    <Base.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[oklch(0.16_0.02_270/0.45)]" />
        <Base.Popup className="fixed top-[12dvh] left-1/2 z-50 w-[min(32rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden card outline-hidden">
          <Base.Title className="sr-only">Search and go to</Base.Title>
          <Autocomplete.Root
            open
            inline
            items={targets}
            mode="none"
            value={text}
            onValueChange={setText}
            itemToStringValue={(target: Target) => target.label}
            autoHighlight="always"
            keepHighlight
          >
            <Autocomplete.Input
              aria-label="Search and go to"
              placeholder="A page, a message’s id, an address, a domain"
              className="h-12 w-full border-b border-line bg-transparent px-4 text-lg outline-hidden placeholder:text-ink-3"
            />
            <Autocomplete.List className="max-h-80 overflow-y-auto p-1.5 empty:hidden">
              {(target: Target) => (
                <Autocomplete.Item
                  key={`${target.to} ${target.label}`}
                  value={target}
                  onClick={() => go(target)}
                  className="flex min-h-9 cursor-pointer items-center rounded-control px-3 outline-hidden select-none data-highlighted:bg-sunken"
                >
                  {target.label}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Where a text may lead: a message's id to the message, an address and a domain to what was sent there, else pages. */
function targetsOf(text: string, pages: readonly Target[]): readonly Target[] {
  const wanted = text.trim().toLowerCase();
  const found = pages.filter(({ label }) => label.toLowerCase().includes(wanted));
  if (/^tm_\w+$/.test(wanted)) return [{ label: `Message ${text.trim()}`, to: `/messages/${text.trim()}` }];
  if (wanted.includes('@')) {
    return [
      { label: `Messages to ${wanted}`, to: '/messages', search: { to: wanted } },
      { label: `Suppressions of ${wanted}`, to: '/suppressions', search: { query: wanted } },
    ];
  }
  if (wanted.includes('.')) return [...found, { label: `Domain ${wanted}`, to: '/domains', search: { query: wanted } }];
  return found;
}
