import { recordStatement, statement } from '../../../base/db.ts';
import type { TemplateFields } from './resource.ts';

/** Columns of a template that differ between its versions. */
export type VersionContent = Omit<TemplateFields, 'name' | 'alias' | 'description'>;

export interface VersionRow {
  readonly id: number;
  readonly name: string;
  readonly comment: string;
  /** Null for the active version, because its content is in the template. */
  readonly content: VersionContent | null;
  /** The content as the client wrote it, before it was converted to Liquid. */
  readonly source: Readonly<Partial<Record<'subject' | 'html' | 'plain_text', string | null>>>;
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface Id {
  readonly id: number;
}

/** Returns the versions of a template, oldest first. Uses the index template_version_template. */
export const versionRows = statement<[accountId: number, templateId: number], VersionRow>(
  'templates_versions',
  `select id, name, comment, content, source, created_at, updated_at from template_version
   where account_id = $1 and template_id = $2 order by id`,
);

/** Returns the ID of the active version, which is null if the template has no versions. Uses the primary key. */
export const activeVersion = statement<[accountId: number, templateId: number], { readonly version_id: number | null }>(
  'templates_active_version',
  'select version_id from template where account_id = $1 and id = $2',
);

/** Sets the active version of a template. Uses the primary key. */
export const setActiveVersion = statement<[accountId: number, templateId: number, versionId: number], unknown>(
  'templates_set_active_version',
  'update template set version_id = $3 where account_id = $1 and id = $2',
);

export const insertVersion = recordStatement<
  {
    readonly account_id: number;
    readonly template_id: number;
    readonly name: string;
    readonly comment: string;
    readonly content: string | null;
    readonly source: string;
  },
  Id
>(
  'templates_insert_version',
  `insert into template_version (account_id, template_id, name, comment, content, source)
   values ($account_id, $template_id, $name, $comment, $content::jsonb, $source::jsonb) returning id`,
);

/** Changes everything except the content of a version. Uses the primary key. */
export const updateVersion = recordStatement<
  {
    readonly account_id: number;
    readonly id: number;
    readonly name: string;
    readonly comment: string;
    readonly source: string;
  },
  unknown
>(
  'templates_update_version',
  `update template_version set name = $name, comment = $comment, source = $source::jsonb, updated_at = now()
   where account_id = $account_id and id = $id`,
);

/** Stores the content of a version, or null if the content is now in the template. Uses the primary key. */
export const writeVersion = statement<[accountId: number, id: number, content: string | null], unknown>(
  'templates_write_version',
  'update template_version set content = $3::jsonb where account_id = $1 and id = $2',
);

/** Deletes a version. Uses the primary key. */
export const deleteVersion = statement<[accountId: number, id: number], unknown>(
  'templates_delete_version',
  'delete from template_version where account_id = $1 and id = $2',
);
