-- Tokens of one's own: what a token is for, when it ends, and what its principal calls it. And recovery codes.
--
--   token      gets a kind, a label, scopes, the one game it is for, an end, the day of last use, and the token that made it
--   recovery   one row for each recovery code that was made: SHA-256, what it gives, and what became of it
--
-- Tokens that were made before get what the roles of their principal allow, for 400 days from now. So do tokens that an older build
-- makes during an update, but for the roles: it cannot name scopes.
--
-- A label is free text of a person. It is emptied when they are erased (names.py), like names and notes.
--
-- `recovery`, like `principal` and `token`, belongs to no game: where tables are distributed by game_id, it is a reference table.

ALTER TABLE token
    ADD COLUMN kind        text        NOT NULL DEFAULT 'issued'
                           CHECK (kind IN ('registered', 'issued', 'recovered', 'personal')),
    ADD COLUMN label       text        NOT NULL DEFAULT '',
    ADD COLUMN scopes      text[]      NOT NULL DEFAULT '{read,play,host,keys}'
                           CHECK (scopes <@ '{read,play,host,keys,arbitrate,admin}'),
    ADD COLUMN game_id     uuid,                                 -- NULL: for all games
    ADD COLUMN expires_at  timestamptz NOT NULL DEFAULT now() + interval '400 days',
    ADD COLUMN lasts       interval    NOT NULL DEFAULT '400 days',  -- for how long it was made, and may be renewed
    ADD COLUMN renewed_at  timestamptz,                          -- when it got the secret that it has now
    ADD COLUMN used_on     date,                                 -- in UTC; written once a day
    ADD COLUMN made_by     text        NOT NULL DEFAULT '';      -- the id of the token that made it; '' for none

UPDATE token t SET scopes = t.scopes
    || CASE WHEN 'arbiter' = ANY (p.roles) THEN '{arbitrate}'::text[] ELSE '{}' END
    || CASE WHEN 'admin' = ANY (p.roles) THEN '{admin}'::text[] ELSE '{}' END
FROM principal p
WHERE p.principal_id = t.principal_id AND p.roles && '{arbiter,admin}';

CREATE TABLE recovery (
    recovery_id   text        NOT NULL PRIMARY KEY,
    code_hash     bytea       NOT NULL UNIQUE CHECK (octet_length(code_hash) = 32),
    principal_id  text        NOT NULL REFERENCES principal,
    scopes        text[]      NOT NULL CHECK (scopes <@ '{read,play,host,keys,arbitrate,admin}'),
    made_at       timestamptz NOT NULL,
    expires_at    timestamptz NOT NULL,
    revoked_at    timestamptz,                                   -- also when a newer code took its place
    used_at       timestamptz,                                   -- the first time
    token_id      text,                                          -- the token that it gave
    CHECK ((used_at IS NULL) = (token_id IS NULL))
);
CREATE INDEX recovery_of_principal ON recovery (principal_id);

DO $$
BEGIN
    GRANT SELECT, INSERT, UPDATE, DELETE ON recovery TO emberlog_app;
EXCEPTION
    WHEN undefined_object THEN NULL;  -- there is no such role: see the first migration
END
$$;
