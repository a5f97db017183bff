-- Projections: rows that are quick to read, folded from the log. All of them can be deleted and rebuilt
-- (`emberlog projections rebuild`). Nothing in the log refers to them, and no lock on them delays an append.
--
--   projection_cursor   how far each projection has come in each game; a transaction that moves a cursor locks its row
--   score_track         one row per step: every seat's points by source; a hidden source names the seats that may see it
--   game_list           one row per game, at its head: public facts only, and from when everybody may see them

CREATE TABLE projection_cursor (
    game_id    uuid NOT NULL,
    projection text NOT NULL,
    version    integer NOT NULL DEFAULT 0 CHECK (version >= 0),
    hash       bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex') CHECK (length(hash) = 32),
    parked_at  timestamptz,
    parked_why text,
    PRIMARY KEY (game_id, projection),
    CHECK ((parked_at IS NULL) = (parked_why IS NULL))
) WITH (fillfactor = 70);  -- a cursor moves often, and no index covers what changes: its new row version stays on the page

-- points: [[seat, source, banked, if_over, [seats that may see it] or null], ...]
CREATE TABLE score_track (
    game_id uuid NOT NULL,
    version integer NOT NULL,
    points  json NOT NULL,  -- not jsonb, which takes more than twice the space; it is read as a whole and written once
    PRIMARY KEY (game_id, version)
);

-- Persons by the ids of their principals: it holds no names and no title (0005_names.sql has them).
CREATE TABLE game_list (
    game_id      uuid PRIMARY KEY,
    ruleset      text NOT NULL,
    phase        text NOT NULL,
    version      integer NOT NULL,
    turn         integer NOT NULL,
    persons      text[] NOT NULL,   -- by seat: whose name the seat has; '' for a free one or a bot's own
    bots         text[] NOT NULL,   -- by seat: the bot that plays it, or ''
    holders      text[] NOT NULL,   -- by seat: the principal who may play it now, or ''
    to_act       integer[] NOT NULL,
    bot_to_act   boolean NOT NULL,
    leaders      integer[] NOT NULL,
    winners      integer[] NOT NULL,
    sandbox      boolean NOT NULL,
    fork         boolean NOT NULL,  -- whether it continues from another game
    opened_us    bigint NOT NULL,
    moved_us     bigint NOT NULL,
    shows_us     bigint NOT NULL,   -- from when everybody may see it; 0: at once; the largest bigint: not before it is over
    public_version integer NOT NULL -- the last step that lists may show until then
);

CREATE INDEX game_list_newest ON game_list (moved_us DESC, game_id DESC);
CREATE INDEX game_list_newest_of_ruleset ON game_list (ruleset, moved_us DESC, game_id DESC);
CREATE INDEX game_list_newest_in_phase ON game_list (phase, moved_us DESC, game_id DESC);
CREATE INDEX game_list_delayed_heads ON game_list (shows_us) WHERE shows_us > 0;
CREATE INDEX game_list_bots ON game_list (moved_us) WHERE bot_to_act;

DO $$
BEGIN
    GRANT SELECT, INSERT, UPDATE, DELETE ON projection_cursor, score_track, game_list TO emberlog_app;
EXCEPTION
    WHEN undefined_object THEN NULL;  -- there is no such role: see the first migration
END
$$;
