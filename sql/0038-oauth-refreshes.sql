-- What a refresh was answered, for the seconds in which its client may ask again because the answer was lost on the way, or
-- because two of its processes asked at once. Found by the request before any account is known, hence global.
create table oauth_refresh (
  -- SHA-256 of the whole request: the form, the client's secret, the origin.
  request_hash bytea primary key,
  -- Its end takes the answer with it: tokens that are refused anyway are not told again.
  grant_hash bytea not null references oauth_grant (grant_hash) on delete cascade,
  -- Sealed under the master secret; null while the first of the requests is being answered.
  answer bytea,
  -- When it was answered, or begun to be.
  since timestamptz not null default now()
);

create index oauth_refresh_grant on oauth_refresh (grant_hash);
create index oauth_refresh_since on oauth_refresh (since);
