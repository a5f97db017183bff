-- Projections: what is quick to read, folded from the log. All of it can be thrown away and rebuilt
-- (`emberlog projections rebuild`); nothing in the log points here, and no lock taken here holds up an append.
--
--   projection_cursor   how far each projection has come in each game; whoever moves it holds its row
--   score_track         one row a step: every seat's points by source, hidden ones with the seats that may see them
--   game_list           one row a game: public facts only

CREATE TABLE projection_cursor (
    game_id    uuid NOT NULL,
    projection text NOT NULL,
    version    integer NOT NULL DEFAULT 0 CHECK (version >= 0),
    hash       bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex') CHECK (length(hash) = 32),
    parked_at  timestamptz,
    parked_why text,
    PRIMARY KEY (game_id, projection),
    CHECK ((parked_at IS NULL) = (parked_why IS NULL))
) WITH (fillfactor = 70);  -- a cursor moves often, and no index covers what moves: its new version finds room beside it

-- points: [[seat, source, banked, if_over, [seats that may see it] or null], ...]
CREATE TABLE score_track (
    game_id uuid NOT NULL,
    version integer NOT NULL,
    points  json NOT NULL,  -- not jsonb, which takes more than twice the room; it is read whole and written once
    PRIMARY KEY (game_id, version)
);

CREATE TABLE game_list (
    game_id      uuid PRIMARY KEY,
    ruleset      text NOT NULL,
    title        text NOT NULL,
    phase        text NOT NULL,
    version      integer NOT NULL,
    seats        text[] NOT NULL,
    to_act       integer[] NOT NULL,
    bot_to_act boolean NOT NULL,
    leaders      integer[] NOT NULL,
    winners      integer[] NOT NULL,
    opened_us    bigint NOT NULL,
    moved_us     bigint NOT NULL
);

CREATE INDEX game_list_newest ON game_list (moved_us DESC, game_id DESC);
CREATE INDEX game_list_newest_of_ruleset ON game_list (ruleset, moved_us DESC, game_id DESC);
CREATE INDEX game_list_newest_in_phase ON game_list (phase, moved_us DESC, game_id DESC);
CREATE INDEX game_list_house ON game_list (moved_us) WHERE bot_to_act;

DO $$
BEGIN
    GRANT SELECT, INSERT, UPDATE, DELETE ON projection_cursor, score_track, game_list TO emberlog_app;
EXCEPTION
    WHEN undefined_object THEN NULL;  -- no such role here: see the first migration
END
$$;
