import { noun, plural } from '../../words.ts';

/** Actions that can change many contacts at once. */
export type Action = 'apply_tag' | 'remove_tag' | 'add_to_list' | 'remove_from_list';

interface ActionWords {
  readonly kind: 'tag' | 'list';
  readonly verb: string;
  /** Label of the field in which the user chooses the tag or list. */
  readonly label: string;
}

/** Labels of the actions in the dashboard. */
export const ACTIONS: Readonly<Record<Action, ActionWords>> = {
  apply_tag: { kind: 'tag', verb: 'Apply a tag', label: 'Tag' },
  remove_tag: { kind: 'tag', verb: 'Remove a tag', label: 'Tag' },
  add_to_list: { kind: 'list', verb: 'Add to a list', label: 'List' },
  remove_from_list: { kind: 'list', verb: 'Remove from a list', label: 'List' },
};

/** Styles for a button with a long label. The label wraps if necessary. */
export const WRAPPING = 'h-auto! min-h-8 min-w-0 py-1 whitespace-normal! max-sm:min-h-10';
/** Maximum length of a name in a button label, in characters. */
const MAX_NAME = 40;

/** Returns the label of the button, such as `Apply “VIP” to 4,812 contacts`. */
export function sentenceOf(action: Action, given: string, contacts: number): string {
  const who = plural(contacts, 'contact');
  const name = given.length > MAX_NAME ? `${given.slice(0, MAX_NAME)}…` : given;
  switch (action) {
    case 'apply_tag':
      return `Apply “${name}” to ${who}`;
    case 'remove_tag':
      return `Remove “${name}” from ${who}`;
    case 'add_to_list':
      return `Add ${who} to “${name}”`;
    case 'remove_from_list':
      return `Remove ${who} from “${name}”`;
  }
}

/** Describes the result of a bulk action. */
export function resultOf(action: Action, name: string, contacts: number): string {
  const who = plural(contacts, 'contact');
  switch (action) {
    case 'apply_tag':
      return `${who} now ${noun(contacts, 'has', 'have')} the tag “${name}”.`;
    case 'remove_tag':
      return `${who} no longer ${noun(contacts, 'has', 'have')} the tag “${name}”.`;
    case 'add_to_list':
      return `${who} ${noun(contacts, 'is', 'are')} now in the list “${name}”.`;
    case 'remove_from_list':
      return `${who} ${noun(contacts, 'is', 'are')} no longer in the list “${name}”.`;
  }
}
