-- Names and words: what persons wrote. They stand beside the log, never in it: nothing here is hashed, so each of them may be changed
-- or erased at any time, and every game goes on being provable (GAME-PERSON-01, GAME-PERSON-02).
--
--   person         one row per principal: their name, or when they were erased
--   seat_name      the name under which a principal sits in one game, when it is not their own
--   stream_title   what its host called a game
--   note           words of a person that an event refers to by their SHA-256
--
-- The log knows a person by `principal_id` alone; the service looks names up here whenever it shows them. No other table has names
-- or free text. Of an erased person only ids and times are left.
--
-- `person`, like `principal` and `token`, belongs to no game: where tables are distributed by game_id, it is a reference table.

CREATE TABLE person (
    principal_id  text        NOT NULL PRIMARY KEY REFERENCES principal,
    name          text,                                       -- NULL once the person was erased
    erased_at     timestamptz,
    CHECK ((name IS NULL) = (erased_at IS NOT NULL))
);

CREATE TABLE seat_name (
    game_id       uuid        NOT NULL,
    principal_id  text        NOT NULL,                       -- not the seat: it may change hands before the game begins
    name          text        NOT NULL,
    PRIMARY KEY (game_id, principal_id)
);
CREATE INDEX seat_name_of_principal ON seat_name (principal_id);

CREATE TABLE stream_title (
    game_id       uuid        NOT NULL PRIMARY KEY,
    title         text        NOT NULL,
    principal_id  text        NOT NULL                        -- who wrote it
);
CREATE INDEX stream_title_of_principal ON stream_title (principal_id);

-- An event that refers to a note holds SHA-256(salt, words). Without the salt nobody can guess erased words and compare, so it goes
-- with them.
CREATE TABLE note (
    game_id       uuid        NOT NULL,
    note_id       uuid        NOT NULL,
    audience      text        NOT NULL,                       -- who may read it
    salt          bytea       CHECK (octet_length(salt) = 32),
    words         text,                                       -- both are NULL once the note was erased
    principal_id  text        NOT NULL,                       -- who wrote it
    written_at    timestamptz NOT NULL DEFAULT now(),
    erased_at     timestamptz,
    PRIMARY KEY (game_id, note_id),
    CHECK ((words IS NULL) = (erased_at IS NOT NULL)),
    CHECK ((words IS NULL) = (salt IS NULL))
);
CREATE INDEX note_of_principal ON note (principal_id);

DO $$
BEGIN
    GRANT SELECT, INSERT, UPDATE ON person, note TO emberlog_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON seat_name, stream_title TO emberlog_app;
EXCEPTION
    WHEN undefined_object THEN NULL;  -- there is no such role: see the first migration
END
$$;
