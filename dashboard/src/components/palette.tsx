import { useEffect, useState, type ReactNode } from 'react';
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog as Base } from '@base-ui/react/dialog';
import { ACTIONS } from '../actions.ts';
import { call, type ApiProblem } from '../api.ts';
import { useGo } from '../filters.ts';
import { usePages } from '../places.ts';
import { useRead } from '../reading.ts';
import { useSession } from '../session.ts';
import { useSessionActs } from '../session-acts.ts';
import { keepTheme, THEMES, THEME_WORDS } from '../theme.ts';
import { domainIn, itemsFor, type Deed, type Item, type Known } from './palette-items.ts';

/** Delay, in milliseconds, between the last keystroke and the search request to the server. */
const TYPING_MS = 120;
const DOMAINS = { query: { per_page: '100' } };

/** Actions that do not belong to a page. */
const DEEDS = [
  ...THEMES.map((theme) => ({
    name: `theme ${theme}`,
    label: `Change theme to ${THEME_WORDS[theme].toLowerCase()}`,
    words: 'light dark colors colours mode',
  })),
  { name: 'keys', label: 'Show keyboard shortcuts', words: 'keys help' },
  { name: 'sign out', label: 'Sign out', words: 'log out leave end session' },
];

interface PaletteProps {
  readonly onClose: () => void;
  /** Closes the command palette and shows the keyboard shortcuts. */
  readonly onHelp: () => void;
}

/**
 * Renders the command palette. The user can open pages by name, start actions, switch accounts, and open an ID, an
 * email address, or a domain.
 */
export default function Palette({ onClose, onHelp }: PaletteProps): ReactNode {
  const [text, setText] = useState('');
  const { items, missing } = useItems(text);
  const [isLost, setLost] = useState<string>();
  const perform = usePerform({ onClose, onHelp, onFill: setText, onLost: setLost });
  const lost = isLost ?? missing;
  const word =
    lost === undefined || domainIn(text) !== lost ? nothingWord(text, items) : `This account has no domain ${lost}.`;
  return (
    <Base.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[oklch(0.16_0.02_270/0.45)]" />
        <Base.Popup className="fixed top-[12dvh] left-1/2 z-50 w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden card outline-hidden">
          <Base.Title className="sr-only">Search or jump to</Base.Title>
          <Autocomplete.Root
            open
            inline
            items={items}
            mode="none"
            value={text}
            onValueChange={setText}
            itemToStringValue={(item: Item) => item.label}
            autoHighlight="always"
            keepHighlight
          >
            <Autocomplete.Input
              aria-label="Search or jump to"
              placeholder="Page, action, name, ID, email address, or domain"
              className="h-12 w-full border-b border-line bg-transparent px-4 text-lg outline-hidden placeholder:text-ink-3"
            />
            <Autocomplete.Status className="px-4 py-3 text-ink-2 empty:hidden">{word}</Autocomplete.Status>
            <Autocomplete.List className="max-h-80 overflow-y-auto p-1.5 empty:hidden">
              {(item: Item) => (
                <Row
                  key={`${item.kind} ${item.label} ${JSON.stringify(item.deed)}`}
                  item={item}
                  onChoose={() => perform(item.deed)}
                />
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function Row({ item, onChoose }: { readonly item: Item; readonly onChoose: () => void }): ReactNode {
  return (
    <Autocomplete.Item
      value={item}
      onClick={onChoose}
      className="flex min-h-9 cursor-pointer items-center justify-between gap-4 rounded-control px-3 outline-hidden select-none data-highlighted:bg-sunken"
    >
      <span className="min-w-0 truncate">{item.label}</span>
      <span className="shrink-0 text-sm text-ink-3">{item.kind}</span>
    </Autocomplete.Item>
  );
}

function nothingWord(text: string, items: readonly Item[]): string | undefined {
  if (items.length > 0) return undefined;
  return `No results for “${text.trim()}”. Search by page, action, name, account, message ID, email address, or domain.`;
}

/**
 * Returns the entries that match the text. If the text is a domain that the account does not have, also returns the
 * domain as `missing`.
 */
function useItems(text: string): { readonly items: readonly Item[]; readonly missing: string | undefined } {
  const { account, accounts, scopes } = useSession();
  const pages = usePages();
  const domains = useRead('GET /domains', DOMAINS).data?.data ?? [];
  const name = domainIn(text);
  const domain = useRead(
    'GET /dashboard/domains/{id}',
    { params: { id: name ?? '' } },
    { enabled: name !== undefined },
  );
  const found = useFound(text);
  const missing = name !== undefined && domain.error?.status === 404 ? name : undefined;
  const items = itemsFor(text, {
    found,
    pages,
    actions: ACTIONS.filter(({ scope }) => scope === undefined || scopes.includes(scope)),
    deeds: DEEDS,
    accounts: accounts.filter(({ id }) => id !== account.id),
    domains,
  });
  if (missing === undefined) return { items, missing };
  const rest = items.filter(({ deed }) => deed.what !== 'domain');
  const adds = ACTIONS.filter(({ scope, to }) => to === '/domains' && scopes.includes(scope ?? ''));
  return { items: [...rest, ...adds.map(addItem)], missing };
}

/** Returns the objects of the account that match the text. Waits until the user stops typing. */
function useFound(text: string): Known['found'] {
  const [asked, setAsked] = useState('');
  const trimmed = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(trimmed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [trimmed]);
  const { data } = useRead('GET /dashboard/search', { query: { query: asked } }, { enabled: asked !== '' });
  return asked === '' || asked !== trimmed ? [] : (data?.data ?? []);
}

function addItem({ asks = '', label, to }: (typeof ACTIONS)[number]): Item {
  return { label, kind: 'Action', deed: { what: 'go', to, filters: { do: asks } } };
}

/**
 * Returns a function that performs the action of the chosen entry. For a domain, it first looks up the ID. If the
 * domain does not exist, it calls `onLost`, and the command palette stays open.
 */
function usePerform(props: {
  readonly onClose: () => void;
  readonly onHelp: () => void;
  readonly onFill: (text: string) => void;
  readonly onLost: (domain: string) => void;
}): (deed: Deed) => void {
  const { onClose, onFill, onHelp, onLost } = props;
  const goTo = useGo();
  const { choose, leave } = useSessionActs();
  const go = (to: string, filters: Readonly<Record<string, string>> = {}): void => {
    onClose();
    goTo(to, filters);
  };
  const open = (name: string): void => {
    call('GET /dashboard/domains/{id}', { params: { id: name } }).then(
      ({ id }) => go(`/domains/${id}`),
      (problem: ApiProblem) => (problem.status === 404 ? onLost(name) : go('/domains')),
    );
  };
  const act = (name: string): void => {
    if (name === 'keys') return onHelp();
    onClose();
    if (name === 'sign out') leave();
    else for (const theme of THEMES) if (name === `theme ${theme}`) keepTheme(theme);
  };
  return (deed) => {
    if (deed.what === 'go') go(deed.to, deed.filters);
    else if (deed.what === 'domain') open(deed.name);
    else if (deed.what === 'fill') onFill(deed.text);
    else if (deed.what === 'account') choose(deed.id);
    else act(deed.name);
  };
}
