import { Type } from 'typebox';
import { Refusal } from '../../../base/refusal.ts';
import { ACCOUNT_READ_SCOPES } from '../../../http/account/scopes.ts';
import { frameQuery } from '../../../http/mail-frame.ts';
import { route, type Route } from '../../../http/route.ts';
import { blankInBrand, startInBrand, type Brand } from '../../../mail/design/brand.ts';
import { STARTING_DESIGNS, type StartingDesign } from '../../../mail/design/starting.ts';
import type { HtmlWork } from '../../../mail/html-work.ts';
import { FRAME_ANSWER, framed } from './frame.ts';

const schema = Type.Object(
  {
    key: Type.String(),
    name: Type.String(),
    description: Type.String(),
    subject: Type.String({ description: 'An example subject.' }),
    preview_text: Type.String({ description: 'An example preview text.' }),
    design: Type.Object({}, { description: 'Use this value as the `design` of a campaign or template.' }),
  },
  { $id: 'StartingDesign' },
);
const [EXAMPLE] = STARTING_DESIGNS;

function startsIn(brand: Brand): readonly StartingDesign[] {
  return [blankInBrand(brand), ...STARTING_DESIGNS.map((start) => startInBrand(start, brand))];
}

/** Dependencies of the routes for starter designs. */
export interface StartingDesignParts {
  readonly html: HtmlWork;
  readonly baseUrl: () => string;
  /** Returns the look of an account's emails. */
  readonly brandOf: (accountId: number) => Promise<Brand>;
}

/** Returns the routes for the designs that new emails can start with. */
export function startingDesignRoutes(parts: StartingDesignParts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/starting-designs',
      summary: 'List starter designs',
      scope: ACCOUNT_READ_SCOPES,
      doc: {
        group: 'Templates',
        isAddition: true,
        description:
          'Returns designs that you can use to start a campaign or template, styled with the account’s brand (see the campaign settings). The first design is a blank email. The other designs contain all required links.',
        answers: [
          {
            status: 200,
            description: 'All starter designs.',
            schema: Type.Object({ data: Type.Array(schema) }),
            example: { data: [{ ...EXAMPLE, design: { type: 'doc', content: [{ type: 'paragraph' }] } }] },
          },
        ],
      },
      async handle({ principal: { accountId } }) {
        const brand = await parts.brandOf(accountId);
        return { status: 200, body: { data: startsIn(brand) } };
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/starting-designs/:key/preview',
      summary: 'Get a starter design as HTML for an iframe',
      scope: 'dashboard:read',
      query: frameQuery,
      doc: {
        group: 'Dashboard: campaigns',
        description: 'Returns the design as a page, with sample values.',
        params: { key: { description: 'Key of the design.', example: 'newsletter' } },
        answers: [FRAME_ANSWER],
        problems: ['not_found'],
      },
      async handle({ params, principal: { accountId }, query }) {
        const brand = await parts.brandOf(accountId);
        const found = startsIn(brand).find(({ key }) => key === params['key']);
        if (!found) throw new Refusal('not_found', { message: 'No starter design has this key.' });
        const { design, preview_text: previewText, subject } = found;
        return framed(parts, accountId, { subject, previewText, design }, query);
      },
    }),
  ];
}
