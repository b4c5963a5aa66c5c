import { messageAnswer, pageAnswer } from '../../../http/account/page-docs.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { landingPageSchema } from './present.ts';

const OF_ALL = { group: 'Landing pages', isAddition: true } as const;
const PARAMS = { id: { description: 'ID of the landing page.', example: '5' } };

const EXAMPLE = {
  id: 5,
  user_id: 1,
  title: 'The Garden Post',
  text: 'What to sow, what to pick, and what to leave alone.\n\n- One email a month\n- No advertising',
  description: '',
  image_id: 12,
  image_url: 'https://mail.example.com/i/12-8d969eef6ecad3c29a3a629280e686cf',
  image_alt: 'A gate in a hedge',
  form_id: 4,
  slug: 'the-garden-post',
  is_published: true,
  url: 'https://mail.example.com/l/the-garden-post',
  preview_url: 'https://mail.example.com/l/the-garden-post?preview=9xQm2Vd0uYkLw1sZb3Tf',
  published_at: '2026-11-22T09:00:00.000Z',
  created_at: '2026-11-22T08:15:00.000Z',
  updated_at: '2026-11-22T09:00:00.000Z',
};
const answer = (status: number) => ({
  status,
  description: 'The landing page.',
  schema: landingPageSchema,
  example: EXAMPLE,
});

/** What the API document says of landing pages. */
export const landingPageDocs = {
  list: {
    ...OF_ALL,
    description: 'Returns landing pages, newest first, 100 per page.',
    answers: [pageAnswer('A page of landing pages.', landingPageSchema, EXAMPLE, { path: '/landing-pages' })],
  },
  create: {
    ...OF_ALL,
    description: 'Creates a landing page. The page is not public until you publish it.',
    requestExample: {
      title: EXAMPLE.title,
      form_id: 4,
      text: EXAMPLE.text,
      image_id: 12,
      image_alt: EXAMPLE.image_alt,
    },
    answers: [answer(201)],
    problems: ['conflict'],
  },
  read: { ...OF_ALL, params: PARAMS, answers: [answer(200)], problems: ['forbidden'] },
  update: {
    ...OF_ALL,
    description: 'Omitted fields stay unchanged. After you change `slug`, links to the old URL no longer work.',
    params: PARAMS,
    requestExample: { is_published: true },
    answers: [answer(200)],
    problems: ['forbidden'],
  },
  remove: {
    ...OF_ALL,
    description: 'Deletes a landing page. Its form and its image are kept.',
    params: PARAMS,
    answers: [messageAnswer('The landing page was deleted.')],
    problems: ['forbidden'],
  },
} satisfies Record<string, RouteDoc>;
