import { Type } from 'typebox';
import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { searchQuery } from '../../../http/account/listing-query.ts';
import { ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { OWN_IMAGES } from '../../../http/mail-frame.ts';
import { parserOf } from '../../../http/parser.ts';
import { answerOf, deleteRoute, listRoute, readRoute, updateRoute } from '../../../http/resource/routes.ts';
import { findPage, ownRow } from '../../../http/resource/rows.ts';
import { route, type Route } from '../../../http/route.ts';
import { addImage, FILE_FIELD } from './add.ts';
import { downloaded, nameAt, type CopyParts } from './copy.ts';
import { MAX_ALT_CHARACTERS, MAX_NAME_CHARACTERS, MAX_RECEIVED, MAX_RECEIVED_OF_ACCOUNT } from './limits.ts';
import { images } from './queries.ts';
import { changeImage, type ImageUsage, removeImage } from './remove.ts';
import { IMAGE, presentImage, type ImageLabels } from './resource.ts';
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
export interface ImageParts extends Pick<CopyParts, 'client'> {
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
  const receiver = createReceiver();
  return [
    listRoute(OF, {
      description: 'Returns images, newest first, 100 per page.',
      query: searchQuery('name, the description, or the folder', MAX_ALT_CHARACTERS),
      baseUrl,
      async find(accountId, query) {
        const { rows, total } = await findPage(images, db, accountId, query);
        return { total, data: rows.map((image) => presentImage(accountId, baseUrl(), image)) };
      },
    }),
    uploadRoute(parts, receiver),
    copyRoute(parts, receiver),
    readRoute(OF, async (accountId, id) => presentImage(accountId, baseUrl(), await ownRow(images, db, accountId, id))),
    updateRoute(OF, {
      description: 'Changes the name, the description, or the folder of an image. The file and the URL stay the same.',
      problems: ['forbidden'],
      body: IMAGE.changed,
      example: { alt: IMAGE.example.alt },
      run: async ({ accountId }, id, change) =>
        presentImage(accountId, baseUrl(), await changeImage(db, accountId, id, change)),
    }),
    deleteRoute(OF, {
      description:
        'Permanently deletes an image. Emails that contain the image no longer show it. You cannot delete an image that a landing page or the brand uses.',
      usage: { type: 'landing_page', id: 5, title: 'The Garden Post' },
      run: async ({ accountId }, id) => removeImage(parts, accountId, id),
    }),
    publicRoute(parts),
  ];
}

/** Accepted `Content-Type` values. The actual type is detected from the file content. */
const DECLARED_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/octet-stream'] as const;

const LABELS = {
  alt: Type.Optional(
    Type.String({
      description: `Description of the image for people who can’t see it. At most ${MAX_ALT_CHARACTERS} characters.`,
    }),
  ),
  folder: Type.Optional(
    Type.String({
      description: `Folder that groups images in the library. At most ${MAX_NAME_CHARACTERS} characters. You do not need to create folders first.`,
    }),
  ),
};

/** Parses the query of an upload. */
const sentImage = parserOf(
  Type.Object({
    name: Type.Optional(
      Type.String({
        description: 'Name of the file. Form uploads ignore this parameter and use the name of the uploaded file.',
      }),
    ),
    ...LABELS,
  }),
);

function uploadRoute(parts: ImageParts, receiver: Receiver): Route {
  const { baseUrl, maxBytes } = parts;
  return route({
    method: 'POST',
    path: OF.path,
    summary: 'Upload an image',
    scope: ACCOUNT_SCOPE,
    query: sentImage,
    upload: { maxBytes, types: DECLARED_TYPES, field: FILE_FIELD, fields: ['name', 'alt', 'folder'] },
    doc: {
      group: OF.group,
      isAddition: true,
      description:
        'Uploads an image. The image must be a PNG, JPEG, GIF, or WebP file. Postrider detects the format from the file content, not from the name or `Content-Type`. If the account already has the file, the response contains the existing image, with the given description and folder.',
      requestExample: '(the bytes of the file)',
      answers: [
        answerOf(OF, 201),
        { ...answerOf(OF, 200), description: 'The existing image, if the account already has this file.' },
      ],
      problems: ['validation_error', 'conflict', 'payload_too_large', 'unsupported_media_type', 'service_unavailable'],
    },
    async handle({ principal: { accountId }, query, upload }) {
      const { fields } = upload;
      const name = fields['name'] || upload.fileName || query.name || '';
      const labels = labelsOf(fields['alt'] ?? query.alt, fields['folder'] ?? query.folder);
      const body = await receiver.receive(accountId, upload.pieces);
      const { image, isNew } = await addImage(parts, accountId, { name, labels, body });
      return { status: isNew ? 201 : 200, body: presentImage(accountId, baseUrl(), image) };
    },
  });
}

/** Parses a request to copy an image. */
const copiedImage = parserOf(
  Type.Object(
    {
      url: Type.String({ description: 'URL of the image on another server. Must start with `https://`.' }),
      ...LABELS,
    },
    { additionalProperties: false },
  ),
);

function copyRoute(parts: ImageParts, receiver: Receiver): Route {
  const { baseUrl } = parts;
  return route({
    method: 'POST',
    path: `${OF.path}/copies`,
    summary: 'Copy an image from another server',
    scope: ACCOUNT_SCOPE,
    body: copiedImage,
    doc: {
      group: OF.group,
      isAddition: true,
      description:
        'Downloads an image and stores a copy, with the same rules as an upload. The image’s server must be publicly reachable. Use the copy in emails, because the other server may change or delete the image, and can detect who opens the email.',
      requestExample: { url: 'https://www.acme.example/garden.jpg' },
      answers: [
        answerOf(OF, 201),
        { ...answerOf(OF, 200), description: 'The existing image, if the account already has this file.' },
      ],
      problems: ['validation_error', 'conflict', 'service_unavailable'],
    },
    async handle({ body: given, principal: { accountId } }) {
      const url = given.url.trim();
      const labels = labelsOf(given.alt, given.folder);
      const body = await receiver.receive(accountId, downloaded(parts, url));
      const file = { name: nameAt(url), labels, body, field: 'url' };
      const { image, isNew } = await addImage(parts, accountId, file);
      return { status: isNew ? 201 : 200, body: presentImage(accountId, baseUrl(), image) };
    },
  });
}

/** Parses the description and the folder in an upload like those in a change. Throws validation_error. */
function labelsOf(alt: string | undefined, folder: string | undefined): ImageLabels {
  return IMAGE.changed.parse({ ...(alt !== undefined && { alt }), ...(folder !== undefined && { folder }) });
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
