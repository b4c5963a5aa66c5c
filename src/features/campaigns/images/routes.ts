import { Type } from 'typebox';
import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { listingQuery } from '../../../http/account/listing-query.ts';
import { ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { OWN_IMAGES } from '../../../http/mail-frame.ts';
import { parserOf } from '../../../http/parser.ts';
import { answerOf, deleteRoute, listRoute, readRoute } from '../../../http/resource/routes.ts';
import { findPage, ownRow } from '../../../http/resource/rows.ts';
import { route, type Route } from '../../../http/route.ts';
import { addImage, FILE_FIELD } from './add.ts';
import { MAX_RECEIVED, MAX_RECEIVED_OF_ACCOUNT } from './limits.ts';
import { images } from './queries.ts';
import { type ImageUsage, removeImage } from './remove.ts';
import { IMAGE, presentImage } from './resource.ts';
import { createImageServer } from './serve.ts';

/** Reads whole files into memory, but only a limited number at a time. */
interface Receiver {
  /**
   * Returns the bytes of a file. Throws service_unavailable if the account or the process has too many uploads in
   * progress. Also throws errors of the upload itself.
   */
  receive(accountId: number, pieces: AsyncIterable<Buffer>): Promise<Buffer>;
}

/** Dependencies of the image routes. */
export interface ImageParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly baseUrl: () => string;
  /** Maximum size of an image, and maximum total size of an account's images, in bytes. */
  readonly maxBytes: number;
  readonly quotaBytes: number;
  /** Features that can prevent the deletion of an image. */
  readonly usages: readonly ImageUsage[];
}

const OF = {
  path: '/images',
  group: 'Images',
  isAddition: true,
  one: 'image',
  many: 'images',
  answer: IMAGE,
} as const;

/** Returns the image routes of the account API and the public image route. */
export function imageRoutes(parts: ImageParts): Route[] {
  const { baseUrl, db } = parts;
  return [
    listRoute(OF, {
      description: 'Returns images, newest first, 100 per page.',
      query: listingQuery(),
      baseUrl,
      async find(accountId, query) {
        const { rows, total } = await findPage(images, db, accountId, query);
        return { total, data: rows.map((image) => presentImage(accountId, baseUrl(), image)) };
      },
    }),
    uploadRoute(parts),
    readRoute(OF, async (accountId, id) => presentImage(accountId, baseUrl(), await ownRow(images, db, accountId, id))),
    deleteRoute(OF, {
      description:
        'Permanently deletes an image. Emails that contain the image no longer show it. You cannot delete an image that a landing page uses.',
      usage: { type: 'landing_page', id: 5, title: 'The Garden Post' },
      run: async ({ accountId }, id) => removeImage(parts, accountId, id),
    }),
    publicRoute(parts),
  ];
}

/** Accepted `Content-Type` values. The actual type is detected from the file content. */
const DECLARED_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/octet-stream'] as const;

/** Parses the query of an upload. */
const sentImage = parserOf(
  Type.Object({
    name: Type.Optional(
      Type.String({
        description: 'Name of the file. Form uploads ignore this parameter and use the name of the uploaded file.',
      }),
    ),
  }),
);

function uploadRoute(parts: ImageParts): Route {
  const { baseUrl, maxBytes } = parts;
  const receiver = createReceiver();
  return route({
    method: 'POST',
    path: OF.path,
    summary: 'Upload an image',
    scope: ACCOUNT_SCOPE,
    query: sentImage,
    upload: { maxBytes, types: DECLARED_TYPES, field: FILE_FIELD, fields: ['name'] },
    doc: {
      group: OF.group,
      isAddition: true,
      description:
        'Uploads an image. The image must be a PNG, JPEG, GIF, or WebP file. Postrider detects the format from the file content, not from the name or `Content-Type`. If the account already has the file, the response contains the existing image.',
      requestExample: '(the bytes of the file)',
      answers: [
        answerOf(OF, 201),
        { ...answerOf(OF, 200), description: 'The existing image, if the account already has this file.' },
      ],
      problems: ['validation_error', 'conflict', 'payload_too_large', 'unsupported_media_type', 'service_unavailable'],
    },
    async handle({ principal: { accountId }, query, upload }) {
      const name = upload.fields['name'] || upload.fileName || query.name || '';
      const body = await receiver.receive(accountId, upload.pieces);
      const { image, isNew } = await addImage(parts, accountId, { name, body });
      return { status: isNew ? 201 : 200, body: presentImage(accountId, baseUrl(), image) };
    },
  });
}

function publicRoute(parts: ImageParts): Route {
  const serve = createImageServer(parts);
  return route({
    method: 'GET',
    path: `${OWN_IMAGES}:name`,
    summary: 'Get the public file of an image',
    scope: undefined,
    handle: async ({ headers, params }) => serve(params['name'] ?? '', headers['if-none-match']),
  });
}

/**
 * Creates a receiver that limits concurrent uploads. Images are checked in memory as a whole, so this limits the memory
 * that slow clients can occupy.
 */
function createReceiver(): Receiver {
  const inProgress = new Map<number, number>();
  let all = 0;
  return {
    async receive(accountId, pieces) {
      const own = inProgress.get(accountId) ?? 0;
      if (own >= MAX_RECEIVED_OF_ACCOUNT || all >= MAX_RECEIVED) throw tooMany();
      inProgress.set(accountId, own + 1);
      all += 1;
      try {
        const parts: Buffer[] = [];
        for await (const piece of pieces) parts.push(piece);
        return Buffer.concat(parts);
      } finally {
        all -= 1;
        const left = (inProgress.get(accountId) ?? 1) - 1;
        if (left === 0) inProgress.delete(accountId);
        else inProgress.set(accountId, left);
      }
    },
  };
}

function tooMany(): Refusal {
  return new Refusal('service_unavailable', {
    message: `Too many images are being uploaded. An account can upload at most ${MAX_RECEIVED_OF_ACCOUNT} images at the same time.`,
    retryAfterSeconds: 2,
  });
}
