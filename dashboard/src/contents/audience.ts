import {
  Bookmark,
  Filter,
  LayoutTemplate,
  ListChecks,
  MailCheck,
  PanelTop,
  TextCursorInput,
  UsersRound,
} from 'lucide-react';
import type { PageRow } from './page-row.ts';

/** Pages for managing the recipients of newsletters. */
export const AUDIENCE_PAGES: readonly PageRow[] = [
  {
    path: '/contacts',
    load: () => import('../pages/contacts/contacts.tsx'),
    label: 'Contacts',
    words: 'people subscribers audience addresses export',
    place: { icon: UsersRound, key: 'c' },
  },
  { path: '/contacts/$id', load: () => import('../pages/contacts/contact.tsx'), label: 'Contact', example: '12' },
  {
    path: '/contacts/$id/merge',
    load: () => import('../pages/contacts/merge.tsx'),
    label: 'Merge contacts',
    example: '12',
    scope: 'account',
  },
  {
    path: '/contacts/import',
    load: () => import('../pages/contacts/import.tsx'),
    label: 'Import contacts',
    words: 'file upload csv mailchimp listmonk kit sendfox subscribers undo',
  },
  {
    path: '/segments',
    load: () => import('../pages/segments/segments.tsx'),
    label: 'Segments',
    words: 'saved filters conditions',
    place: { icon: Filter, tabOf: '/contacts' },
  },
  {
    path: '/lists',
    load: () => import('../pages/lists/lists.tsx'),
    label: 'Lists',
    words: 'newsletters members subscribers',
    place: { icon: ListChecks, key: 'l', tabOf: '/contacts' },
  },
  { path: '/lists/$id', load: () => import('../pages/lists/list.tsx'), label: 'List', example: '3' },
  {
    path: '/contact-tags',
    load: () => import('../pages/contact-tags/contact-tags.tsx'),
    label: 'Contact tags',
    words: 'labels colors colours',
    place: { icon: Bookmark, tabOf: '/contacts' },
  },
  {
    path: '/fields',
    load: () => import('../pages/fields/fields.tsx'),
    label: 'Custom fields',
    words: 'attributes properties contact',
    place: { icon: TextCursorInput, tabOf: '/contacts' },
  },
  {
    path: '/forms',
    load: () => import('../pages/forms/forms.tsx'),
    label: 'Forms',
    words: 'sign-up signup subscribe embed newsletter page',
    place: { icon: PanelTop, key: 'f' },
  },
  { path: '/forms/$id', load: () => import('../pages/forms/form.tsx'), label: 'Form', example: '4' },
  {
    path: '/landing-pages',
    load: () => import('../pages/landing-pages/landing-pages.tsx'),
    label: 'Landing pages',
    words: 'sign-up signup website page publish',
    place: { icon: LayoutTemplate, tabOf: '/forms' },
  },
  {
    path: '/landing-pages/$id',
    load: () => import('../pages/landing-pages/landing-page.tsx'),
    label: 'Landing page',
    example: '2',
  },
  {
    path: '/double-opt-in',
    load: () => import('../pages/double-opt-in/double-opt-in.tsx'),
    label: 'Double opt-in',
    words: 'confirmation confirm email mail sign-up consent',
    place: { icon: MailCheck, tabOf: '/forms' },
  },
];
