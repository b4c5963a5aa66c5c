import { useState, type ReactNode, type RefObject } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Menu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { useSessionActs } from '../session-acts.ts';
import { useSession } from '../session.ts';
import { keepTheme, readTheme, THEME_WORDS, THEMES, type Theme } from '../theme.ts';

const ITEM =
  'flex cursor-pointer items-center gap-2 px-3 py-1.5 outline-hidden select-none data-highlighted:bg-sunken max-sm:py-2.5';

/**
 * Renders the open menu of the account: the accounts to switch to, the theme, the user's settings, and the action to
 * sign out.
 */
export default function AccountItems(props: {
  /** The button that opened the menu. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}): ReactNode {
  const { anchor, onClose } = props;
  const { person, account, accounts } = useSession();
  const navigate = useNavigate();
  const { choose, leave } = useSessionActs();
  return (
    <Menu.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} side="top" align="start" sideOffset={6} className="z-50 outline-hidden">
          <Menu.Popup finalFocus={anchor} className="w-60 card py-1 outline-hidden">
            {accounts.length > 1 && (
              <Menu.Group>
                <Menu.GroupLabel className="px-3 py-1 text-sm text-ink-3">Account</Menu.GroupLabel>
                {accounts.map((each) => (
                  <Menu.Item key={each.id} className={ITEM} onClick={() => choose(each.id)}>
                    <span className="min-w-0 flex-1 truncate">{each.name}</span>
                    {each.id === account.id && <Check className="size-3.5" aria-label="selected" />}
                  </Menu.Item>
                ))}
                <Menu.Separator className="my-1 border-t border-line" />
              </Menu.Group>
            )}
            <ThemeChoice />
            <Menu.Separator className="my-1 border-t border-line" />
            <Menu.Item className={ITEM} onClick={() => void navigate({ to: '/security' })}>
              {person.name || 'Sign-in and security'}
            </Menu.Item>
            <Menu.LinkItem className={ITEM} href="/docs">
              Documentation
            </Menu.LinkItem>
            <Menu.Item className={ITEM} onClick={leave}>
              Sign out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function ThemeChoice(): ReactNode {
  const [theme, setTheme] = useState(readTheme);
  const choose = (next: Theme): void => {
    keepTheme(next);
    setTheme(next);
  };
  return (
    <Menu.RadioGroup value={theme} onValueChange={choose}>
      <Menu.Group>
        <Menu.GroupLabel className="px-3 py-1 text-sm text-ink-3">Theme</Menu.GroupLabel>
        {THEMES.map((each) => (
          <Menu.RadioItem key={each} value={each} className={ITEM} closeOnClick={false}>
            <span className="flex-1">{THEME_WORDS[each]}</span>
            <Menu.RadioItemIndicator>
              <Check className="size-3.5" aria-hidden />
            </Menu.RadioItemIndicator>
          </Menu.RadioItem>
        ))}
      </Menu.Group>
    </Menu.RadioGroup>
  );
}
