import { Type } from 'typebox';
import type { RouteDoc } from '../../../http/route-doc.ts';

const GROUP = 'Dashboard: messages';
const ID = 'tm_019aa5b02c6f7d1a9b3f5c2e8d7a6b41';
const PARAMS = { id: { description: 'The ID of the message.', example: ID } };
const TIME = Type.String({ format: 'date-time' });

const share = {
  id: Type.Integer(),
  recipient: Type.String(),
  created_by: Type.Union([Type.String(), Type.Null()], {
    description: 'The name of the user who created the link. Null if the link was created with an API key.',
  }),
  created_at: TIME,
  expires_at: TIME,
};
export const shareSchema = Type.Object(share, { $id: 'MessageShare' });
const newShareSchema = Type.Object(
  {
    ...share,
    url: Type.String({ description: 'The URL to share. The API returns the URL only when the link is created.' }),
  },
  { $id: 'NewMessageShare' },
);

const EXAMPLE = {
  id: 3,
  recipient: 'ann@customer.example',
  created_by: 'Ben Brook',
  created_at: '2026-11-21T08:20:00.000Z',
  expires_at: '2026-11-28T08:20:00.000Z',
};

/** API documentation for links to a message's route. */
export const shareDocs = {
  create: {
    group: GROUP,
    description:
      'Creates a link that you can send to the recipient’s postmaster. Viewers of the page do not need an account. The page shows the sender domain, ' +
      'this recipient, the Message-ID, times, the result, and the SMTP conversation. The page does not show the content, other ' +
      'recipients, or your team members. A message can have at most 20 links.',
    params: PARAMS,
    requestExample: { recipient: 'ann@customer.example', days: 7 },
    answers: [
      {
        status: 201,
        description: 'The link.',
        schema: newShareSchema,
        example: { ...EXAMPLE, url: 'https://mail.acme.example/route/2s.k3JxVt5bqLr0YpZ2mN8cWd4uHs7fGa1e' },
      },
    ],
    problems: ['not_found', 'validation_error', 'conflict'],
  },
  list: {
    group: GROUP,
    description:
      'Returns the active links, newest first. The response does not include the URLs of the links, because Postrider does not store them.',
    params: PARAMS,
    answers: [
      {
        status: 200,
        description: 'The links.',
        schema: Type.Object({ data: Type.Array(shareSchema) }),
        example: { data: [EXAMPLE] },
      },
    ],
    problems: ['not_found'],
  },
  revoke: {
    group: GROUP,
    description: 'Revokes the link immediately. The URL of the link then returns 404.',
    params: { ...PARAMS, share_id: { description: 'The ID of the link.', example: '3' } },
    answers: [
      {
        status: 200,
        description: 'The link was revoked.',
        schema: Type.Object({ message: Type.String() }),
        example: { message: 'The link was revoked.' },
      },
    ],
    problems: ['not_found'],
  },
} satisfies Record<string, RouteDoc>;
